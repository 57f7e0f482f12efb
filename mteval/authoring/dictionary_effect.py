"""How much a change of a dictionary changes the precision of systems on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mteval.core import registry
from mteval.core.options import SystemSpec
from mteval.core.protocols import Contents
from mteval.core.records import DictionaryPair
from mteval.core.suites import Suite, SuiteSource
from mteval.evaluation import answer_suite, judge_all, open_systems, require_capability
from mteval.scoring import NamedSystem
from mteval.statistics.resampling import DEFAULT_SEED, Observed, bootstrap, percentile_interval

RESAMPLES = 1000


@dataclass(frozen=True, slots=True)
class Change:
    """One value before and after, and the interval of the difference."""

    before: float
    after: float
    interval: tuple[float, float]

    @property
    def difference(self) -> float:
        """After minus before."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Effect:
    """What became of one system: its values by key, the words that count, and how many of them turned right."""

    system: str
    values: dict[str, Change]
    words: tuple[int, int]
    turned_right: int


def effects(
    before: Sequence[DictionaryPair], after: Sequence[DictionaryPair], specs: Sequence[SystemSpec], convention: str
) -> list[Effect]:
    """Score systems on a dictionary before and after targets were added to it.

    Both have the same source words, so each is compared with itself: the interval of a difference comes from resampling
    source words, drawn alike for both.
    """
    suites = _suite(before, convention), _suite(after, convention)
    systems = open_systems(specs)
    for system in systems:
        require_capability(suites[0], system)
    return [_effect(system, suites) for system in systems]


def _suite(pairs: Sequence[DictionaryPair], convention: str) -> Suite:
    family = registry.families.find("dictionary")({"convention": convention, "names": "none", "lemmatiser": "none"})
    source = SuiteSource("dictionary", "dictionary", "dictionary", {"data": Path("dictionary")})
    suite: Suite = family.load(source, Contents(tuple(pairs)))
    return suite


def _effect(system: NamedSystem, suites: tuple[Suite, Suite]) -> Effect:
    observed = [_observe(system, suite) for suite in suites]
    drawn = bootstrap(observed, RESAMPLES, DEFAULT_SEED)
    before, after = (one.value().tolist() for one in observed)
    values = {
        key: Change(before[i], after[i], percentile_interval(drawn[1][:, i] - drawn[0][:, i]))
        for i, key in enumerate(observed[0].metric.keys)
    }
    hits = [one.statistics.rows[:, 0] > 0 for one in observed]
    cases = len(hits[0])
    coverage = values["coverage"]
    words = round(coverage.before * cases), round(coverage.after * cases)
    return Effect(system.name, values, words, int((hits[1] & ~hits[0]).sum()))


def _observe(system: NamedSystem, suite: Suite) -> Observed:
    metric = registry.metrics.find("precision-at-k")()
    family = registry.families.find("dictionary")(suite.options)
    return Observed(metric, metric.observe(judge_all(suite, family, answer_suite(suite, system))))
