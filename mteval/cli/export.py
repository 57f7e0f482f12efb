"""mteval export: the lines a system must translate or score."""

from __future__ import annotations

from pathlib import Path

import click

from mteval.cli._shared import WritableFile, parse_settings


@click.command(name="export", short_help="The lines a system must translate or score.")
@click.argument("suite", metavar="SUITE")
@click.option("--format", "format_", metavar="NAME", help="What the file holds, where SUITE is a file.")
@click.option("--set", "options", multiple=True, metavar="KEY=VALUE", help="Override an option of the suite's family.")
@click.option("-o", "--output", type=WritableFile(), help="Write to a file instead of standard output.")
def command(suite: str, format_: str | None, options: tuple[str, ...], output: Path | None) -> None:
    """Print what a system must translate or score, in the order its answers must come back.

    Contrastive suites give 'source⇥target' lines: reference, contrast 1, …, next item. Bring the scores back with
    --system score-file:FILE, translations with --system output-file:FILE.

    \b
    Example:
      mteval export senses-en-es > to-score.tsv
    """
    from mteval.api import export
    from mteval.text.writing import write_text

    text = "".join(f"{line}\n" for line in export(suite, format=format_, options=parse_settings(options)))
    if output is None:
        click.echo(text, nl=False)
    else:
        write_text(output, text)
