"""Correlations of failure rates over capabilities as published: Multilingual CheckList (2022), Table 2."""

from __future__ import annotations

import pytest

from mteval.authoring.checklist.quality.failure_rates import compare_rates

# Failure rates by capability of the extracted (TEA) and the verified CheckList, published Pearson and Spearman.
PUBLISHED = {
    "French": ("20.27 11.22 86.52 56.55 40.09 46.77", "21.78 11.53 86.52 61.25 40.09 47.8", 0.99, 1.0),
    "Gujarati": ("39.12 34.97 87.46 51.84 47.37 52.09", "29.09 32.18 88.72 55.15 46.8 51.54", 0.98, 0.89),
    "Swahili": ("46.04 37.5 88.86 73.32 51.87 58.45", "38.53 43.72 90.37 73.25 46.51 55.38", 0.97, 0.94),
}


@pytest.mark.parametrize("language", PUBLISHED)
def test_correlations_are_the_published_ones(language):
    extracted, verified, pearson, spearman = PUBLISHED[language]

    def rates(text):
        return {str(place): float(number) / 100 for place, number in enumerate(text.split())}

    found = compare_rates(rates(extracted), rates(verified))
    # The paper cuts or rounds to two digits (French: .9978 is printed as .99).
    assert found.pearson == pytest.approx(pearson, abs=0.01)
    assert found.spearman == pytest.approx(spearman, abs=0.005)


def test_difference_counted_by_hand():
    found = compare_rates({"A": 0.5, "B": 0.2, "C": 0.9}, {"B": 0.4, "A": 0.4, "D": 0.1})
    assert found.capabilities == ("A", "B")
    assert found.difference == pytest.approx(0.05)
    assert found.by_capability == pytest.approx((0.1 + 0.2) / 2)
    assert found.shift == pytest.approx(0.35 - 0.4)


@pytest.mark.parametrize(("ours", "verified", "published"), [(19.7, 19.3, 0.4), (48.4, 45.1, 3.3)])
def test_fr_diff_is_the_difference_of_the_means(ours, verified, published):
    """The paper's own figures: FR of two CheckLists, and the FR-diff it prints beside them."""
    spread = (-9.0, 4.0, 5.0)
    first = {str(i): ours + one for i, one in enumerate(spread)}
    second = {str(i): verified - one for i, one in enumerate(spread)}
    assert compare_rates(first, second).difference == pytest.approx(published)
