"""mteval score: score translations against references, or beside their source."""

from __future__ import annotations

from pathlib import Path

import click

from mteval.cli._shared import LANGUAGES_HELP, OutputOptions, TestingOptions, output_options, testing_options

PATH = click.Path(path_type=Path)


@click.command(name="score", short_help="Score translations against references, or without any.")
@click.argument("translations", nargs=-1, required=True, metavar="[NAME=]TRANSLATIONS...")
@click.option(
    "-r", "--reference", "references", multiple=True, help="Reference; may be repeated. Not needed by every metric."
)
@click.option("-s", "--source", help="The source text.")
@click.option("--name", "names", multiple=True, help="A system's name, once for each of the TRANSLATIONS.")
@click.option("--documents", type=PATH, help="Document name of each line; documents are resampled whole.")
@click.option(
    "--slices",
    type=PATH,
    metavar="METADATA.jsonl",
    help='A JSON object a line, as {"domain": "news", "document": "d1"}: scores by each key, beside those by length.',
)
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
    translations: tuple[str, ...],
    references: tuple[str, ...],
    source: str | None,
    names: tuple[str, ...],
    documents: Path | None,
    slices: Path | None,
    languages: str,
    metrics: str,
    testing: TestingOptions,
    output: OutputOptions,
) -> None:
    """Score translations against references, one segment a line, and compare every pair of systems.

    A system is named by its file, by NAME=FILE or by --name; - is standard input.

    Without references, give the source: some metrics need no more (length-ratio, copy-rate, language-match, repetition,
    integrity, judges, comet and metricx with reference-free models).

    Scores by length (words of the reference) come by themselves; by domain, document or anything else with --slices.

    \b
    Example:
      mteval score system1.de system2.de -r reference.de -m bleu,chrf,ter
      mteval score mine=system1.de theirs=system2.de -r reference.de --slices metadata.jsonl
      mteval score system.hi -r reference.hi -m "bleu?tokenize=none&max_ngram_order=2,rouge-l"
      mteval score system1.de system2.de -s source.en --languages en-de
      mteval score system1.de -s source.en -m integrity --languages en-de
    """
    from mteval.api import score
    from mteval.evaluation.given import given_file, named_files

    results = score(
        named_files(translations, names),
        [path for path in map(given_file, references) if path is not None],
        source=given_file(source),
        documents=documents,
        slices=slices,
        languages=languages,
        metrics=metrics,
        settings=testing.settings(keep_cases=output.shows_cases),
    )
    output.deliver(results)
