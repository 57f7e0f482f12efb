"""mteval check: a gate for CI."""

from __future__ import annotations

from pathlib import Path

import click

from mteval.cli._shared import TestingOptions, retesting_options
from mteval.core.errors import GateFailedError


@click.command(name="check", short_help="Fail when a score or slice dropped significantly (for CI).")
@click.argument("results", type=click.Path(path_type=Path), metavar="DIR")
@click.option(
    "--baseline", required=True, type=click.Path(path_type=Path), help="What an earlier run wrote with -o DIR."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@retesting_options
def command(results: Path, baseline: Path, as_json: bool, testing: TestingOptions) -> None:
    """Fail (exit 1) when any score or slice dropped significantly against a baseline.

    Every score and slice that both results have is tested, with Holm's correction over all of them, so that a gate with
    many slices does not fail by chance. With very many, the resamples may be too few for any drop to count: that is said, and
    how many would do. The test, its resamples and its seed are those the runs were made with, unless options say otherwise.

    \b
    Example:
      mteval check results/now --baseline results/main
    """
    import json
    from dataclasses import asdict

    from mteval.evaluation.gate import changes, unable_to_fail
    from mteval.evaluation.stored_settings import settings_of
    from mteval.storage.reports import json_ready, read_results

    now, before = read_results(results), read_results(baseline)
    settings = settings_of([before, now], testing.given()).settings
    found = changes(now, before, settings)
    dropped = [change for change in found if change.dropped]
    findings = list(unable_to_fail(found))
    if as_json:
        document = {"passed": not dropped, "changes": list(map(asdict, found)), "findings": list(map(asdict, findings))}
        click.echo(json.dumps(json_ready(document), ensure_ascii=False, indent=2))
    else:
        click.echo(
            f"{len(found)} scores and slices compared, {sum(c.worse for c in found)} lower, {len(dropped)} significantly."
        )
    for finding in findings:
        click.echo(f"Warning: {finding.message}", err=True)
    for change in dropped:
        where = f" [{change.tag}={change.value}]" if change.tag else ""
        click.echo(
            f"DROPPED {change.suite}{where} {change.spec}: {change.before:.4f} → {change.after:.4f} "
            f"(p = {change.p_adjusted:.4f}); cases {', '.join(change.cases[:10])}",
            err=as_json,
        )
    if dropped:
        raise GateFailedError(f"{len(dropped)} of {len(found)} scores and slices dropped significantly.")
