"""What is handed to a scorer: sequences, and how many of their tokens are scored."""

from __future__ import annotations

from mteval.models.scoring.items import ScoringItem, TranslationItem
from mteval.models.scoring.prefix_tree import prefix_tree


def test_lengths_count_the_tokens_that_are_scored():
    item = ScoringItem((5, 2), ((2, 9, 6, 7, 2), (2, 9, 2)), unscored=2)
    assert item.lengths() == (3, 1) == item.tree.lengths()


def test_the_tree_is_that_of_the_sequences_and_no_part_of_what_makes_items_equal():
    item = ScoringItem((5,), ((2, 6, 2), (2, 7, 2)), 1, unknown=3)
    assert item.tree == prefix_tree(((2, 6, 2), (2, 7, 2)), 1)
    assert item == ScoringItem((5,), ((2, 6, 2), (2, 7, 2)), 1, unknown=3)
    assert hash(item) == hash(ScoringItem((5,), ((2, 6, 2), (2, 7, 2)), 1, unknown=3))
    assert "tree" not in repr(item)


def test_a_source_to_translate_knows_its_unknown_tokens():
    assert TranslationItem((1, 2)).unknown == 0
