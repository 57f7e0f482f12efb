"""How much a change of a dictionary changes the precision of systems on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mteval.core import registry
from mteval.core.options import SystemSpec
from mteval.core.protocols import Contents
from mteval.core.records import DictionaryPair
from mteval.core.suites import Suite, SuiteSource
from mteval.evaluation.opened import NamedSystem, open_systems, require_capability
from mteval.evaluation.run import answer_suite, judge_all
from mteval.evaluation.settings import Settings
from mteval.statistics.resampling import Observation, several_clusters


@dataclass(frozen=True, slots=True)
class ValueChange:
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
    values: dict[str, ValueChange]
    words: tuple[int, int]
    turned_right: int


def effects(
    before: Sequence[DictionaryPair],
    after: Sequence[DictionaryPair],
    specs: Sequence[SystemSpec],
    convention: str,
    settings: Settings | None = None,
) -> list[Effect]:
    """Score systems on a dictionary before and after targets were added to it.

    Both have the same source words, so each is compared with itself: the interval of a difference comes from resampling
    source words, drawn alike for both.
    """
    suites = _suite(before, convention), _suite(after, convention)
    systems = open_systems(specs)
    for system in systems:
        require_capability(suites[0], system)
    return [_effect(system, suites, settings or Settings()) for system in systems]


def _suite(pairs: Sequence[DictionaryPair], convention: str) -> Suite:
    family = registry.families.find("dictionary")({"convention": convention, "names": "none", "lemmatiser": "none"})
    source = SuiteSource("dictionary", "dictionary", "dictionary", {"data": Path("dictionary")})
    suite: Suite = family.load(source, Contents(tuple(pairs)))
    return replace(suite, family=family)


def _effect(system: NamedSystem, suites: tuple[Suite, Suite], settings: Settings) -> Effect:
    observed = [_observe(system, suite) for suite in suites]
    labels = suites[0].clusters()
    clusters = None if labels is None else several_clusters(labels)
    resampling = settings.resampling(clusters)
    drawn = resampling.estimates(observed)
    before, after = (one.value().tolist() for one in observed)
    counted = observed[0].statistics.counted | observed[1].statistics.counted

    scale = observed[0].metric.scale

    def change(place: int) -> tuple[float, float]:
        return resampling.change(after[place] - before[place], drawn[1][:, place] - drawn[0][:, place], counted, scale)

    values = {key: ValueChange(before[i], after[i], change(i)) for i, key in enumerate(observed[0].metric.keys)}
    hits = [one.statistics.rows[:, 0] > 0 for one in observed]
    cases = len(hits[0])
    coverage = values["coverage"]
    words = round(coverage.before * cases), round(coverage.after * cases)
    return Effect(system.name, values, words, int((hits[1] & ~hits[0]).sum()))


def _observe(system: NamedSystem, suite: Suite) -> Observation:
    metric = registry.metrics.find("precision-at-k")()
    return Observation(metric, metric.observe(judge_all(suite, answer_suite(suite, system))))
