"""Figures against a gold lexicon, by hand and over thresholds."""

import pytest

from mteval.authoring.contrast.senses import (
    AmbiguousWord,
)
from mteval.authoring.contrast.tuning import THRESHOLDS, evaluate, right_senses, tune
from mteval.core.errors import MtevalError, UsageError
from tests.authoring.contrast.words import sets, word


@pytest.mark.parametrize(
    ("inferred", "gold", "right"),
    [
        (sets("ab", "c"), sets("ab", "c"), 2),
        (sets("abc"), sets("ab", "c"), 0),  # falsely merged
        (sets("a", "b", "c"), sets("ab", "c"), 1),  # a and b falsely kept apart
        (sets("abx", "cy"), sets("ab", "c"), 2),  # x and y are not judged
        (sets("a", "c"), sets("ab", "c"), 2),  # b was never aligned
        (sets("ac", "b"), sets("ab", "c"), 0),
    ],
)
def test_a_sense_is_right_only_if_neither_merged_nor_split_falsely(inferred, gold, right):
    assert right_senses(inferred, gold) == right


def test_figures_by_hand():
    words = [word(("a", "b"), ("c",)), AmbiguousWord("v", word(("p",), ("q",), ("r",)).senses)]
    point = evaluate(words, {"w": sets("ab", "c"), "v": sets("pq", "r")}, 0.5)
    # Right: ab, c and r of five inferred and four gold senses.
    assert (point.right, point.inferred, point.gold) == (3, 5, 4)
    assert point.precision == 0.6
    assert point.recall == 0.75
    assert point.f_score() == pytest.approx(2 * 0.6 * 0.75 / 1.35)
    assert point.f_score(0.5) == pytest.approx(1.25 * 0.6 * 0.75 / (0.25 * 0.6 + 0.75))


def test_a_word_with_one_gold_sense_costs_precision_only():
    point = evaluate([word(("a",), ("b",))], {"w": sets("ab")}, 0.5)
    assert (point.right, point.inferred, point.gold) == (0, 2, 0)
    assert evaluate([word(("a", "b"))], {"w": sets("ab")}, 0.5).inferred == 0


def test_a_word_merged_into_one_sense_is_dropped():
    points = tune([word(("a",), ("b",))], {"w": sets("a", "b")}, lambda *_: 0.4)
    assert [point.threshold for point in points] == list(THRESHOLDS)
    assert THRESHOLDS == (0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65)
    assert [point.inferred for point in points] == [0] * 5 + [2] * 6
    assert points[0].precision != points[0].precision
    with pytest.raises(MtevalError, match="has none of the 1 words"):
        tune([word(("a",), ("b",))], {"other": sets("a", "b")}, lambda *_: 0.4)


def test_tune_finds_the_threshold_on_known_senses(built, synthetic, contrast, tmp_path):
    gold = tmp_path / "gold.tsv"
    rows = [
        f"{word}\t{number}\t{'|'.join(sorted(sense))}\n"
        for word, senses in synthetic.gold.items()
        for number, sense in enumerate(senses)
    ]
    gold.write_text("".join(rows))
    arguments = ("tune", built[0], "--gold", gold, "--embeddings", f"fasttext:{synthetic.vectors}")
    result = contrast(*arguments, "-o", tmp_path / "curves.html")
    lines = result.output.splitlines()
    assert lines[0].split() == ["threshold", "precision", "recall", "F1", "F0.5", "right", "inferred", "gold"]
    assert len(lines) == 13
    assert any(line.split()[1:5] == ["1.0000"] * 4 for line in lines[1:12])
    page = (tmp_path / "curves.html").read_text()
    assert page.count("<polyline") == 4
    assert page.count("<tr>") == 12
    contrast(*arguments, "-o", tmp_path / "curves.svg", "--thresholds", "0.3:0.5:0.1")
    assert (tmp_path / "curves.svg").read_text().startswith("<svg")
    for bad in (("-o", "x.png"), ("--thresholds", "nonsense")):
        with pytest.raises(UsageError):
            contrast(*arguments, *bad)
