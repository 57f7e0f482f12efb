"""Standardised ratings and the ranking WMT makes of them, against scipy and by hand."""

import numpy as np
import pytest
from scipy.stats import mannwhitneyu, zscore

from mteval.statistics.standardised import Assessment, rank_systems, standardise

NAN = np.nan


def assessments(**systems):
    """Ratings by one annotator: one per item."""
    return [
        Assessment(system, str(i), "ann", value) for system, values in systems.items() for i, value in enumerate(values)
    ]


def test_each_annotator_is_standardised_by_themselves():
    ann, bob = [1.0, 2, 3, 6], [10.0, 20, 60]
    mixed = [Assessment("A", str(i), name, v) for name, own in (("ann", ann), ("bob", bob)) for i, v in enumerate(own)]
    mixed = mixed[::2] + mixed[1::2]
    found = dict(zip([(one.annotator, one.value) for one in mixed], standardise(mixed), strict=True))
    for name, own in (("ann", ann), ("bob", bob)):
        assert [found[name, value] for value in own] == pytest.approx(list(zscore(own, ddof=1)))


def test_who_always_gives_the_same_value_cannot_be_standardised():
    made = [Assessment("A", str(i), "ann", 3.0) for i in range(3)] + [Assessment("A", "1", "bob", 2.0)]
    assert np.isnan(standardise(made)).all()


def test_two_ratings_are_enough_to_standardise():
    assert standardise(assessments(A=[1.0, 3.0])) == pytest.approx([-(0.5**0.5), 0.5**0.5])


GOOD = [7.0, 8, 9, 10, 8.5, 9.5]
FAIR = [4.0, 5, 6, 4.5, 5.5, 6.5]
POOR = [1.0, 2, 3, 1.5, 2.5, 0.5]


def test_systems_are_ranked_by_their_standardised_means():
    ranking = rank_systems(assessments(poor=POOR, good=GOOD, fair=FAIR))
    assert [one.system for one in ranking.systems] == ["good", "fair", "poor"]
    z = zscore(POOR + GOOD + FAIR, ddof=1)
    for one, own, raw in zip(ranking.systems, (z[6:12], z[12:], z[:6]), (GOOD, FAIR, POOR), strict=True):
        assert one.z == pytest.approx(own.mean())
        assert one.mean == pytest.approx(np.mean(raw))
        assert (one.items, one.ratings) == (6, 6)
    assert [(one.rank_low, one.rank_high) for one in ranking.systems] == [(1, 1), (2, 2), (3, 3)]
    assert ranking.clusters == (("good",), ("fair",), ("poor",))


def test_pairs_are_tested_by_the_rank_sum_the_better_first():
    ranking = rank_systems(assessments(poor=POOR, good=GOOD, fair=[9.0, 1, 5, 6, 2, 7]))
    assert [(test.a, test.b) for test in ranking.tests] == [("good", "poor"), ("fair", "poor"), ("good", "fair")]
    z = zscore([*POOR, *GOOD, 9.0, 1, 5, 6, 2, 7], ddof=1)
    poor, good, fair = z[:6], z[6:12], z[12:]
    for test, a, b in zip(ranking.tests, (good, fair, good), (poor, poor, fair), strict=True):
        assert test.p_value == pytest.approx(mannwhitneyu(a, b, alternative="greater").pvalue)
        assert test.difference == pytest.approx(a.mean() - b.mean())
        assert test.n == 12


def test_systems_no_test_separates_share_their_ranks():
    ranking = rank_systems(assessments(a=[5.0, 6, 7, 5], b=[5.0, 6, 6, 5], c=[0.0, 1, 1, 0]))
    assert ranking.clusters == (("a", "b"), ("c",))
    assert [(one.rank_low, one.rank_high) for one in ranking.systems] == [(1, 2), (1, 2), (3, 3)]


def test_the_level_of_the_tests_can_be_chosen():
    ranking = rank_systems(assessments(a=[5.0, 6, 7, 5], c=[0.0, 1, 1, 0]), alpha=0.001)
    assert ranking.clusters == (("a", "c"),)
    assert [(one.rank_low, one.rank_high) for one in ranking.systems] == [(1, 2), (1, 2)]


def test_several_ratings_of_one_item_are_one_observation():
    """Item 0 is rated 1 and 3, item 1 is rated 8: the items' means are 2 and 8, so the system's is 5 (not 4)."""
    made = [
        Assessment("A", "0", "ann", 1.0),
        Assessment("A", "0", "ann", 3.0),
        Assessment("A", "1", "ann", 8.0),
        Assessment("B", "0", "ann", 4.0),
    ]
    values = [1.0, 3, 8, 4]
    first = rank_systems(made).systems[0]
    assert first.system == "A"
    assert (first.items, first.ratings, first.mean) == (2, 3, 4.0)
    assert first.z == pytest.approx((5 - np.mean(values)) / np.std(values, ddof=1))


def test_ratings_that_cannot_be_standardised_count_only_in_the_raw_mean():
    made = [
        *assessments(A=[1.0, 3.0], B=[2.0, 4.0]),
        Assessment("A", "0", "bob", 5.0),
        Assessment("C", "0", "bob", 5.0),
    ]
    ranking = rank_systems(made)
    found = {one.system: one for one in ranking.systems}
    assert (found["A"].items, found["A"].ratings, found["A"].mean) == (2, 3, 3.0)
    assert (found["C"].items, found["C"].ratings, found["C"].mean) == (0, 1, 5.0)
    assert np.isnan(found["C"].z)
    assert [one.system for one in ranking.systems] == ["B", "A", "C"]
    assert ranking.clusters == (("B", "A"),)


def test_one_item_is_not_tested():
    ranking = rank_systems(assessments(A=[1.0], B=[2.0, 4.0]))
    (test,) = ranking.tests
    assert (test.a, test.b, test.n) == ("B", "A", 3)
    assert np.isnan(test.p_value)


def test_equal_systems_stay_in_the_order_they_came():
    ranking = rank_systems(assessments(B=[1.0, 3.0], A=[3.0, 1.0]))
    assert [(test.a, test.b) for test in ranking.tests] == [("B", "A")]
    assert [one.system for one in ranking.systems] == ["B", "A"]
