"""How dictionary suites are shown: what is left of P@1, and where the ranking of two systems flips."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from mteval.core.results import Finding, PairedTest, Report
from mteval.core.views import Section, TextTable, View
from mteval.families._dictionary.flips import flips
from mteval.families._dictionary.pictures import waterfall_sections, waterfall_tables


class DictionaryView(View):
    """The waterfall as a picture and as tables, and ranking flips as findings."""

    def sections(self, reports: Sequence[Report]) -> Iterable[Section]:
        """The waterfall of every suite."""
        return waterfall_sections([report for report in reports if report.extras.get("waterfall")])

    def tables(self, reports: Sequence[Report]) -> Iterable[TextTable]:
        """What is left of P@1, wherever it is shown."""
        return waterfall_tables(reports) if all(report.extras.get("waterfall") for report in reports) else ()

    def findings(self, reports: Sequence[Report], tests: Sequence[PairedTest]) -> Mapping[str, Sequence[Finding]]:
        """Where the ranking of two systems flips on the way down the waterfall."""
        found: dict[str, list[Finding]] = defaultdict(list)
        for flip in flips(reports, tests):
            for name in (flip.better, flip.worse):
                found[name].append(Finding("ranking-flip", flip.message))
        return found
