"""mteval explain: what a family, metric, format or backend is."""

from __future__ import annotations

import inspect
import sys

import click

from mteval.core.errors import UnknownNameError
from mteval.core.registry import KINDS


@click.command(name="explain")
@click.argument("name", metavar="NAME")
def command(name: str) -> None:
    """Explain a family, metric, format, system backend, renderer or suite: formula, paper, traps, how to read it.

    \b
    Example:
      mteval explain contrastive
    """
    from mteval.library import find_suite, manifests

    found = False
    for kind, registry in KINDS.items():
        if name in registry.names():
            plugin = registry.find(name)
            found = True
            click.echo(click.style(f"{name} ({kind})", bold=True))
            click.echo(explanation(plugin))
    if name in manifests():
        found = True
        suite = find_suite(name)
        click.echo(click.style(f"{name} (suite)", bold=True))
        click.echo("\n".join(filter(None, (suite.description, suite.citation, f"Licence: {suite.licence}"))))
    if not found:
        known = {entry for registry in KINDS.values() for entry in registry.names()} | set(manifests())
        raise UnknownNameError("name", name, known)


def explanation(plugin: type) -> str:
    """The module's text and the class's."""
    module = inspect.getdoc(sys.modules[plugin.__module__]) or ""
    own = inspect.getdoc(plugin) or ""
    return "\n\n".join(filter(None, (module, own))) + "\n"
