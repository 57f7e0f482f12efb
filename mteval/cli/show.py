"""mteval show: what a suite is."""

from __future__ import annotations

import click

from mteval.cli._shared import parse_settings, say


@click.command(name="show", short_help="Show a suite: its origin, size, slices and first cases.")
@click.argument("suite", metavar="SUITE")
@click.option("--format", "format_", metavar="NAME", help="What the file holds, where SUITE is a file.")
@click.option("--set", "options", multiple=True, metavar="KEY=VALUE", help="Override an option of the suite's family.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(suite: str, format_: str | None, options: tuple[str, ...], as_json: bool) -> None:
    """Show a suite: where it comes from, its size, its slices, and its first cases.

    \b
    Example:
      mteval show senses-en-es
    """
    import json

    from mteval.api import show

    facts = show(suite, format=format_, options=parse_settings(options))
    if as_json:
        click.echo(json.dumps(facts, ensure_ascii=False, indent=2))
        return
    for key, value in facts.items():
        if value in ("", [], {}, None):
            continue
        if isinstance(value, list):
            say(f"{key}:")
            for item in value:
                say(f"  {item}")
        elif isinstance(value, dict):
            say(f"{key}: " + ", ".join(f"{name} ({count})" for name, count in value.items()))
        else:
            say(f"{key}: {value}")
