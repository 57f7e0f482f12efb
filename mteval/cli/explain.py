"""mteval explain: what a family, metric, format or backend is."""

from __future__ import annotations

import inspect
import re
import shutil
import sys
import textwrap
from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path

import click

from mteval.core.errors import UsageError, suggestion
from mteval.core.options import Option
from mteval.core.registry import KINDS

WIDEST = 100
ITEM = re.compile(r" *[-*] ")
STRONG = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)


@click.command(name="explain", short_help="What a family, metric, format or backend is, and its traps.")
@click.argument("name", metavar="NAME")
def command(name: str) -> None:
    """Explain a family, metric, format, system backend, renderer, paired test or suite: formula, paper, traps.

    Also explained are the files you write: suite-file, job-file, gate.

    \b
    Example:
      mteval explain contrastive
      mteval explain suite-file
    """
    from mteval.evaluation.paired_tests import PAIRED_TESTS
    from mteval.library import find_suite, manifests

    found = False
    for registry in KINDS.values():
        if name in registry.names():
            plugin = registry.find(name)
            found = True
            click.echo(click.style(f"{name} ({registry.singular})", bold=True))
            click.echo(wrapped(explanation(plugin)))
            for line in option_lines(getattr(plugin, "options", ())):
                click.echo(line)
    if name in manifests():
        found = True
        suite = find_suite(name)
        click.echo(click.style(f"{name} (suite)", bold=True))
        facts = filter(None, (suite.description, suite.citation, f"Licence: {suite.licence}"))
        click.echo("\n".join(map(wrapped, facts)))
    if name in PAIRED_TESTS:
        found = True
        click.echo(click.style(f"{name} (paired test)", bold=True))
        click.echo(wrapped(f"{PAIRED_TESTS[name].explanation}\n"))
    if name in topics():
        found = True
        click.echo(click.style(f"{name} (topic)", bold=True))
        click.echo(wrapped(topics()[name].read_text(encoding="utf-8")))
    if not found:
        plugins = {entry for registry in KINDS.values() for entry in registry.names()}
        raise UsageError(_nothing_of_that_name(name, plugins | set(manifests()) | set(PAIRED_TESTS) | set(topics())))


def topics() -> dict[str, Path]:
    """What is explained beside plugins and suites: files people write, and how to use them."""
    return {path.stem: path for path in sorted((Path(__file__).parent / "topics").glob("*.md"))}


def _nothing_of_that_name(name: str, known: Collection[str]) -> str:
    """Say so, with the names near it; where there are none, how to see all."""
    near = get_close_matches(name, known, n=3, cutoff=0.5)
    if near:
        return f"Unknown name '{name}'. {suggestion(name, near)}"
    return f"Unknown name '{name}'. 'mteval list' shows what there is; other topics are {', '.join(topics())}."


def wrapped(text: str) -> str:
    """The text as wide as the terminal, what is between ** in bold; lists and what is indented keep their lines."""
    width = min(shutil.get_terminal_size().columns, WIDEST)
    filled = "\n\n".join("\n".join(_filled(paragraph, width)) for paragraph in text.split("\n\n"))
    return STRONG.sub(lambda found: click.style(found[1], bold=True), filled)


def _filled(paragraph: str, width: int) -> Iterator[str]:
    for line in _joined(paragraph.split("\n")):
        start = ITEM.match(line)
        hanging = " " * len(start[0]) if start else ""
        yield textwrap.fill(line, width, subsequent_indent=hanging, break_on_hyphens=False, break_long_words=False)


def _joined(lines: Sequence[str]) -> Iterator[str]:
    """Lines that belong together as one: those of prose, and those of one item of a list."""
    held = ""
    for line in lines:
        alone = ITEM.match(line) is not None or (line.startswith(" ") and not ITEM.match(held))
        if held and (alone or line.startswith("|")):
            yield held
            held = line
        else:
            held = f"{held} {line.strip()}" if held else line
    yield held


def explanation(plugin: type) -> str:
    """The module's text and the class's."""
    module = inspect.getdoc(sys.modules[plugin.__module__]) or ""
    own = inspect.getdoc(plugin) or ""
    return "\n\n".join(filter(None, (module, own))) + "\n"


def option_lines(options: Sequence[Option]) -> Iterator[str]:
    """The options a plugin declares: what each takes, its default, and what it does."""
    if not options:
        return
    width = min(shutil.get_terminal_size().columns, WIDEST)
    yield click.style("Options", bold=True)
    for option in options:
        default = "" if option.default in (None, "", ()) else f", default {option.write(option.default)}"
        unsigned = "" if option.signed else "; not in the signature"
        text = f"{option.name}={option.accepts}{default}: {option.help}{unsigned}."
        yield textwrap.fill(
            text, width, initial_indent="  ", subsequent_indent="      ", break_on_hyphens=False, break_long_words=False
        )
    yield ""
