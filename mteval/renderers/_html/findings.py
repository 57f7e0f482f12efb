"""Findings as the page shows them: each once, worst first, with the systems and cases it concerns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mteval.core.results import Finding, Report
from mteval.renderers._presentation import grouped_findings


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """A finding with the systems it concerns (none where it concerns all) and where its cases stand."""

    finding: Finding
    systems: tuple[str, ...]
    cases: tuple[int, ...]


def shown_findings(reports: Sequence[Report], positions: Mapping[str, int]) -> tuple[ShownFinding, ...]:
    """The findings of one suite, those that touch most cases first, then those of most systems."""
    cases = _cases(reports)
    found = [
        ShownFinding(
            finding,
            tuple(systems) if len(systems) < len(reports) else (),
            tuple(sorted(positions[case] for case in cases[finding.code, finding.message] if case in positions)),
        )
        for finding, systems in sorted(grouped_findings(reports), key=lambda pair: (-pair[0].count, -len(pair[1])))
    ]
    return tuple(found)


def _cases(reports: Sequence[Report]) -> dict[tuple[str, str], set[str]]:
    found: dict[tuple[str, str], set[str]] = {}
    for report in reports:
        for finding in report.findings:
            found.setdefault((finding.code, finding.message), set()).update(finding.cases)
    return found
