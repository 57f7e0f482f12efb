"""System scores from standardised ratings, with significance clusters, as WMT reports direct assessment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from mteval.statistics.multiple import rank_clusters
from mteval.statistics.rating_table import Array


@dataclass(frozen=True, slots=True)
class Assessment:
    """One rating of one system's translation of one item."""

    system: str
    item: str
    annotator: str
    value: float


@dataclass(frozen=True, slots=True)
class SystemScore:
    """One system's place: raw mean, standardised mean, and the range of ranks the test leaves open."""

    system: str
    mean: float
    z: float
    items: int
    ratings: int
    rank_low: int
    rank_high: int


@dataclass(frozen=True, slots=True)
class SystemTest:
    """Whether the system `a` is rated higher than `b`: one-sided Wilcoxon rank-sum test on standardised item scores."""

    a: str
    b: str
    difference: float
    p_value: float
    n: int


@dataclass(frozen=True, slots=True)
class SystemRanking:
    """The systems, best first, every pair tested, and the clusters no test separates."""

    systems: tuple[SystemScore, ...]
    tests: tuple[SystemTest, ...]
    clusters: tuple[tuple[str, ...], ...]


def standardise(assessments: Sequence[Assessment]) -> Array:
    """Each rating as a z-score of its annotator's own ratings; NaN for an annotator who always gives the same value."""
    values = np.array([one.value for one in assessments])
    z = np.full(len(values), np.nan)
    places: dict[str, list[int]] = {}
    for place, one in enumerate(assessments):
        places.setdefault(one.annotator, []).append(place)
    for own in places.values():
        spread = values[own].std(ddof=1) if len(own) > 1 else 0.0
        if spread > 0:
            z[own] = (values[own] - values[own].mean()) / spread
    return z


def rank_systems(assessments: Sequence[Assessment], alpha: float = 0.05) -> SystemRanking:
    """Average standardised ratings per item, then per system; test every pair; draw WMT's lines."""
    z = standardise(assessments)
    per_item: dict[str, dict[str, list[float]]] = {}
    raw: dict[str, list[float]] = {}
    for one, standardised in zip(assessments, z, strict=True):
        raw.setdefault(one.system, []).append(one.value)
        items = per_item.setdefault(one.system, {})
        if not np.isnan(standardised):
            items.setdefault(one.item, []).append(float(standardised))
    scores = {system: np.array([np.mean(given) for given in items.values()]) for system, items in per_item.items()}
    means = {system: float(values.mean()) if len(values) else float("nan") for system, values in scores.items()}
    tests = _tests(scores, means)
    p_values = {frozenset((test.a, test.b)): test.p_value for test in tests}
    clusters = rank_clusters(means, p_values, higher_is_better=True, alpha=alpha)
    better = {system: sum(t.b == system and t.p_value < alpha for t in tests) for system in means}
    worse = {system: sum(t.a == system and t.p_value < alpha for t in tests) for system in means}
    ordered = sorted(means, key=lambda name: -means[name] if not np.isnan(means[name]) else np.inf)
    systems = tuple(
        SystemScore(
            system,
            float(np.mean(raw[system])),
            means[system],
            len(scores[system]),
            len(raw[system]),
            1 + better[system],
            len(means) - worse[system],
        )
        for system in ordered
    )
    return SystemRanking(systems, tests, clusters)


def _tests(scores: dict[str, Array], means: dict[str, float]) -> tuple[SystemTest, ...]:
    """Every pair, the better system first."""
    from scipy.stats import mannwhitneyu

    found = []
    for one, other in combinations(scores, 2):
        a, b = (one, other) if not means[one] < means[other] else (other, one)
        enough = len(scores[a]) > 1 and len(scores[b]) > 1
        p = float(mannwhitneyu(scores[a], scores[b], alternative="greater").pvalue) if enough else float("nan")
        found.append(SystemTest(a, b, means[a] - means[b], p, len(scores[a]) + len(scores[b])))
    return tuple(found)
