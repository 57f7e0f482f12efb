"""Systems ranked from people's judgements, by the rules WMT ranked them by.

A rule says which scores count (raw, or standardised per annotator), how they are averaged, how two systems are
tested, and how the tests give ranges of ranks.

- wmt22 (direct assessment; Kocmi et al., 2022, and the published tables of cs-en): standardised scores averaged per
  segment, then per system; one-sided Wilcoxon rank-sum test on segment means; repeats count. A range runs from 1 +
  systems that are significantly better to N - systems that are significantly worse; a cluster ends where every system
  above beats every one below.
- wmt23 (source-based DA+SQM; Kocmi et al., 2023): the same, but repeats do not count, as the published scores hold
  targets only. No table of WMT23 was at hand to check it against.
- wmt24 (ESA; Kocmi et al., 2024, calculate_clusters.py): mean of raw ratings; two-sided Wilcoxon signed-rank test on
  the segments both systems have, the higher mean wins; with macro means, tested per domain and combined by Stouffer's
  method. The latter combines two-sided p-values, so domains that point in opposite ways strengthen each other.
- wmt25 (ESA; 05-compute_clusters.py of the organisers): mean of raw ratings; every annotation of a segment is a pair
  of its own (the first of one system beside the first of the other, file by file); one-sided signed-rank test; a range
  reaches from neighbour to neighbour until the first significant difference; a cluster ends where no range reaches
  across. Ranges depend on the order of means and are not symmetric; no table of people's scores was at hand.
- permutation: mean of raw ratings, two-sided paired permutation of the signs of the segments' differences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from mteval.core.errors import UsageError, suggestion
from mteval.statistics.multiple import rank_clusters, rank_ranges
from mteval.statistics.rating_table import Array
from mteval.statistics.signed_rank import signed_rank_p

RAW, STANDARD = "raw", "z"
MICRO, MACRO, BY_SEGMENT = "micro", "macro", "segment"
RANK_SUM, SIGNED_RANK, PERMUTATION = "rank-sum", "signed-rank", "permutation"
ALL_PAIRS, NEIGHBOURS = "all-pairs", "neighbours"
ALPHA = 0.05
PERMUTATIONS = 10_000
FEW_DRAWS = 2_000_000


@dataclass(frozen=True, slots=True)
class RankingRule:
    """How systems are ranked; see the module's text for the rules that have a name."""

    name: str
    scores: str = RAW
    mean: str = MICRO
    test: str = SIGNED_RANK
    sides: int = 2
    ranges: str = ALL_PAIRS
    repeats: bool = False
    each_rating: bool = False

    @property
    def signature(self) -> str:
        """The rule in the form of a signature."""
        parts = {
            "rule": self.name,
            "scores": self.scores,
            "mean": self.mean,
            "test": f"{self.test}-{'one' if self.sides == 1 else 'two'}-sided",
            "ranges": self.ranges,
            "repeats": "counted" if self.repeats else "left-out",
        }
        return "|".join(f"{key}:{value}" for key, value in parts.items())


_WMT22 = RankingRule("wmt22", STANDARD, BY_SEGMENT, RANK_SUM, 1, repeats=True)
RULES = {
    "wmt22": _WMT22,
    "wmt23": replace(_WMT22, name="wmt23", repeats=False),
    "wmt24": RankingRule("wmt24"),
    "wmt25": RankingRule("wmt25", sides=1, ranges=NEIGHBOURS, each_rating=True),
    "permutation": RankingRule("permutation", test=PERMUTATION),
}


def find_rule(name: str) -> RankingRule:
    """The rule of a name."""
    if name not in RULES:
        raise UsageError(f"Unknown ranking rule '{name}'. {suggestion(name, RULES)}")
    return RULES[name]


def changed_rule(rule: RankingRule, changes: Mapping[str, str | None]) -> RankingRule:
    """The rule with another mean, test, kind of scores or treatment of repeats; its name then says it was changed."""
    given: dict[str, Any] = {key: value for key, value in changes.items() if value is not None}
    if "repeats" in given:
        given["repeats"] = given["repeats"] == "counted"
    changed = replace(rule, **given)
    return rule if changed == rule else replace(changed, name=f"{rule.name}-changed")


