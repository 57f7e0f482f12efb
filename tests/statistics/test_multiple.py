import numpy as np
import pytest

from mteval.statistics.multiple import holm, rank_clusters, rank_ranges


def test_holm_by_hand():
    # Holm (1979): sorted .005 .01 .03 .04 times 4 3 2 1, made monotone.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_holm_equals_statsmodels():
    multitest = pytest.importorskip("statsmodels.stats.multitest", reason="statsmodels is the oracle")
    values = np.random.default_rng(0).uniform(0, 0.2, 25)
    assert holm(list(values)) == pytest.approx(multitest.multipletests(values, method="holm")[1])


def test_holm_leaves_untested_pairs_out():
    adjusted = holm([0.02, float("nan"), 0.01])
    assert adjusted[0] == pytest.approx(0.02)
    assert np.isnan(adjusted[1])


SCORES = {"a": 30.0, "b": 29.5, "c": 25.0}


def test_cluster_line_needs_every_pair_across_it():
    p = {frozenset("ab"): 0.2, frozenset("ac"): 0.001, frozenset("bc"): 0.001}
    assert rank_clusters(SCORES, p, higher_is_better=True) == (("a", "b"), ("c",))
    p[frozenset("bc")] = 0.2
    assert rank_clusters(SCORES, p, higher_is_better=True) == (("a", "b", "c"),)


def test_lower_is_better_turns_the_order():
    p = dict.fromkeys((frozenset("ab"), frozenset("ac"), frozenset("bc")), 0.001)
    assert rank_clusters(SCORES, p, higher_is_better=False) == (("c",), ("b",), ("a",))


def test_a_corrected_p_value_is_at_most_one():
    assert holm([0.6, 0.7, 0.8]) == [1.0, 1.0, 1.0]
    assert holm([]) == []


def test_what_was_not_tested_does_not_count_as_a_test():
    assert holm([0.04, float("nan"), float("nan")])[0] == pytest.approx(0.04)


EVERY_PAIR = (frozenset("ab"), frozenset("ac"), frozenset("bc"))


def test_a_system_without_a_score_has_no_rank():
    p = dict.fromkeys(EVERY_PAIR, 0.001)
    assert rank_clusters(SCORES | {"b": float("nan")}, p, higher_is_better=True) == (("a",), ("c",))
    assert rank_clusters({"a": float("nan")}, {}, higher_is_better=True) == ()


def test_a_p_value_at_the_level_does_not_separate():
    assert rank_clusters(SCORES, dict.fromkeys(EVERY_PAIR, 0.05), higher_is_better=True) == (("a", "b", "c"),)
    assert rank_clusters(SCORES, dict.fromkeys(EVERY_PAIR, 0.0499), higher_is_better=True) == (("a",), ("b",), ("c",))


def test_another_level_separates_others():
    p = dict.fromkeys(EVERY_PAIR, 0.08)
    assert rank_clusters(SCORES, p, higher_is_better=True, alpha=0.1) == (("a",), ("b",), ("c",))


def test_a_pair_that_was_not_tested_is_not_separated():
    p = {frozenset("ab"): 0.001, frozenset("bc"): 0.001}
    assert rank_clusters(SCORES, p, higher_is_better=True) == (("a", "b", "c"),)


def test_the_first_system_may_stand_alone():
    p = {frozenset("ab"): 0.001, frozenset("ac"): 0.001, frozenset("bc"): 0.5}
    assert rank_clusters(SCORES, p, higher_is_better=True) == (("a",), ("b", "c"))


def test_rank_ranges_count_who_is_significantly_better_and_worse():
    """WMT's rank ranges: a beats c, nothing else is sure."""
    p = {frozenset("ab"): 0.2, frozenset("ac"): 0.001, frozenset("bc"): 0.2}
    assert rank_ranges(SCORES, p, higher_is_better=True) == {"a": (1, 2), "b": (1, 3), "c": (2, 3)}
    assert rank_ranges(SCORES, p, higher_is_better=False) == {"c": (1, 2), "b": (1, 3), "a": (2, 3)}


def test_a_significant_order_has_single_ranks():
    p = dict.fromkeys(EVERY_PAIR, 0.001)
    assert rank_ranges(SCORES, p, higher_is_better=True) == {"a": (1, 1), "b": (2, 2), "c": (3, 3)}
    assert list(rank_ranges(SCORES, p, higher_is_better=False)) == ["c", "b", "a"]


def test_without_significance_every_rank_is_possible():
    everything = {"a": (1, 3), "b": (1, 3), "c": (1, 3)}
    assert rank_ranges(SCORES, {}, higher_is_better=True) == everything
    assert rank_ranges(SCORES, dict.fromkeys(EVERY_PAIR, 0.05), higher_is_better=True) == everything
    assert rank_ranges(SCORES, dict.fromkeys(EVERY_PAIR, float("nan")), higher_is_better=True) == everything


def test_a_range_leaves_out_systems_without_a_score():
    p = dict.fromkeys(EVERY_PAIR, 0.001)
    assert rank_ranges(SCORES | {"b": float("nan")}, p, higher_is_better=True) == {"a": (1, 1), "c": (2, 2)}


def test_equal_scores_are_not_apart_however_sure_the_test():
    p = dict.fromkeys(EVERY_PAIR, 0.001)
    assert rank_ranges(SCORES | {"b": 30.0}, p, higher_is_better=True) == {"a": (1, 2), "b": (1, 2), "c": (3, 3)}


def test_a_range_may_use_another_level():
    p = dict.fromkeys(EVERY_PAIR, 0.08)
    assert rank_ranges(SCORES, p, higher_is_better=True, alpha=0.1) == {"a": (1, 1), "b": (2, 2), "c": (3, 3)}
