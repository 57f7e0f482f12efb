"""mteval list: what there is."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from mteval.cli._shared import say
from mteval.core.errors import UsageError
from mteval.core.registry import KINDS

WIDEST = 100


@click.command(name="list", short_help="List suites, families, metrics, systems, formats, renderers.")
@click.argument("kind", required=False, type=click.Choice(["suites", *KINDS]))
@click.option("--family", default="", metavar="NAME", help="Only suites of this family.")
@click.option("--language", default="", metavar="CODE", help="Only suites with this language (es) or pair (en-es).")
@click.option("--long", "long_", is_flag=True, help="With descriptions, also where the output is no screen.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object of lists (with --long, of objects).")
def command(kind: str | None, family: str, language: str, long_: bool, as_json: bool) -> None:
    """List suites, families, metrics, systems, formats or renderers (or all of them).

    On a screen, a kind is listed with descriptions, suites with languages and number of cases; elsewhere one name a line.

    \b
    Example:
      mteval list metrics
      mteval list suites --family contrastive --language es
      mteval list suites --long
    """
    from mteval.library import manifests

    if family or language:
        if kind not in (None, "suites"):
            raise UsageError(f"--family and --language choose among suites, not {kind}. Leave them out.")
        kind = "suites"
    chosen = [kind] if kind else ["suites", *KINDS]
    if long_ or (kind and not as_json and sys.stdout.isatty()):
        _print_long({one: _described(one, family, language) for one in chosen}, as_json=as_json, titled=kind is None)
        return
    names = {one: list(KINDS[one].names()) if one in KINDS else list(manifests()) for one in chosen}
    if family or language:
        names["suites"] = [facts["name"] for facts in _described("suites", family, language)]
    _print_names(names, as_json=as_json, titled=kind is None)


def _described(kind: str, family: str, language: str) -> list[dict[str, Any]]:
    """What there is of a kind, by name, with what a reader needs to choose."""
    from dataclasses import asdict

    from mteval.library import plugin_descriptions, suite_facts

    if kind == "suites":
        found = suite_facts(family=family, language=language)
        return [{"name": name, **asdict(facts)} for name, facts in found.items()]
    return [{"name": name, "description": text} for name, text in plugin_descriptions(KINDS[kind]).items()]


def _print_names(names: dict[str, list[str]], *, as_json: bool, titled: bool) -> None:
    if as_json:
        click.echo(json.dumps(names, indent=2))
        return
    for heading, entries in names.items():
        if titled:
            click.echo(click.style(heading, bold=True))
        # On a screen all kinds together are shown in columns, as ls does; a program reads one name a line.
        lines = columns(entries) if titled and sys.stdout.isatty() else entries
        for line in lines:
            say(f"  {line}" if titled else line)


def _print_long(described: dict[str, list[dict[str, Any]]], *, as_json: bool, titled: bool) -> None:
    if as_json:
        click.echo(json.dumps(described, indent=2, ensure_ascii=False))
        return
    for heading, entries in described.items():
        if titled:
            click.echo(click.style(heading, bold=True))
        for line in long_lines(entries):
            say(line)


def long_lines(entries: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """A line per entry with its facts in columns, and its description filled below."""
    rows = [(entry["name"], *_facts(entry)) for entry in entries]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    width = min(shutil.get_terminal_size().columns, WIDEST)
    for entry, row in zip(entries, rows, strict=True):
        yield "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        indent = "    "
        if entry["description"]:
            yield textwrap.fill(entry["description"], width, initial_indent=indent, subsequent_indent=indent)


def _facts(entry: Mapping[str, Any]) -> tuple[str, ...]:
    if "languages" not in entry:
        return ()
    cases = "? cases" if entry["cases"] is None else f"{entry['cases']} cases"
    return entry["family"], " → ".join(entry["languages"]), cases, entry["status"]


def columns(entries: Sequence[str]) -> Iterator[str]:
    """Names side by side, down and then across, as many as the terminal is wide."""
    width = max(map(len, entries), default=0) + 2
    across = max((shutil.get_terminal_size().columns - 2) // width, 1)
    down = -(-len(entries) // across)
    for row in range(down):
        yield "".join(f"{entry:<{width}}" for entry in entries[row::down]).rstrip()
