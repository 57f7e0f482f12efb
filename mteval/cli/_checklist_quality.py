"""mteval checklist quality: how good CheckLists are."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

PATH = click.Path(path_type=Path)
# Axis, what is shown, where it is in the document, and how many digits.
COLUMNS = (
    ("utility", "FR", ("failure_rate",), "{:.1%}"),
    ("utility", "Aug-0", ("aug_0",), "{:.1%}"),
    ("utility", "Aug-CFT", ("aug_cft",), "{:.1%}"),
    ("diversity", "templates", ("diversity", "templates"), "{:.0f}"),
    ("diversity", "lexicon values", ("diversity", "values"), "{:.0f}"),
    ("diversity", "CT-BLEU (normalised) ↓", ("diversity", "ct_bleu"), "{:.3f}"),
    ("cost", "minutes per template ↓", ("cost", "minutes_per_template"), "{:.2f}"),
    ("cost", "minutes per value ↓", ("cost", "minutes_per_value"), "{:.2f}"),
    ("correctness", "FR-diff ↓", ("fr_diff",), "{:.1%}"),
    ("correctness", "FR-diff by capability ↓", ("fr_diff_by_capability",), "{:.1%}"),
    ("correctness", "Pearson", ("pearson",), "{:.2f}"),
    ("correctness", "Spearman", ("spearman",), "{:.2f}"),
    ("correctness", "precision, strict", ("match", "strict", "precision"), "{:.1%}"),
    ("correctness", "recall, strict", ("match", "strict", "recall"), "{:.1%}"),
    ("correctness", "precision, subset", ("match", "subset", "precision"), "{:.1%}"),
    ("correctness", "recall, subset", ("match", "subset", "recall"), "{:.1%}"),
    ("correctness", "precision, lenient", ("match", "lenient", "precision"), "{:.1%}"),
    ("correctness", "recall, lenient", ("match", "lenient", "recall"), "{:.1%}"),
)


@click.command(name="quality")
@click.argument("checklists", nargs=-1, required=True, type=PATH, metavar="CHECKLIST...")
@click.option("--verified", multiple=True, type=PATH, help="The verified CheckList: one for all, or one for each.")
@click.option("--system", metavar="SPEC", help="Gives failure rates; {name} in it stands for the CheckList's name.")
@click.option("--set", "options", multiple=True, metavar="KEY=VALUE", help="Option of the family, such as label_map.")
@click.option("--log", "logs", multiple=True, type=PATH, help="Verification log: template, annotator, seconds.")
@click.option("--aug0", type=PATH, help="Folder of a pre-trained model: fine-tune it on each CheckList.")
@click.option("--aug-cft", type=PATH, help="Folder of a model fine-tuned on the task: fine-tune it further.")
@click.option(
    "--augmentation",
    type=click.Choice(["per-capability", "over-all"]),
    default="over-all",
    show_default=True,
    help="One model a capability and the mean, as the first paper; or one model of all, as the second.",
)
@click.option("--epochs", type=click.IntRange(min=1), default=3, show_default=True, help="Of fine-tuning.")
@click.option("--learning-rate", type=float, default=5e-5, show_default=True, help="Of fine-tuning.")
@click.option("--instances", type=click.IntRange(min=0), default=50, show_default=True, help="Per template; 0: all.")
@click.option("--seed", type=int, default=1, show_default=True, help="Same seed, same digits.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with every capability's numbers.")
def command(checklists: tuple[Path, ...], as_json: bool, **given: Any) -> None:
    """Compare CheckLists on utility, diversity, cost and correctness, after Karthikeyan K et al. (2022).

    FR: failure rate of --system, the mean over capabilities. Aug-0 and Aug-CFT: accuracy, on the test parts of all CheckLists
    together, of models fine-tuned on 70 % of one (--augmentation says how). CT-BLEU: BLEU of each instance against all
    instances of the other templates, divided by the number of templates. FR-diff: difference of the mean failure rate from
    the verified CheckList's; by capability: the mean of the differences; Pearson and Spearman: the correlation over
    capabilities.
    A template matches a verified one if the texts are the same and (strict) the values too, (subset) the values of one are
    among the other's, (lenient) whatever the values.

    \b
    Example:
      mteval checklist quality tea.json human.json --verified verified.json --system predictions:{name}.labels --json
    """
    import json

    from mteval.authoring.checklist.quality_report import measure, without_nan
    from mteval.cli.progress import progress_bar

    with progress_bar() as move:
        document = measure(checklists, _wanted(given), move)
    if as_json:
        click.echo(json.dumps(without_nan(document), ensure_ascii=False, indent=2))
        return
    _show(document)


def _wanted(given: Mapping[str, Any]) -> Any:
    from mteval.authoring.checklist.quality.augmentation import TrainingRun
    from mteval.authoring.checklist.quality_report import QualityRequest
    from mteval.cli._shared import parse_settings
    from mteval.core.options import parse_system

    return QualityRequest(
        verified=given["verified"],
        logs=given["logs"],
        system=parse_system(given["system"]) if given["system"] else None,
        options=parse_settings(given["options"]),
        scratch=given["aug0"],
        fine_tuned=given["aug_cft"],
        augmentation=given["augmentation"],
        training=TrainingRun(epochs=given["epochs"], learning_rate=given["learning_rate"], seed=given["seed"]),
        instances=given["instances"],
        seed=given["seed"],
    )


def _show(document: Mapping[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    rows = list(document["checklists"])
    names = _short_names([Path(row["checklist"]) for row in rows])
    if "mean" in document:
        rows.append(document["mean"])
        names.append("mean")
    table = Table("axis", "measure", *names)
    for axis, title, keys, form in COLUMNS:
        cells = [_cell(row, keys, form) for row in rows]
        if any(cells):
            table.add_row(axis, title, *cells)
    Console(soft_wrap=True).print(table)


def _short_names(paths: list[Path]) -> list[str]:
    names = [path.name for path in paths]
    return names if len(set(names)) == len(names) else [str(path) for path in paths]


def _cell(row: Mapping[str, Any], keys: tuple[str, ...], form: str) -> str:
    value: Any = row
    for key in keys:
        value = value.get(key) if isinstance(value, Mapping) else None
    return "" if value is None else "–" if math.isnan(value) else form.format(value)
