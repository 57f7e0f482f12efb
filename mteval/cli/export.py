"""mteval export: the lines a system must translate or score."""

from __future__ import annotations

from pathlib import Path

import click

from mteval.cli._shared import parse_settings
from mteval.core.errors import CapabilityError


@click.command(name="export")
@click.argument("suite", metavar="SUITE")
@click.option("--format", "format_", metavar="NAME", help="What the file holds, where SUITE is a file.")
@click.option("--set", "options", multiple=True, metavar="KEY=VALUE", help="Override an option of the suite's family.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to a file instead of standard output.")
def command(suite: str, format_: str | None, options: tuple[str, ...], output: Path | None) -> None:
    """Print what a system must translate or score, in the order its answers must come back.

    Contrastive suites give 'source⇥target' lines: reference, contrast 1, …, next item. Bring the scores back with
    --system score-file:FILE, translations with --system output-file:FILE.

    \b
    Example:
      mteval export senses-en-es > to-score.tsv
    """
    from mteval.core.protocols import Exports
    from mteval.evaluation import family_of
    from mteval.library import find_suite, load_suite
    from mteval.text.writing import write_text

    loaded = load_suite(find_suite(suite, format_), parse_settings(options))
    family = family_of(loaded)
    if not isinstance(family, Exports):
        raise CapabilityError(f"Suites of the family '{loaded.source.family}' have no lines to export.")
    text = "".join(f"{line}\n" for line in family.export(loaded))
    if output is None:
        click.echo(text, nl=False)
    else:
        write_text(output, text)
