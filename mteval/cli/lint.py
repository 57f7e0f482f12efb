"""mteval lint: defects of the data set itself."""

from __future__ import annotations

from pathlib import Path

import click

from mteval.cli._shared import parse_settings, say
from mteval.core.errors import UsageError


@click.command(name="lint", short_help="Find the defects of a data set itself.")
@click.argument("suite", metavar="SUITE")
@click.option("--format", "format_", metavar="NAME", help="What the file holds, where SUITE is a file.")
@click.option("--set", "options", multiple=True, metavar="KEY=VALUE", help="Override an option of the suite's family.")
@click.option("--training", multiple=True, type=click.Path(path_type=Path), help="Training text that must not overlap.")
@click.option("--scores", default="", metavar="FILE[?better=higher]", help="Scores whose sign is to be checked.")
@click.option("--clean", type=click.Path(path_type=Path), help="Write the set without the defective items.")
@click.option("--write-digests", is_flag=True, help="Write the sha256 of the data files into the suite's suite.toml.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    suite: str,
    format_: str | None,
    options: tuple[str, ...],
    training: tuple[Path, ...],
    scores: str,
    clean: Path | None,
    write_digests: bool,
    as_json: bool,
) -> None:
    """Find the defects of a data set: unwinnable items, duplicates, clashes, overlap with training data.

    \b
    Example:
      mteval lint cs-en.mucow.scoring.json --format mucow-scoring --clean cleaned.json
      mteval lint my-suite --write-digests
    """
    import json

    from mteval.evaluation.judged import JUDGED
    from mteval.evaluation.lint import lint, write_clean

    if write_digests:
        say(_digests_written(suite, format_), err=True)
    report = lint(suite, format_, parse_settings(options), training, scores)
    if clean is not None:
        kept, dropped = write_clean(report, clean)
        say(f"{clean}: {kept} items kept, {dropped} left out", err=True)
    if as_json:
        found = [
            {"code": f.code, "count": f.count, "message": f.message, "cases": list(f.cases)} for f in report.findings
        ]
        click.echo(
            json.dumps({"suite": report.suite.name, "cases": len(report.suite.cases), "findings": found}, indent=2)
        )
        return
    defects = sum(finding.code != JUDGED for finding in report.findings)
    say(f"{report.suite.name}: {len(report.suite.cases)} cases, {defects} kinds of defect")
    for finding in report.findings:
        say(f"  {finding.code} ({finding.count}): {finding.message}")
        if finding.cases:
            say(f"    cases {', '.join(finding.cases[:10])}{' …' if len(finding.cases) > 10 else ''}")


def _digests_written(suite: str, format_: str | None) -> str:
    """Write the digests of a suite's files into its manifest, and say how many were not there or not right."""
    from mteval.library import find_manifest
    from mteval.storage.manifests import with_digests
    from mteval.text.writing import write_text

    if format_ is not None:
        raise UsageError("--write-digests is for a suite with a suite.toml, so leave --format out.")
    path = find_manifest(suite)
    text, changed = with_digests(path)
    if changed:
        write_text(path, text)
    return f"{path}: {changed} digests written"
