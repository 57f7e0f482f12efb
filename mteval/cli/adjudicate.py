"""mteval adjudicate: a sheet on which a person decides what the procedure could not."""

from __future__ import annotations

from pathlib import Path

import click

from mteval.cli._shared import WritableFile, parse_settings


@click.command(name="adjudicate", short_help="A sheet of translations for a person to decide on.")
@click.argument("suite", metavar="SUITE")
@click.option("--system", required=True, metavar="SPEC", help="[NAME=]BACKEND:ARGUMENT[?key=value]")
@click.option("--format", "format_", metavar="NAME", help="What the file holds, where SUITE is a file.")
@click.option("--set", "options", multiple=True, metavar="KEY=VALUE", help="Override an option of the suite's family.")
@click.option("-o", "--output", required=True, type=WritableFile(), help="Write the sheet as TSV.")
@click.option("--html", type=WritableFile(), help="Write the sheet as a page to decide on with the mouse too.")
def command(
    suite: str, system: str, format_: str | None, options: tuple[str, ...], output: Path, html: Path | None
) -> None:
    """Write a sheet of the translations that hold words of both senses or of none.

    Fill the column 'verdict' with positive, negative or unknown (in a spreadsheet, or on the HTML page, which saves the
    TSV), then merge it back with --set adjudicated=SHEET.

    \b
    Example:
      mteval adjudicate en-fi.key.txt --format mucow-translation --system output-file:out.fi -o sheet.tsv --html sheet.html
      mteval run en-fi.key.txt --format mucow-translation --system output-file:out.fi --set adjudicated=sheet.tsv
    """
    from mteval.api import adjudicate

    sheet = adjudicate(suite, system=system, format=format_, options=parse_settings(options), output=output, html=html)
    click.echo(f"{len(sheet.rows)} of {sheet.cases} cases to decide: {output}")
