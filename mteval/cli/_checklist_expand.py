"""mteval checklist expand: print the instances of templates, one a line."""

from __future__ import annotations

import json
from pathlib import Path

import click

from mteval.cli._shared import WritableFile


@click.command(name="expand")
@click.argument("file", metavar="SUITE|FILE")
@click.option(
    "--limit", type=click.IntRange(min=1), help="At most this many instances of each template, drawn at random."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Same seed, same sample.")
@click.option("--capability", multiple=True, help="Only this capability; may be repeated.")
@click.option("--drop-suspected", is_flag=True, help="Leave out templates marked as suspected translation errors.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line: texts, values, template, label.")
@click.option("-o", "--output", type=WritableFile(), help="Write to a file instead of standard output.")
def command(
    file: str,
    limit: int | None,
    seed: int,
    capability: tuple[str, ...],
    drop_suspected: bool,
    as_json: bool,
    output: Path | None,
) -> None:
    """Print the instances of every template of a CheckList, or of what `extract` wrote, one a line.

    A CheckList is a file or the name of a suite.

    Several texts of one instance (premise and hypothesis) are separated by a tab.

    \b
    Example:
      mteval checklist expand checklist.json --limit 100 --seed 1
      mteval checklist expand mt-checklist-en --limit 2
      mteval checklist expand templates.json | sort > instances.txt
    """
    from mteval.authoring.checklist.expansion import Selection, instances_of
    from mteval.library import data_file
    from mteval.text.writing import write_text

    selection = Selection(limit, seed, capability, drop_suspected)
    lines = (
        json.dumps(instance, ensure_ascii=False) if as_json else "\t".join(instance["texts"])
        for instance in instances_of(data_file(file, "checklist"), selection)
    )
    if output is not None:
        write_text(output, "".join(f"{line}\n" for line in lines))
        return
    for line in lines:
        click.echo(line)
