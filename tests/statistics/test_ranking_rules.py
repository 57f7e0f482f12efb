"""WMT's ranking rules on small made-up campaigns, beside scipy's tests."""

import numpy as np
import pytest
from scipy.stats import mannwhitneyu, wilcoxon

from mteval.core.errors import UsageError
from mteval.statistics.ranking_rules import Judgement, changed_rule, find_rule, rank_by_rule

SHIFTS = {"A": 6.0, "B": 5.5, "C": 0.0}


def campaign(size=40):
    rng = np.random.default_rng(7)
    base = rng.normal(50, 10, size)
    return {name: base + shift + rng.normal(0, 3, size) for name, shift in SHIFTS.items()}


def judgements(scores):
    return [
        Judgement(name, str(item), float(value), "odd" if item % 2 else "even")
        for name, values in scores.items()
        for item, value in enumerate(values)
    ]


def p_values(ranking):
    return {(one.a, one.b): one.p_value for one in ranking.pairs}


def test_wmt24_is_a_two_sided_signed_rank_test():
    scores = campaign()
    found = rank_by_rule(judgements(scores), find_rule("wmt24"))
    for (a, b), p in p_values(found).items():
        assert p == pytest.approx(float(wilcoxon(scores[a] - scores[b]).pvalue))
    assert (found.places[-1].system, found.places[-1].first) == ("C", 3)


def test_wmt22_is_a_one_sided_rank_sum_test():
    scores = campaign()
    found = rank_by_rule(judgements(scores), find_rule("wmt22"))
    for (a, b), p in p_values(found).items():
        assert p == pytest.approx(float(mannwhitneyu(scores[a], scores[b], alternative="greater").pvalue))


def test_ranges_cover_those_that_are_not_told_apart():
    scores = {"A": np.arange(30.0) + 10, "B": np.arange(30.0)[::-1] + 10, "C": np.arange(30.0) - 90}
    found = rank_by_rule(judgements(scores), find_rule("wmt24"))
    assert {one.system: (one.first, one.last) for one in found.places} == {"A": (1, 2), "B": (1, 2), "C": (3, 3)}


def test_neighbours_stop_at_the_first_difference():
    found = rank_by_rule(judgements(campaign()), find_rule("wmt25"))
    assert found.places[-1].first == found.places[-1].last == 3


def test_a_permutation_test_counts_the_observed_draw():
    found = rank_by_rule(judgements({"A": np.full(30, 9.0), "B": np.zeros(30)}), find_rule("permutation"))
    assert found.pairs[0].p_value == pytest.approx(1 / 10001)


def test_macro_means_weigh_domains_alike():
    given = [Judgement("A", str(n), 1.0, "x") for n in range(3)] + [Judgement("A", "y", 5.0, "y")]
    macro = changed_rule(find_rule("wmt24"), {"mean": "macro"})
    assert rank_by_rule(given, macro).places[0].mean == 3.0
    assert rank_by_rule(given, find_rule("wmt24")).places[0].mean == 2.0


def test_an_unknown_rule_is_refused():
    with pytest.raises(UsageError, match="Did you mean 'wmt2"):
        find_rule("wmt2")
