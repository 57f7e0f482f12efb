"""Defects of a data set itself, whatever family it belongs to, and the set without them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mteval.core import registry
from mteval.core.errors import CapabilityError
from mteval.core.options import parse_system
from mteval.core.protocols import Cleans, Family, InspectsRun, LintsSuite
from mteval.core.results import Finding
from mteval.core.suites import Suite
from mteval.evaluation.garbage import suspicious_references
from mteval.evaluation.judged import judged_findings
from mteval.evaluation.opened import open_systems, require_capability
from mteval.evaluation.run import answer_suite, family_of, judge_all
from mteval.library import find_suite, load_suite


@dataclass(frozen=True, slots=True)
class LintReport:
    """A suite and what is wrong with it."""

    suite: Suite
    family: Family
    findings: tuple[Finding, ...]


def lint(
    name: str,
    format: str | None = None,
    options: Mapping[str, Any] | None = None,
    training: Sequence[Path] = (),
    scores: str = "",
) -> LintReport:
    """Load a suite and look for every defect its family knows; `scores` is a file of scores whose sign is checked."""
    chosen = dict(options or {})
    if training:
        chosen["training"] = ",".join(map(str, training))
    suite = load_suite(find_suite(name, format), chosen)
    family = family_of(suite)
    deeper = tuple(family.lint(suite)) if isinstance(family, LintsSuite) else ()
    of_scores = _of_scores(suite, family, scores) if scores else ()
    known = (*suite.findings, *suspicious_references(suite), *deeper, *of_scores)
    return LintReport(suite, family, (*known, *judged_findings(suite.source)))


def _of_scores(suite: Suite, family: Family, scores: str) -> tuple[Finding, ...]:
    """What is wrong with a file of scores (`FILE[?better=higher]`): its sign, ties, values that are no numbers."""
    system = open_systems([parse_system(f"score-file:{scores}")])[0]
    require_capability(suite, system)
    answers = answer_suite(suite, system)
    found = family.inspect(suite, answers, judge_all(suite, answers)) if isinstance(family, InspectsRun) else ()
    return (*system.system.findings(), *found)


def write_clean(report: LintReport, path: Path) -> tuple[int, int]:
    """Write the set without its defective items; gives how many records were kept and left out."""
    if not isinstance(report.family, Cleans):
        raise CapabilityError(f"Suites of the family '{report.suite.source.family}' cannot be cleaned automatically.")
    records, _ = report.family.cleaned(report.suite)
    registry.formats.find(report.suite.source.format)().write(records, path)
    return len(records), len(report.suite.questions()[0]) - len(records)
