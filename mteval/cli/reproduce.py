"""mteval reproduce: compute published numbers again."""

from __future__ import annotations

from pathlib import Path

import click

from mteval.core.errors import GateFailedError

LABEL = 40


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
        click.echo(
            json.dumps(json_ready({"recipe": recipe, "rows": rows, "notes": done.notes}), ensure_ascii=False, indent=2)
        )
    else:
        width = min(max((len(row.label) for row in done.rows), default=0), LABEL)
        for row in done.rows:
            mark = "=" if row.same else "≠"
            click.echo(f"{row.label[:width]:<{width}}  published {row.published:>9g}  ours {row.ours:>9.6g}  {mark}")
        for note in done.notes:
            click.echo(f"Note: {note}")
        click.echo(f"{sum(row.same for row in done.rows)} of {len(done.rows)} numbers reproduced.")
    if not done.same:
        raise GateFailedError(
            f"{sum(not row.same for row in done.rows)} numbers of '{recipe}' differ from the published ones."
        )