@dataclass(frozen=True, slots=True)
class Judgement:
    """One rating to rank by: whose translation of what, and the score that counts.

    `annotation` says which of several ratings of the translation it is, where each has a counterpart of its own.
    """

    system: str
    item: str
    value: float
    domain: str = ""
    annotation: str = ""


@dataclass(frozen=True, slots=True)
class SystemPlace:
    """One system's place: its mean, the ranks it may have, its cluster counted from 1, how many it beats and loses to."""

    system: str
    mean: float
    n_segments: int
    n_ratings: int
    first: int
    last: int
    cluster: int
    wins: int
    losses: int


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two systems compared: `a` has the higher mean, and was better on so many of the segments both have."""

    a: str
    b: str
    difference: float
    p_value: float
    n: int
    better: int
    worse: int


@dataclass(frozen=True, slots=True)
class RuledRanking:
    """The systems, best first, and every pair of them."""

    places: tuple[SystemPlace, ...]
    pairs: tuple[HeadToHead, ...]


@dataclass(frozen=True, slots=True)
class _SystemScores:
    """One system's ratings by segment, and by segment and annotation, and the segments' domains."""

    ratings: Mapping[str, Sequence[float]]
    annotations: Mapping[tuple[str, str], float]
    domains: Mapping[str, str]
    decimals: bool

    def segment_means(self) -> Array:
        return np.array([self._mean(given) for given in self.ratings.values()])

    def _mean(self, given: Sequence[float]) -> float:
        mean = float(np.mean(given))
        # WMT's segment means went through files of 15 digits, which decides ties of equal means summed in another order.
        return float(f"{mean:.15g}") if self.decimals else mean

    def mean(self, how: str) -> float:
        if how == BY_SEGMENT:
            return float(self.segment_means().mean())
        if how == MICRO:
            return float(np.mean([value for given in self.ratings.values() for value in given]))
        parts: dict[str, list[float]] = {}
        for item, given in self.ratings.items():
            parts.setdefault(self.domains.get(item, ""), []).extend(given)
        return float(np.mean([np.mean(given) for given in parts.values()]))


def rank_by_rule(judgements: Iterable[Judgement], rule: RankingRule, seed: int = 12345) -> RuledRanking:
    """Order the systems by their means, test every pair, and draw ranges and clusters."""
    systems = _collected(judgements, rule)
    means = {name: scores.mean(rule.mean) for name, scores in systems.items()}
    order = sorted(means, key=lambda name: -means[name])
    rng = np.random.default_rng(seed)
    pairs = tuple(_compare(a, b, systems, means, rule, rng) for a, b in combinations(order, 2))
    significant = {(one.a, one.b) for one in pairs if one.p_value < ALPHA and one.difference}
    p_values = {frozenset((one.a, one.b)): one.p_value for one in pairs}
    if rule.ranges == NEIGHBOURS:
        ranges = _neighbour_ranges(order, significant)
        clusters = _clusters_of_ranges(ranges)
    else:
        ranges = rank_ranges(means, p_values, higher_is_better=True, alpha=ALPHA)
        clusters = rank_clusters(means, p_values, higher_is_better=True, alpha=ALPHA)
    number = {name: place for place, cluster in enumerate(clusters, start=1) for name in cluster}
    places = []
    for name, (first, last) in ranges.items():
        ratings = systems[name].ratings
        wins, losses = (sum(pair[side] == name for pair in significant) for side in (0, 1))
        total = sum(map(len, ratings.values()))
        places.append(SystemPlace(name, means[name], len(ratings), total, first, last, number[name], wins, losses))
    return RuledRanking(tuple(places), pairs)


def _collected(judgements: Iterable[Judgement], rule: RankingRule) -> dict[str, _SystemScores]:
    ratings: dict[str, dict[str, list[float]]] = {}
    annotations: dict[str, dict[tuple[str, str], float]] = {}
    domains: dict[str, str] = {}
    for one in judgements:
        given = ratings.setdefault(one.system, {}).setdefault(one.item, [])
        # Without names, the first rating of one system stands beside the first of the other.
        annotations.setdefault(one.system, {})[one.item, one.annotation or str(len(given))] = one.value
        given.append(one.value)
        domains[one.item] = one.domain
    exact = rule.mean == BY_SEGMENT
    return {name: _SystemScores(given, annotations[name], domains, exact) for name, given in ratings.items()}


def _neighbour_ranges(order: Sequence[str], significant: set[tuple[str, str]]) -> dict[str, tuple[int, int]]:
    """From its own rank up and down to the first system that differs significantly."""
    ranges = {}
    for place, name in enumerate(order):
        first = last = place
        while first > 0 and (order[first - 1], name) not in significant:
            first -= 1
        while last + 1 < len(order) and (name, order[last + 1]) not in significant:
            last += 1
        ranges[name] = (first + 1, last + 1)
    return ranges


def _clusters_of_ranges(ranges: Mapping[str, tuple[int, int]]) -> tuple[tuple[str, ...], ...]:
    """A cluster ends where no range reaches across; the ranges come best mean first."""
    clusters: list[list[str]] = [[]]
    names = list(ranges)
    for place, name in enumerate(names):
        above, below = names[:place], names[place:]
        if place and all(ranges[one][1] <= place for one in above) and all(ranges[one][0] > place for one in below):
            clusters.append([])
        clusters[-1].append(name)
    return tuple(map(tuple, clusters))


def _compare(
    a: str,
    b: str,
    systems: Mapping[str, _SystemScores],
    means: Mapping[str, float],
    rule: RankingRule,
    rng: np.random.Generator,
) -> HeadToHead:
    shared = _shared(systems[a], systems[b], each_rating=rule.each_rating)
    differences = np.array([one - other for _, one, other in shared])
    if rule.test == RANK_SUM:
        p = _rank_sum(systems[a].segment_means(), systems[b].segment_means(), rule.sides)
    else:
        test = signed_rank_p if rule.test == SIGNED_RANK else _permutation_test(rng)
        domains = np.array([domain for domain, _, _ in shared]) if rule.mean == MACRO else None
        p = _by_domain(differences, domains, lambda part: test(part, rule.sides))
    better, worse = int((differences > 0).sum()), int((differences < 0).sum())
    return HeadToHead(a, b, means[a] - means[b], p, len(shared), better, worse)


def _shared(a: _SystemScores, b: _SystemScores, *, each_rating: bool) -> list[tuple[str, float, float]]:
    """Domain and both scores of every segment both have; each rating beside its counterpart, or the means."""
    if each_rating:
        return [
            (a.domains.get(key[0], ""), value, b.annotations[key])
            for key, value in a.annotations.items()
            if key in b.annotations
        ]
    return [
        (a.domains.get(item, ""), float(np.mean(given)), float(np.mean(b.ratings[item])))
        for item, given in a.ratings.items()
        if item in b.ratings
    ]


def _by_domain(differences: Array, domains: Array | None, test: Callable[[Array], float]) -> float:
    if domains is None:
        return test(differences)
    from scipy.stats import norm

    p_values = np.array([test(differences[domains == name]) for name in dict.fromkeys(domains.tolist())])
    p_values = p_values[~np.isnan(p_values)]
    if not len(p_values):
        return float("nan")
    return float(norm.sf(norm.isf(p_values).sum() / np.sqrt(len(p_values))))


def _rank_sum(a: Array, b: Array, sides: int) -> float:
    from scipy.stats import mannwhitneyu

    if len(a) < 2 or len(b) < 2:
        return float("nan")
    alternative = "two-sided" if sides == 2 else "greater"
    return float(mannwhitneyu(a, b, alternative=alternative, method="asymptotic").pvalue)


def _permutation_test(rng: np.random.Generator) -> Callable[[Array, int], float]:
    def test(differences: Array, sides: int) -> float:
        if not len(differences):
            return float("nan")
        observed = differences.sum()
        step = max(1, FEW_DRAWS // len(differences))
        extreme, noise = 0, 1e-9 * max(1.0, float(np.abs(differences).sum()))
        for start in range(0, PERMUTATIONS, step):
            shape = (min(step, PERMUTATIONS - start), len(differences))
            sums = (2.0 * rng.integers(0, 2, shape) - 1.0) @ differences
            beyond = np.abs(sums) >= abs(observed) - noise if sides == 2 else sums >= observed - noise
            extreme += int(beyond.sum())
        return (1 + extreme) / (1 + PERMUTATIONS)

    return test
