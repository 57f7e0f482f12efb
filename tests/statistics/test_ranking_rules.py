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


def sparse_campaign(seed, systems=6, segments=30, waves=2):
    """Whole scores of some segments in some waves; systems close to each other, as ranges are then wide."""
    rng = np.random.default_rng(seed)
    return {
        f"S{system}": {
            (segment, wave): float(np.clip(round(70 + 2 * system + rng.normal(0, 9)), 0, 100))
            for segment in range(segments)
            for wave in range(waves)
            if rng.random() < 0.8
        }
        for system in range(systems)
    }


def in_waves(scores):
    return [
        Judgement(name, str(segment), value, annotation=str(wave))
        for name, given in scores.items()
        for (segment, wave), value in given.items()
    ]


@pytest.mark.parametrize("seed", range(8))
def test_wmt25_is_what_a_program_written_from_its_description_finds(seed):
    """Every annotation a pair; from a system to the first neighbour that differs; lines where no range reaches across."""
    scores = sparse_campaign(seed)
    order = sorted(scores, key=lambda name: -float(np.mean(list(scores[name].values()))))

    def differs(better, worse):
        pairs = [scores[better][key] - scores[worse][key] for key in scores[better] if key in scores[worse]]
        return wilcoxon(pairs, alternative="greater").pvalue < 0.05

    ranges = []
    for place in range(len(order)):
        first, last = place, place
        for other in range(place - 1, -1, -1):
            if differs(order[other], order[place]):
                break
            first = other
        for other in range(place + 1, len(order)):
            if differs(order[place], order[other]):
                break
            last = other
        ranges.append((first + 1, last + 1))
    clusters, number = [], 1
    for place in range(len(order)):
        if place and max(last for _, last in ranges[:place]) <= place < min(first for first, _ in ranges[place:]):
            number += 1
        clusters.append(number)
    found = rank_by_rule(in_waves(scores), find_rule("wmt25")).places
    assert [one.system for one in found] == order
    assert [(one.first, one.last) for one in found] == ranges
    assert [one.cluster for one in found] == clusters


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("rule", ["wmt22", "wmt23"])
def test_direct_assessment_is_what_a_program_written_from_its_description_finds(rule, seed):
    """Means of segments, rank-sum tests; ranks of those not beaten, lines where all above beat all below."""
    scores = sparse_campaign(seed)
    segments = {}
    for name, given in scores.items():
        own = {}
        for (segment, _), value in given.items():
            own.setdefault(segment, []).append(value)
        segments[name] = [sum(values) / len(values) for values in own.values()]
    order = sorted(segments, key=lambda name: -float(np.mean(segments[name])))
    p = {
        (a, b): mannwhitneyu(segments[a], segments[b], alternative="greater", method="asymptotic").pvalue
        for i, a in enumerate(order)
        for b in order[i + 1 :]
    }
    beats = {pair for pair, value in p.items() if value < 0.05}
    found = rank_by_rule(in_waves(scores), find_rule(rule))
    assert [one.system for one in found.places] == order
    assert p_values(found) == pytest.approx(p)
    for place, one in enumerate(found.places):
        lost = sum((other, one.system) in beats for other in order)
        won = sum((one.system, other) in beats for other in order)
        assert (one.first, one.last, one.wins, one.losses) == (1 + lost, len(order) - won, won, lost)
        line = place > 0 and all((a, b) in beats for a in order[:place] for b in order[place:])
        assert one.cluster == (found.places[place - 1].cluster + line if place else 1)


def test_wmt23_does_not_count_repeats():
    assert find_rule("wmt22").repeats
    assert not find_rule("wmt23").repeats


def test_under_wmt25_an_annotation_without_its_counterpart_pairs_with_no_other():
    rows = [("A", "1", 10.0, "2"), ("B", "1", 90.0, "1"), ("B", "1", 9.0, "2")]
    (pair,) = rank_by_rule([Judgement(a, b, c, annotation=d) for a, b, c, d in rows], find_rule("wmt25")).pairs
    assert (pair.n, pair.better, pair.worse) == (
        1,
        0,
        1,
    )  # B leads by its mean, but A's only annotation beats B's second


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
