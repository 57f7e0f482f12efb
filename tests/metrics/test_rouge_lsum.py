"""ROUGE-Lsum: the union of common subsequences over the lines of a text, by Lin's example and against ROUGE-L."""

from __future__ import annotations

import pytest

from tests.metrics._rouge.scoring import rouge


def test_the_union_of_lins_example():
    # Lin (2004), section 3.2: w1 w2 w3 w4 w5 against two lines; the union is w1 w2 w3 w5, so recall is 4/5.
    found = rouge("rouge-lsum", "w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5", "w1 w2 w3 w4 w5")
    assert found["recall"] == pytest.approx(80)
    assert found["precision"] == pytest.approx(40)


def test_a_word_counts_at_most_as_often_as_both_sides_have_it():
    found = rouge("rouge-lsum", "a b", "a b\na c")
    # The second "a" of the reference has no partner left: two hits of two words, and of four.
    assert (found["precision"], found["recall"]) == (pytest.approx(100), pytest.approx(50))


def test_one_line_is_as_rouge_l_and_empty_lines_do_not_count():
    texts = ("a x b c y", "a b z c")
    assert rouge("rouge-lsum", *texts) == rouge("rouge-l", *texts)
    assert rouge("rouge-lsum", "\na x b c y\n\n", "a b z c\n") == rouge("rouge-l", *texts)


def test_lines_are_compared_one_by_one():
    # As one sequence "a b" and "b a" share one word; line by line each line finds its own.
    assert rouge("rouge-l", "a\nb", "b\na")["f"] == pytest.approx(50)
    assert rouge("rouge-lsum", "a\nb", "b\na")["f"] == pytest.approx(100)
