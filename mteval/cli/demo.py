"""mteval demo: every family on embedded data."""

from __future__ import annotations

from pathlib import Path

import click

from mteval.cli._shared import WritableFolder


@click.command(name="demo", short_help="Every kind of test on embedded data, in one HTML report.")
@click.option("-o", "--output", type=WritableFolder(), default=Path("mteval-demo"), show_default=True, help="Folder.")
def command(output: Path) -> None:
    """Run every kind of test on embedded data, without a network, and write one HTML report.

    Two small English–Spanish models, word vectors and example ratings come with mteval. Takes less than a minute.

    \b
    Example:
      mteval demo
    """
    import time
    from dataclasses import replace

    from mteval.cli._shared import origin
    from mteval.core import registry
    from mteval.demo.tour import take
    from mteval.storage.reports import write_results
    from mteval.text.writing import write_text

    start = time.monotonic()

    def announce(what: str) -> None:
        click.echo(f"{time.monotonic() - start:5.1f} s  {what}", err=True)

    tour = take(announce)
    announce("writing the report")
    write_results(tour.results, output)
    page = output / "report.html"
    write_text(page, registry.renderers.find("html")().render(replace(tour, origin=origin())))
    click.echo(registry.renderers.find("summary")().render(tour), nl=False)
    announce("done")
    click.echo(str(page))
