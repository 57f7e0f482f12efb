"""ROUGE-W: unbroken runs weigh more, by Lin's examples and by hand."""

from __future__ import annotations

import pytest

from tests.metrics._rouge.scoring import rouge


@pytest.mark.parametrize(
    ("translation", "value"),
    [("A B C D H I K", 400 / 7), ("A H B K C I D", 200 / 7)],
)
def test_unbroken_runs_weigh_more(translation, value):
    # Lin (2004), section 4: with f(k) = k² the F-scores are .571 and .286; ROUGE-L is 4/7 for both.
    assert rouge("rouge-w", translation, "A B C D E F G", weight="2")["f"] == pytest.approx(value, abs=1e-12)
    assert rouge("rouge-l", translation, "A B C D E F G")["f"] == pytest.approx(400 / 7)


def test_weighted_runs_by_hand():
    # "a b" in a row and "d" alone: 2^1.2 + 1 = 3.2974; recall (3.2974)^(1/1.2) / 4, precision the same / 5.
    root = (2**1.2 + 1) ** (1 / 1.2)
    found = rouge("rouge-w", "a b x y d", "a b c d")
    assert found["recall"] == pytest.approx(100 * root / 4)
    assert found["precision"] == pytest.approx(100 * root / 5)
