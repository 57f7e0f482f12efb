"""How dictionary suites are shown: what is left of P@1, and where the ranking of two systems flips."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, NotRequired, TypedDict

from mteval.core.results import Finding, PairedTest, Report
from mteval.core.views import Section, TextTable, View
from mteval.families._dictionary.flips import flips
from mteval.families._dictionary.gaps import gap_tables
from mteval.families._dictionary.pictures import waterfall_sections, waterfall_tables

Interval = tuple[float | None, float | None]


class ShownStep(TypedDict):
    """P@1 at one step of the waterfall."""

    step: str
    value: float | None
    n: int
    interval: Interval | None


class ShownFalsePositives(TypedDict):
    """How many of the words counted as wrong are not."""

    wrong: int
    inflections: int
    synonyms: int
    share: float | None
    judged_from: list[str]
    interval: Interval | None
    other_gold: NotRequired[int]


class SourceFacts(TypedDict, total=False):
    """P@1 of the words of one part of speech; empty where they are no slice."""

    value: float | None
    n: int
    interval: Interval | None


class PartFacts(TypedDict):
    """P@1 of one part of speech, by source word and by pair."""

    by_source: SourceFacts
    by_pair: ShownStep


class DictionaryView(View):
    """The waterfall as a picture and as tables, and ranking flips as findings."""

    extras: ClassVar[Mapping[str, Any]] = {
        "waterfall": list[ShownStep],
        "false_false_positives": ShownFalsePositives,
        "pos": dict[str, PartFacts],
        "first_words": dict[str, list[int]],
    }

    def sections(self, reports: Sequence[Report]) -> Iterable[Section]:
        """The waterfall of every suite."""
        return waterfall_sections([report for report in reports if report.extras.get("waterfall")])

    def tables(self, reports: Sequence[Report]) -> Iterable[TextTable]:
        """What is left of P@1, wherever it is shown."""
        if all(report.extras.get("waterfall") for report in reports):
            yield from waterfall_tables(reports)
        yield from gap_tables(reports)

    def findings(self, reports: Sequence[Report], tests: Sequence[PairedTest]) -> Mapping[str, Sequence[Finding]]:
        """Where the ranking of two systems flips on the way down the waterfall."""
        found: dict[str, list[Finding]] = defaultdict(list)
        for flip in flips(reports, tests):
            for name in (flip.better, flip.worse):
                found[name].append(Finding("ranking-flip", flip.message))
        return found
