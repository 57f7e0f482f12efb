"""Translations cut into the segments of their references: by hand, against all segmentations, and in little memory."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.text import resegmentation
from mteval.text.resegmentation import resegment, segment_words


def edit_distance(first, second):
    """Levenshtein's distance, written from its recurrence."""

    @cache
    def distance(i, j):
        if not i or not j:
            return i + j
        return min(
            distance(i - 1, j) + 1, distance(i, j - 1) + 1, distance(i - 1, j - 1) + (first[i - 1] != second[j - 1])
        )

    return distance(len(first), len(second))


def cost(words, references, ends):
    starts = (0, *ends[:-1])
    return sum(
        min(edit_distance(tuple(words[start:end]), tuple(one)) for one in case)
        for start, end, case in zip(starts, ends, references, strict=True)
    )


def all_segmentations(words, references):
    for cuts in combinations_with_replacement(range(len(words) + 1), len(references) - 1):
        yield (*cuts, len(words))


def test_a_case_worked_by_hand():
    # One line holds two sentences, the next is cut in two; "then" is said in other words, "good" is left out.
    lines = ["We went home. Afterwards we slept", "well.", "It", "was a night."]
    references = [["We went home."], ["Then we slept well."], ["It was a good night."]]
    found = resegment(lines, references)
    assert found.pieces == ("We went home.", "Afterwards we slept well.", "It was a night.")
    assert (found.edits, found.words) == (2, 12)


def test_of_several_references_the_nearest_counts_piece_by_piece():
    references = [[["a", "b"], ["x", "y", "z"]], [["c"], ["c", "d"]]]
    assert segment_words(["x", "y", "z", "c"], references).ends == (3, 4)
    assert segment_words(["a", "b", "c", "d"], references).edits == 0


def test_equal_cuts_fall_at_the_text_s_own_line_ends():
    # "new" belongs to neither side: the line end decides.
    references = [["a b"], ["c d"]]
    assert resegment(["a b new", "c d"], references).pieces == ("a b new", "c d")
    assert resegment(["a b", "new c d"], references).pieces == ("a b", "new c d")
    assert resegment(["a b. new c d"], references).pieces == ("a b.", "new c d")


def test_a_sentence_that_is_missing_leaves_an_empty_piece():
    references = [["one two three"], ["four five six"], ["seven eight nine"]]
    assert resegment(["one two three", "seven eight nine"], references).pieces == (
        "one two three",
        "",
        "seven eight nine",
    )


def test_scripts_without_spaces_are_cut_between_characters():
    found = resegment(["今天天气很好我们去公园。"], [["今天天气很好。"], ["我们去公园。"]])
    assert found.pieces == ("今天天气很好", "我们去公园。")


def test_nothing_translated_is_all_empty():
    assert resegment([""], [["a b"], ["c"]]).pieces == ("", "")
    assert resegment([""], [["a b"], ["c"]]).edits == 3


WORDS = st.lists(st.sampled_from("abc"), max_size=7)
REFERENCES = st.lists(
    st.lists(st.lists(st.sampled_from("abc"), max_size=4), min_size=1, max_size=2), min_size=1, max_size=4
)


@pytest.mark.parametrize("cells", [1 << 20, 1])
@settings(max_examples=150, deadline=None)
@given(WORDS, REFERENCES, st.sets(st.integers(0, 7)))
def test_no_segmentation_of_all_has_fewer_edits(cells, words, references, breaks):
    found = segment_words(words, references, breaks, cells=cells)
    costs = {ends: cost(words, references, ends) for ends in all_segmentations(words, references)}
    assert found.edits == min(costs.values()) == costs[found.ends]
    inner = {*breaks, 0, len(words)}
    best = min(sum(end not in inner for end in ends) for ends, edits in costs.items() if edits == found.edits)
    assert sum(end not in inner for end in found.ends) == best


def test_compiled_and_plain_functions_and_halving_agree(monkeypatch):
    draw = np.random.default_rng(3)
    words = draw.integers(0, 6, 60).tolist()
    references = [[draw.integers(0, 6, draw.integers(1, 9)).tolist() for _ in range(2)] for _ in range(9)]
    plain = segment_words(words, references)
    monkeypatch.setattr(resegmentation, "effort", type("Always", (), {"pays": lambda self, steps: True})())
    compiled = segment_words(words, references)
    assert compiled == plain
    assert segment_words(words, references, cells=100).edits == plain.edits


def test_memory_is_linear_in_the_words():
    import tracemalloc

    words = [number % 97 for number in range(6000)]
    references = [[words[start : start + 4]] for start in range(0, 6000, 4)]
    segment_words(words[:200], references[:50])
    tracemalloc.start()
    found = segment_words(words, references, cells=1 << 16)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found.ends == tuple(range(4, 6001, 4))
    # All entries at once would be 1500 segments × 6001 places × 8 bytes = 72 MB.
    assert peak < 8_000_000


def test_a_segment_needs_a_reference():
    with pytest.raises(ValueError, match="needs a reference"):
        segment_words(["a"], [[]])
