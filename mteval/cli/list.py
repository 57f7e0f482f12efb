"""mteval list: what there is."""

from __future__ import annotations

import click

from mteval.core.registry import KINDS


@click.command(name="list")
@click.argument("kind", required=False, type=click.Choice(["suites", *KINDS]))
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object of lists.")
def command(kind: str | None, as_json: bool) -> None:
    """List suites, families, metrics, systems, formats or renderers (or all of them).

    \b
    Example:
      mteval list metrics
    """
    from mteval.library import manifests

    names = {"suites": list(manifests()), **{name: list(registry.names()) for name, registry in KINDS.items()}}
    chosen = {kind: names[kind]} if kind else names
    if as_json:
        import json

        click.echo(json.dumps(chosen, indent=2))
        return
    for heading, entries in chosen.items():
        if kind is None:
            click.echo(click.style(heading, bold=True))
        for entry in entries:
            click.echo(entry if kind else f"  {entry}")
