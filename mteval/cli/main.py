"""The mteval command: finds the verb, shows errors as one sentence, sets the exit code."""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
from pathlib import Path
from typing import Any

import click

from mteval.cli._shared import ARGUMENTS
from mteval.core.errors import MtevalError, suggestion

NOT_VERBS = ("main", "progress")


class Verbs(click.Group):
    """The verbs are the files of this folder, imported when first needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every verb's name."""
        modules = (module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)]))
        return sorted(name.replace("_", "-") for name in modules if name not in NOT_VERBS and not name.startswith("_"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of one verb."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"mteval.cli.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep what was typed, for pages that say how they were made."""
        ctx.meta[ARGUMENTS] = tuple(args)
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find the verb, suggesting the nearest one where there is none of that name."""
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            ctx.fail(f"No such verb '{args[0]}'. {suggestion(args[0], self.list_commands(ctx))}")
        return super().resolve_command(ctx, args)


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="mteval-suites", prog_name="mteval")
def verbs() -> None:
    """Evaluate machine translation: metrics, contrastive sets, dictionaries, CheckLists, people.

    \b
    mteval score output.de -r reference.de    BLEU and chrF with intervals
    mteval demo                               every kind of test on embedded data
    mteval list suites                        what can be run

    'mteval VERB --help' says what a verb does and shows examples.
    """


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; bad input ends with one sentence and exit code 2."""
    try:
        verbs.main(args=arguments, prog_name="mteval", standalone_mode=False)
    except MtevalError as error:
        click.echo(f"mteval: {error}", err=True)
        sys.exit(error.exit_code)
    except click.exceptions.Exit as ended:
        sys.exit(ended.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        click.echo("mteval: interrupted.", err=True)
        sys.exit(130)
    except BrokenPipeError:
        # The reader (head, less) has enough; Python would complain again while flushing at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)


if __name__ == "__main__":
    main()
