"""mteval report: write results as HTML, Markdown, LaTeX or CSV."""

from __future__ import annotations

from pathlib import Path

import click

from mteval.cli._shared import WritableFile, say
from mteval.core.errors import UsageError

ENDINGS = {".html": "html", ".htm": "html", ".md": "markdown", ".tex": "latex", ".csv": "csv", ".txt": "terminal"}


@click.command(name="report", short_help="Write what runs kept as HTML, Markdown, LaTeX or CSV.")
@click.argument("reports", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="DIR|REPORT...")
@click.option(
    "-o", "--output", required=True, type=WritableFile(), help="report.html, .md, .tex or .csv; .jsonl, .rating: errors"
)
@click.option(
    "--tagger", metavar="SPEC", help="udpipe:FILE or stanza:FOLDER: compare systems by part of speech, in HTML."
)
def command(reports: tuple[Path, ...], output: Path, tagger: str | None) -> None:
    """Write one report from what runs wrote with -o DIR; the file's ending says in which form.

    Systems of several runs are tested against each other as the runs were made: with their test, resamples and seed. To test
    them otherwise, use 'mteval compare -o DIR' and report on DIR.

    Errors that metrics marked (XCOMET, gemba-mqm, gemba-esa) go to a file ending in .jsonl, or in .rating for mt-metrics-eval:
    'mteval human' reads both, and 'human serve' shows them to annotators.

    \b
    Example:
      mteval report results -o report.html
      mteval report results -o errors.jsonl
    """
    from mteval.cli._shared import origin
    from mteval.evaluation.marked_errors import FORMATS, write_marked_errors
    from mteval.evaluation.reading import read_stored
    from mteval.evaluation.stored import compare_as
    from mteval.evaluation.stored_settings import settings_of
    from mteval.evaluation.views import render
    from mteval.evaluation.word_classes import word_classes
    from mteval.text.writing import write_text

    if tagger and ENDINGS.get(output.suffix) != "html":
        raise UsageError("--tagger is for reports in HTML, which compare systems word by word.")
    if output.suffix not in {**ENDINGS, **FORMATS}:
        known = ", ".join((*ENDINGS, *FORMATS))
        raise UsageError(f"{output}: no form of report ends in '{output.suffix}'. Use one of {known}.")
    read = [read_stored(path) for path in reports]
    if len(read) == 1:
        results = read[0]
    else:
        taken = settings_of(read)
        results = compare_as(read, taken)
        say(taken.sentence, err=True)
    if output.suffix in FORMATS:
        write_marked_errors(results, output)
    else:
        classes = word_classes(results, tagger) if tagger else {}
        write_text(output, render(results, ENDINGS[output.suffix], origin(), classes))
    say(str(output))
