"""mteval reproduce: compute published numbers again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mteval.core.errors import GateFailedError

if TYPE_CHECKING:
    from mteval.recipes._reproduction import Reproduction

LABEL = 60


@click.command(name="reproduce", short_help="Compute published numbers again, row by row.")
@click.argument("recipe", required=False, metavar="RECIPE")
@click.option("--data", type=click.Path(path_type=Path), help="A local copy of the published files, found by name.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(recipe: str | None, data: Path | None, as_json: bool) -> None:
    """Fetch a published suite and compare our numbers to the published ones, row by row (exit 1 where one differs).

    Without RECIPE, lists the recipes there are.

    \b
    Example:
      mteval reproduce mucow-wmt19
      mteval reproduce mucow-wmt19 --data my-copy-of-mucow/
      mteval reproduce wmt23-metrics --data mt-metrics-eval-v2
    """
    import inspect
    import json

    from mteval.recipes._reproduction import recipes, reproduce
    from mteval.storage.reports import json_ready

    if recipe is None:
        for name in recipes.names():
            click.echo(f"{name}: {inspect.getdoc(recipes.find(name))}")
        return
    done = reproduce(recipe, data)
    if as_json:
        rows = [{"label": r.label, "published": r.published, "ours": r.ours, "same": r.same} for r in done.rows]
        tables = {"tables": done.tables} if done.tables else {}
        document = json_ready({"recipe": recipe, "rows": rows, "notes": done.notes, **tables})
        click.echo(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        for table in done.tables:
            click.echo(_table(table))
        click.echo(_rows(done))
    if not done.same:
        raise GateFailedError(f"{done.differing} numbers of '{recipe}' differ from the published ones.")


def _rows(done: Reproduction) -> str:
    """The published numbers beside ours, then the notes."""
    width = min(max((len(row.label) for row in done.published), default=0), LABEL)
    lines = [
        f"{row.label[:width]:<{width}}  published {row.published:>9g}  ours {row.ours:>9.6g}  {'=' if row.same else '≠'}"
        for row in done.published
    ]
    notes = [f"Note: {note}" for note in done.notes]
    count = f"{len(done.published) - done.differing} of {len(done.published)} numbers reproduced."
    return "\n".join((*lines, *notes, count))


def _table(table: Mapping[str, Any]) -> str:
    """One task: rank, metric and value, the best first, then the floors."""
    width = max(len(row["metric"]) for row in table["metrics"])
    ranks = ["" if row["rank"] is None else str(row["rank"]) for row in table["metrics"]]
    lines = [
        f"{rank:>4}  {row['metric']:<{width}}  {row['value']:.6f}"
        for rank, row in zip(ranks, table["metrics"], strict=True)
    ]
    floors = [f"      {'(' + kind + ')':<{width}}  {value:.6f}" for kind, value in table["floors"].items()]
    return "\n".join((f"{table['task']}", *lines, *floors, ""))
