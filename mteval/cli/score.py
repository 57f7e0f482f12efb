"""mteval score: score translations against references, or beside their source."""

from __future__ import annotations

from pathlib import Path

import click

from mteval.cli._shared import LANGUAGES_HELP, OutputOptions, TestingOptions, output_options, testing_options

PATH = click.Path(path_type=Path)


@click.command(name="score", short_help="Score translations against references, or without any.")
@click.argument("translations", nargs=-1, required=True, type=PATH, metavar="TRANSLATIONS...")
@click.option(
    "-r",
    "--reference",
    "references",
    multiple=True,
    type=PATH,
    help="Reference; may be repeated. Not needed by every metric.",
)
@click.option("-s", "--source", type=PATH, help="The source text.")
@click.option("--documents", type=PATH, help="Document name of each line; documents are resampled whole.")
@click.option("--languages", default="", metavar="en-zh", help=LANGUAGES_HELP)
@click.option(
    "-m",
    "--metrics",
    default="",
    metavar="a,b",
    help="See 'mteval list metrics' (default: bleu,chrf; without references those that need none).",
)
@testing_options
@output_options
def command(
    translations: tuple[Path, ...],
    references: tuple[Path, ...],
    source: Path | None,
    documents: Path | None,
    languages: str,
    metrics: str,
    testing: TestingOptions,
    output: OutputOptions,
) -> None:
    """Score translations against references, one segment a line, and compare every pair of systems.

    Without references, give the source: some metrics need no more (length-ratio, copy-rate, language-match, repetition,
    judges, comet and metricx with reference-free models).

    \b
    Example:
      mteval score system1.de system2.de -r reference.de -m bleu,chrf,ter
      mteval score system.hi -r reference.hi -m "bleu?tokenize=none&max_ngram_order=2,rouge-l"
      mteval score system1.de system2.de -s source.en --languages en-de
    """
    from mteval.api import score

    results = score(
        translations,
        references,
        source=source,
        documents=documents,
        languages=languages,
        metrics=metrics,
        settings=testing.settings(keep_cases=output.shows_cases),
    )
    output.deliver(results)
