"""Prefix trees against the definition: distinct proper prefixes, who is an ancestor of whom, what is asked after what."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mteval.models.scoring.prefix_tree import prefix_tree

TARGETS = st.lists(st.lists(st.integers(1, 3), max_size=6), min_size=1, max_size=6)


def node_prefixes(tree):
    """The prefix each node stands for, read off the ancestor intervals."""
    return [tuple(tree.tokens[i] for i in range(node + 1) if i <= node < tree.ends[i]) for node in range(len(tree))]


@given(TARGETS, st.integers(1, 2))
def test_nodes_are_the_distinct_proper_prefixes(targets, unscored):
    sequences = [(*[9] * unscored, *target, 0) for target in targets]
    tree = prefix_tree(sequences, unscored)
    prefixes = node_prefixes(tree)
    assert len(set(prefixes)) == len(prefixes)
    assert set(prefixes) == {sequence[:i] for sequence in sequences for i in range(1, len(sequence))}
    assert [len(prefix) - 1 for prefix in prefixes] == list(tree.depths)


@given(TARGETS, st.integers(1, 2))
def test_each_target_asks_for_its_tokens_after_their_prefixes(targets, unscored):
    sequences = [(*[9] * unscored, *target, 0) for target in targets]
    tree = prefix_tree(sequences, unscored)
    prefixes = node_prefixes(tree)
    for sequence, place in zip(sequences, tree.places, strict=True):
        asked = range(tree.spans[place], tree.spans[place + 1])
        found = [(prefixes[tree.asked_nodes[q]], tree.asked_tokens[q]) for q in asked]
        assert found == [(sequence[:i], sequence[i]) for i in range(unscored, len(sequence))]
    assert tree.lengths() == tuple(len(sequence) - unscored for sequence in sequences)


def test_a_shared_prefix_is_fed_once():
    tree = prefix_tree([(2, 5, 6, 7, 0), (2, 5, 8, 7, 0), (2, 5, 6, 7, 0)], 1)
    assert tree.tokens == (2, 5, 6, 7, 8, 7)
    assert tree.ends == (6, 6, 4, 4, 6, 6)
