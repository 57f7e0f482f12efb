"""mteval checklist extract: find the templates that made a list of instances."""

from __future__ import annotations

import json
from pathlib import Path

import click

from mteval.cli._shared import WritableFile, alpha_option, tokenizer_option

PATH = click.Path(path_type=Path)


@click.command(name="extract")
@click.argument("instances", type=PATH)
@click.option("-o", "--output", type=WritableFile(), help="Write the JSON to a file instead of standard output.")
@click.option(
    "--method",
    type=click.Choice(["better", "tea"]),
    default="better",
    show_default=True,
    help="'tea' is the published algorithm; 'better' respects agreement and shared lexicons.",
)
@tokenizer_option
@click.option("--k", type=click.IntRange(min=1), default=2, show_default=True, help="Most tokens of a terminal (tea).")
@click.option(
    "--lemmas",
    metavar="LANG=simplemma|udpipe:FILE|stanza:FOLDER",
    default="",
    help="Find templates over lemmas and give them their words back (tea).",
)
@click.option("--values", type=PATH, help="Source values of each line (JSON lines, or tab-separated with a header).")
@alpha_option
def command(
    instances: Path,
    output: Path | None,
    method: str,
    tokenizer: str | None,
    k: int,
    lemmas: str,
    values: Path | None,
    alpha: float,
) -> None:
    """Extract the templates and lexicons that make the instances (one a line), covering all of them.

    Words that agree get templates of their own: "El vuelo era bueno" and "La comida era buena" are of two templates, told by
    the words that change together (better) or by the forms of a lemma (tea with --lemmas; tea without lemmas mixes them).
    With --values slots are what the source values became, which needs fewer instances and tells slips of the translator.

    \b
    Example:
      mteval checklist extract translated.es -o templates.json
      mteval checklist extract translated.es --values values.tsv -o templates.json
      mteval checklist extract translated.ja --tokenizer characters -o templates.json
      mteval checklist extract translated.es --method tea --lemmas es=simplemma -o templates.json
    """
    from mteval.authoring.checklist.extraction import ExtractionSettings, extract_file
    from mteval.cli.progress import progress_bar
    from mteval.text.writing import write_text

    with progress_bar() as report:
        extraction = extract_file(instances, ExtractionSettings(method, tokenizer, k, alpha, values, lemmas), report)
    text = json.dumps(extraction.document(), ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    click.echo(
        f"{extraction.instances} instances, {len(extraction.templates)} template{'s' * (len(extraction.templates) != 1)}, "
        f"coverage {extraction.coverage:.1%}, "
        f"over-generation {extraction.over_generation:.1%} "
        f"(unseen, thin samples included: {extraction.unseen_share:.1%}), suspected {len(extraction.suspected)}",
        err=True,
    )
    empty, repeated = extraction.settings["empty_lines"], extraction.settings["repeated_lines"]
    if empty or repeated:
        click.echo(f"left out: {empty} empty lines, {repeated} repeated lines", err=True)
    if output is None:
        click.echo(text, nl=False)
    else:
        write_text(output, text)
