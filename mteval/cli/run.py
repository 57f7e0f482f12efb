"""mteval run: put suites to systems."""

from __future__ import annotations

import click

from mteval.cli._shared import (
    LANGUAGES_HELP,
    OutputOptions,
    TestingOptions,
    output_options,
    parse_settings,
    testing_options,
)
from mteval.evaluation.engine import ENGINES, LOCAL


@click.command(name="run")
@click.argument("suites", nargs=-1, required=True, metavar="SUITE...")
@click.option(
    "--system", "systems", multiple=True, metavar="SPEC", help="[NAME=]BACKEND:ARGUMENT[?key=value]; may be repeated."
)
@click.option("--format", "format_", metavar="NAME", help="What the SUITE files hold, where SUITE is a file.")
@click.option("--metrics", default="", metavar="a,b", help="Metrics instead of the suite's own.")
@click.option("--languages", default="", metavar="en-zh", help=LANGUAGES_HELP)
@click.option("--set", "options", multiple=True, metavar="KEY=VALUE", help="Override an option of the suite's family.")
@click.option("--engine", default=LOCAL, show_default=True, metavar=ENGINES, help="Where models answer; see below.")
@testing_options
@output_options
def command(
    suites: tuple[str, ...],
    systems: tuple[str, ...],
    format_: str | None,
    metrics: str,
    languages: str,
    options: tuple[str, ...],
    engine: str,
    testing: TestingOptions,
    output: OutputOptions,
) -> None:
    """Run test suites on one or more systems.

    SUITE is a name from 'mteval list suites', a folder with a suite.toml, or a data file with --format. Systems:
    output-file:FILE, score-file:FILE, ctranslate2:DIR, hugging-face:NAME_OR_DIR, embeddings:SRC.vec?target=TGT.vec, and
    more ('mteval list systems').

    A file that holds translations of systems (WMT's XML and JSON Lines, a table) needs no --system: those it holds are scored.

    With --engine dask:ADDRESS models are opened on the workers of that Dask cluster, once on each, from the same path or name;
    what a worker had when it died is given to another. Answers are kept here as they come, and are those of one process.

    \b
    Example:
      mteval run senses-en-es --system ctranslate2:model/ -o senses
      mteval run senses-en-es --system ctranslate2:model/ --engine dask:tcp://scheduler:8786
      mteval run cs-en.json --format mucow-scoring --system nematus=score-file:scores.txt
      mteval run wmttest2024.en-de.all.xml --format wmt-xml --set level=document
      mteval run terms.en-de.tsv --format glossary --set source=source.en --system output-file:system1.de
    """
    from mteval.api import run
    from mteval.cli.progress import progress_bar

    settings = testing.settings(keep_cases=output.shows_cases)
    with progress_bar() as watch:
        results = run(
            suites,
            systems=systems,
            metrics=metrics,
            format=format_,
            options=parse_settings(options),
            languages=languages,
            settings=settings,
            watch=watch,
            engine=engine,
        )
    output.deliver(results)
