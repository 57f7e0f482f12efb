"""mteval compare: put the results of earlier runs side by side."""

from __future__ import annotations

from pathlib import Path

import click

from mteval.cli._shared import deliver, output_options, settings_from, testing_options


@click.command(name="compare")
@click.argument("reports", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="DIR|REPORT...")
@testing_options
@output_options
def command(
    reports: tuple[Path, ...],
    test: str | None,
    resamples: int | None,
    seed: int,
    output: Path | None,
    as_json: bool,
    render: str,
) -> None:
    """Compare what earlier runs wrote with -o DIR, testing every pair of systems on each suite.

    \b
    Example:
      mteval compare results/monday results/tuesday
    """
    from mteval.report_store import read_results
    from mteval.stored_comparison import compare_stored

    settings = settings_from(test, resamples, seed, keep_cases=True)
    results = compare_stored([read_results(path) for path in reports], settings)
    deliver(results, output, as_json=as_json, render=render)
