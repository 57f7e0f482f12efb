"""mteval score: score translations against references, or beside their source."""

from __future__ import annotations

from pathlib import Path

import click

from mteval.cli._shared import (
    LANGUAGES_HELP,
    OutputOptions,
    TestingOptions,
    output_options,
    parse_settings,
    testing_options,
)

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
@click.option(
    "-t", "--test-set", default="", metavar="NAME", help="A test set of sacreBLEU's, as wmt23 (with -l), instead of -r."
)
@click.option("-l", "--languages", default="", metavar="en-zh", help=LANGUAGES_HELP)
@click.option(
    "--level",
    type=click.Choice(("segment", "paragraph", "document")),
    default="segment",
    show_default=True,
    help="What is scored as one: segments, or these joined.",
)
@click.option("--resegment", is_flag=True, help="Cut translations that have other segments by their reference.")
@click.option("--set", "options", multiple=True, metavar="KEY=VALUE", help="An option of the test set's format.")
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
    test_set: str,
    languages: str,
    level: str,
    resegment: bool,
    options: tuple[str, ...],
    metrics: str,
    testing: TestingOptions,
    output: OutputOptions,
) -> None:
    """Score translations against references, one segment a line, and compare every pair of systems.

    A system is named by its file, by NAME=FILE or by --name; - is standard input.

    A file that holds a whole test set is recognised: WMT's XML and JSON Lines (sources, references, documents, domains, systems),
    XLIFF, TMX, a table with a header. Given as TRANSLATIONS its systems are scored, given with -r it is what other files are
    scored against, document by document. Documents are resampled whole, domains make slices.

    Joined to documents (--level document) texts are scored across sentence ends; translations with other segments than the
    reference's are cut by it (--resegment), by minimum edit distance as mwerSegmenter does. 'mteval explain reference' says more.

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
      mteval score wmttest2024.en-de.all.xml --set reference=refA
      mteval score OUT1.jsonl OUT2.jsonl -r wmt25-genmt.jsonl -l en-de_DE --level document
      mteval score system1.de -r reference.de --resegment
      mteval score system1.de -t wmt23 -l en-de
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
        test_set=test_set,
        level=level,
        resegment=resegment,
        options=parse_settings(options),
        settings=testing.settings(keep_cases=output.shows_cases),
    )
    output.deliver(results)
