"""mteval compare: put the results of earlier runs side by side."""

from __future__ import annotations

from pathlib import Path

import click

from mteval.cli._shared import OutputOptions, TestingOptions, output_options, retesting_options, say


@click.command(name="compare", short_help="Compare earlier runs, testing every pair of systems.")
@click.argument("reports", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="DIR|REPORT...")
@retesting_options
@output_options
def command(
    reports: tuple[Path, ...],
    testing: TestingOptions,
    output: OutputOptions,
) -> None:
    """Compare what earlier runs wrote with -o DIR, testing every pair of systems on each suite.

    The test, its resamples and its seed are those the runs were made with, unless options say otherwise.

    \b
    Example:
      mteval compare results/monday results/tuesday
    """
    from mteval.evaluation.reading import read_stored
    from mteval.evaluation.stored import compare_as
    from mteval.evaluation.stored_settings import settings_of

    parts = [read_stored(path) for path in reports]
    taken = settings_of(parts, testing.given())
    results = compare_as(parts, taken)
    say(taken.sentence, err=True)
    output.deliver(results)
