"""mteval list: what there is."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence

import click

from mteval.core.registry import KINDS


@click.command(name="list", short_help="List suites, families, metrics, systems, formats, renderers.")
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
        # On a screen all kinds together are shown in columns, as ls does; a program reads one name a line.
        lines = columns(entries) if kind is None and sys.stdout.isatty() else entries
        for line in lines:
            click.echo(line if kind else f"  {line}")


def columns(entries: Sequence[str]) -> Iterator[str]:
    """Names side by side, down and then across, as many as the terminal is wide."""
    width = max(map(len, entries), default=0) + 2
    across = max((shutil.get_terminal_size().columns - 2) // width, 1)
    down = -(-len(entries) // across)
    for row in range(down):
        yield "".join(f"{entry:<{width}}" for entry in entries[row::down]).rstrip()
