"""mteval checklist: make instances of templates, extract templates from instances, carry CheckLists into other languages."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

import click

PATH = click.Path(path_type=Path)
PREFIX = "_checklist_"


class CheckListVerbs(click.Group):
    """The sub-commands are the files `_checklist_*.py` beside this one, imported when first needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every sub-command's name."""
        modules = (module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)]))
        return sorted(name.removeprefix(PREFIX).replace("_", "-") for name in modules if name.startswith(PREFIX))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of one name."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"mteval.cli.{PREFIX}{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command


@click.group(name="checklist", cls=CheckListVerbs, short_help="Templates to instances and back, into other languages.")
def command() -> None:
    """CheckLists: templates to instances, instances to templates, into other languages, and how good they are.

    \b
    Example:
      mteval checklist expand checklist.json --limit 10
      mteval checklist extract translated.es -o templates.json
      mteval checklist generate checklist-en.json --to es --translator apertium:eng-spa -o checklist-es.json
    """
