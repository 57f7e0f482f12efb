"""mteval check: a gate for CI."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mteval.cli._shared import TestingOptions, WritableFile, retesting_options, say
from mteval.core.errors import GateFailedError, UsageError

if TYPE_CHECKING:
    from mteval.core.results import Finding
    from mteval.evaluation.gate_limits import GateOutcome


@click.command(name="check", short_help="Fail when a score or slice dropped significantly (for CI).")
@click.argument("results", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--baseline", type=click.Path(path_type=Path), help="What an earlier run wrote with -o DIR.")
@click.option("--min", "least", multiple=True, metavar="METRIC=VALUE", help="Fail below this value; may be repeated.")
@click.option("--max", "largest", multiple=True, metavar="METRIC=VALUE", help="Fail above this value (ter, rates).")
@click.option(
    "--max-drop",
    "loss",
    multiple=True,
    metavar="[METRIC=]VALUE",
    help="Let smaller losses pass, and fail on larger ones even where chance could explain them.",
)
@click.option("--cases", default=3, show_default=True, type=click.IntRange(0, 20), help="Cases shown of each drop.")
@click.option("--junit", type=WritableFile(), metavar="FILE", help="Write JUnit XML.")
@click.option("--markdown", type=WritableFile(), metavar="FILE", help="Write a summary in Markdown.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@retesting_options
def command(
    results: Path,
    baseline: Path | None,
    least: tuple[str, ...],
    largest: tuple[str, ...],
    loss: tuple[str, ...],
    cases: int,
    junit: Path | None,
    markdown: Path | None,
    as_json: bool,
    testing: TestingOptions,
) -> None:
    """Fail (exit 1) when any score or slice dropped significantly against a baseline, or is not where it must be.

    Every score and slice that both results have is tested, with Holm's correction over all of them, so that a gate with
    many slices does not fail by chance. With very many, the resamples may be too few for any drop to count: that is said, and
    how many would do. The test, its resamples and its seed are those the runs were made with, unless options say otherwise.

    With --max-drop a score fails that lost more than that, in the metric's own unit (points of bleu, shares of accuracy);
    a slice only where its loss is significant too. Where $GITHUB_STEP_SUMMARY is set, as in GitHub's workflows, a
    summary goes there. 'mteval explain gate' says how to make and keep a baseline.

    \b
    Example:
      mteval check results/now --baseline results/main
      mteval check results/now --baseline results/main --max-drop bleu=0.5 --junit gate.xml
      mteval check results/now --min bleu=30 --min chrf=40
    """
    from mteval.evaluation.gate import changes, unable_to_fail
    from mteval.evaluation.gate_forms import gate_junit, gate_lines, gate_markdown, summary_line
    from mteval.evaluation.gate_limits import GateOutcome, read_limits
    from mteval.evaluation.reading import read_stored
    from mteval.evaluation.stored_settings import settings_of
    from mteval.text.writing import write_text

    limits = read_limits(least, largest, loss)
    _refuse_empty(baseline, least or largest, loss)
    now = read_stored(results)
    bounds = limits.bounds(now)
    found = []
    if baseline is not None:
        before = read_stored(baseline)
        found = changes(now, before, settings_of([before, now], testing.given()).settings)
    outcome = GateOutcome(found, bounds, limits)
    findings = list(unable_to_fail(found))
    if as_json:
        _print_json(outcome, findings)
    else:
        say(summary_line(outcome))
    for finding in findings:
        say(f"Warning: {finding.message}", err=True)
    for line in gate_lines(outcome, cases):
        say(line, err=as_json)
    if junit is not None:
        write_text(junit, gate_junit(outcome, cases))
    if markdown is not None:
        write_text(markdown, gate_markdown(outcome, cases))
    _add_to_summary(gate_markdown(outcome, cases))
    if not outcome.passed:
        raise GateFailedError(_verdict(outcome))


def _refuse_empty(baseline: Path | None, bounds: Sequence[str], loss: Sequence[str]) -> None:
    """A gate needs something to hold the results against."""
    if baseline is None and not bounds:
        raise UsageError("There is nothing to check against. Give --baseline DIR, or a bound as in --min bleu=30.")
    if baseline is None and loss:
        raise UsageError("--max-drop needs results to drop from. Give --baseline DIR.")


def _print_json(outcome: GateOutcome, findings: Sequence[Finding]) -> None:
    import json
    from dataclasses import asdict

    from mteval.storage.reports import json_ready

    document = {
        "passed": outcome.passed,
        "changes": [{**asdict(change), "failed": outcome.limits.fails(change)} for change in outcome.changes],
        "bounds": [{**asdict(bound), "kept": bound.kept} for bound in outcome.bounds],
        "findings": list(map(asdict, findings)),
    }
    click.echo(json.dumps(json_ready(document), ensure_ascii=False, indent=2))


def _add_to_summary(text: str) -> None:
    """Add to the summary of a GitHub workflow step, where this is one."""
    place = os.environ.get("GITHUB_STEP_SUMMARY")
    if place:
        with Path(place).open("a", encoding="utf-8") as file:
            file.write(text)


def _verdict(outcome: GateOutcome) -> str:
    own = sum(not change.repeats for change in outcome.changes)
    parts = []
    if outcome.drops:
        how = "by more than is let pass" if outcome.limits.loss else "significantly"
        parts.append(f"{len(outcome.drops)} of {own} scores and slices dropped {how}")
    if outcome.missed:
        parts.append(f"{len(outcome.missed)} of {len(outcome.bounds)} scores are outside their bound")
    return f"{'; '.join(parts)}."
