"""mteval checklist generate: carry a CheckList into another language through machine translation."""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mteval.cli._shared import WritableFile, alpha_option, tokenizer_option

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mteval.authoring.checklist.checking import UnseenCheck
    from mteval.authoring.checklist.generation import GenerationOutcome
    from mteval.core.queries import Translation

PATH = click.Path(path_type=Path)
_LEGEND = """
covered: share of the translated instances that the new templates make.
over-generation: what the new templates make and the translator never says,
  estimated from instances that they were not made from ("none unseen": every
  instance was translated)."""
_SUSPECTED_LEGEND = """\
suspected: templates of instances that contradict all others, often slips of the
  translator; they have "suspected": true in the file. Read them, or leave them
  out with --drop-suspected."""


@click.command(name="generate")
@click.argument("source", type=PATH)
@click.option("--to", "language", required=True, metavar="LANGUAGE", help="The new language, such as es.")
@click.option(
    "--translator",
    metavar="SPEC",
    help="A system that translates: apertium:eng-spa, ctranslate2:DIR, output-file:FILE, …",
)
@click.option("-o", "--output", type=WritableFile(), help="Where the new CheckList goes.")
@click.option("--export", type=PATH, help="Only write the texts to translate, one a line, for output-file:FILE later.")
@click.option(
    "--limit", type=click.IntRange(min=2), default=300, show_default=True, help="Most instances of each template."
)
@click.option(
    "--check",
    "checked",
    type=click.IntRange(min=0),
    default=100,
    show_default=True,
    help="Unseen instances of each template translated to estimate over-generation.",
)
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    help="How often templates that do badly on unseen instances are made again with these (1 for output-file).",
)
@click.option(
    "--align",
    "aligned",
    type=click.Choice(["eflomal", "attention"]),
    help="Find slots by a word alignment too: eflomal's, or the links of a translator such as ctranslate2:DIR?links=true.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Same seed, same instances.")
@click.option("--drop-suspected", is_flag=True, help="Leave out templates suspected of being translation errors.")
@tokenizer_option
@alpha_option
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
def command(
    source: Path,
    language: str,
    translator: str | None,
    output: Path | None,
    export: Path | None,
    limit: int,
    checked: int,
    rounds: int,
    aligned: str | None,
    seed: int,
    drop_suspected: bool,
    tokenizer: str | None,
    alpha: float,
    as_json: bool,
) -> None:
    """Expand a CheckList, translate its instances and extract the templates of the new language.

    The instances of a template with more than --limit are chosen so that every value, and every pair of values, occurs often.
    Over-generation (what the templates make and the translator never says) is estimated from --check unseen instances each,
    with a 95 % interval. Translations are kept on disk: a run that was stopped goes on where it was.

    Values that agree get templates of their own ("El {thing} era {adj}", "La {thing_a} era {adj_a}"): which values go together is
    seen in the translations, so no tagger is needed.

    \b
    Example:
      mteval checklist generate checklist-en.json --to es --translator apertium:eng-spa -o checklist-es.json
    """
    from mteval.authoring.checklist.aligning import Aligner, OwnLinks, by_eflomal
    from mteval.authoring.checklist.generation import GenerationPlan, generate, source_texts
    from mteval.checklists.checklist import read_checklist, write_checklist
    from mteval.checklists.tea.tokens import tokenizer as tokenizer_of
    from mteval.cli.progress import progress_bar
    from mteval.core.errors import UsageError
    from mteval.text.writing import write_lines

    cut = tokenizer_of(tokenizer) if tokenizer else None
    # A file answers the texts that --export wrote and no others.
    asked = 1 if export is not None or (translator or "").startswith("output-file:") else rounds
    plan = GenerationPlan(language, limit, seed, drop_suspected, cut, alpha, translator or "", checked, asked)
    checklist = read_checklist(source)
    if export is not None:
        write_lines(export, source_texts(checklist, plan))
        return
    if translator is None or output is None:
        raise UsageError(
            "generate needs --translator SPEC and -o FILE (or --export FILE to get the texts to translate)."
        )
    own = OwnLinks()
    aligners: dict[str | None, Aligner] = {"eflomal": by_eflomal, "attention": own.align}
    with progress_bar() as report:
        asking = _asking(translator, report, own.keep if aligned == "attention" else None)
        made = generate(checklist, asking, plan, report, aligners.get(aligned))
    write_checklist(made.checklist, output)
    _show(made.outcomes, as_json=as_json)
    click.echo(f"Written to {output}", err=True)


def _asking(
    spec: str, report: Callable[[str, int, int], None], keep: Callable[[str, Translation], None] | None
) -> Callable[[Sequence[str]], Sequence[str]]:
    """The translator of a spec, as a function from texts to translations."""
    from mteval.authoring.checklist.translating import translator

    return translator(spec, lambda done, total: report("translating", done, total), keep)


def _show(outcomes: Sequence[GenerationOutcome], *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps([outcome.document() for outcome in outcomes], ensure_ascii=False, indent=1))
        return
    click.echo(f"{'instances':>11}{'templates':>11}{'suspected':>11}{'covered':>9}  over-generation (95 %)")
    for capability, found in groupby(outcomes, key=lambda one: one.capability):
        click.echo(capability)
        for one in found:
            click.echo(f"  {one.template}\n{_row(one)}")
    suspected = sum(one.suspected for one in outcomes)
    total = f"{sum(one.instances for one in outcomes):11}{sum(one.templates for one in outcomes):11}{suspected:11}"
    click.echo(f"in all, from {len(outcomes)} templates\n{total}")
    click.echo(_LEGEND)
    if suspected:
        click.echo(_SUSPECTED_LEGEND)


def _row(one: GenerationOutcome) -> str:
    note = f"\n{'':4}{one.note}" if one.note else ""
    return f"{one.instances:11}{one.templates:11}{one.suspected:11}{one.coverage:9.1%}  {_estimate(one.unseen)}{note}"


def _estimate(unseen: UnseenCheck) -> str:
    """The estimate with its interval; "none unseen" where every instance was translated."""
    if not unseen.unseen:
        return "none unseen"
    if unseen.interval is None:
        return "not checked"
    low, high = unseen.interval
    return f"{unseen.share:.1%} [{low:.1%}, {high:.1%}]"
