"""mteval checklist generate: carry a CheckList into another language through machine translation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mteval.cli._shared import WritableFile, alpha_option, tokenizer_option

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mteval.authoring.checklist.generation import GenerationOutcome

PATH = click.Path(path_type=Path)


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
    seed: int,
    drop_suspected: bool,
    tokenizer: str | None,
    alpha: float,
    as_json: bool,
) -> None:
    """Expand a CheckList, translate its instances and extract the templates of the new language.

    Translations are kept on disk: a run that was stopped goes on where it was.

    \b
    Example:
      mteval checklist generate checklist-en.json --to es --translator apertium:eng-spa -o checklist-es.json
    """
    from mteval.authoring.checklist.generation import GenerationPlan, generate, source_texts
    from mteval.checklists.checklist import read_checklist, write_checklist
    from mteval.checklists.tea.tokens import tokenizer as tokenizer_of
    from mteval.cli.progress import progress_bar
    from mteval.core.errors import UsageError
    from mteval.text.writing import write_lines

    cut = tokenizer_of(tokenizer) if tokenizer else None
    plan = GenerationPlan(language, limit, seed, drop_suspected, cut, alpha, translator or "")
    checklist = read_checklist(source)
    if export is not None:
        write_lines(export, source_texts(checklist, plan))
        return
    if translator is None or output is None:
        raise UsageError(
            "generate needs --translator SPEC and -o FILE (or --export FILE to get the texts to translate)."
        )
    with progress_bar() as report:
        made = generate(checklist, _asking(translator, report), plan, report)
    write_checklist(made.checklist, output)
    _show(made.outcomes, as_json=as_json)


def _asking(spec: str, report: Callable[[str, int, int], None]) -> Callable[[Sequence[str]], Sequence[str]]:
    """The translator of a spec, as a function from texts to translations."""
    from mteval.authoring.checklist.translating import translator

    return translator(spec, lambda done, total: report("translating", done, total))


def _show(outcomes: Sequence[GenerationOutcome], *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps([outcome.document() for outcome in outcomes], ensure_ascii=False, indent=1))
        return
    click.echo("instances  templates  coverage  over-generation  unseen  suspected  source template")
    for one in outcomes:
        note = f"  ({one.note})" if one.note else ""
        shares = f"{one.coverage:8.1%}  {one.over_generation:15.1%}  {one.unseen_share:6.1%}"
        source = f"{one.capability}: {one.template}{note}"
        click.echo(f"{one.instances:9}  {one.templates:9}  {shares}  {one.suspected:9}  {source}")
    click.echo(
        f"{sum(one.instances for one in outcomes):9}  {sum(one.templates for one in outcomes):9}  "
        f"{'':8}  {'':15}  {'':6}  {sum(one.suspected for one in outcomes):9}  in all, from {len(outcomes)} templates"
    )
