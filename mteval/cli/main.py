"""The mteval command: finds the verb, shows errors as one sentence, sets the exit code."""

from __future__ import annotations

import codecs
import importlib
import io
import json
import os
import pkgutil
import sys
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import click

from mteval.cli._shared import ARGUMENTS
from mteval.core.errors import MtevalError, suggestion
from mteval.core.formatting import visible
from mteval.text.packed import pipes_kept

NOT_VERBS = ("main", "progress")
UNFORESEEN = 70
"""The exit code of an error in mteval itself (EX_SOFTWARE of sysexits.h)."""


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
    """Run the command line; bad input ends with one sentence and exit code 2, what nobody foresaw with 70."""
    _accept_any_terminal()
    try:
        with pipes_kept(), _warnings_as_sentences():
            verbs.main(args=arguments, prog_name="mteval", standalone_mode=False)
            sys.stdout.flush()
    except MtevalError as error:
        _refused(error)
    except click.exceptions.Exit as ended:
        sys.exit(ended.exit_code)
    except click.ClickException as error:
        shown = io.StringIO()
        error.show(shown)
        click.echo("\n".join(map(visible, shown.getvalue().split("\n"))), err=True, nl=False)
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        click.echo("mteval: interrupted.", err=True)
        sys.exit(130)
    except BrokenPipeError:
        # The reader (head, less) has enough; Python would complain again while flushing at exit.
        _drop_output()
        sys.exit(0)
    except MemoryError:
        click.echo(
            "mteval: there is not enough memory for this. Give smaller files or batches, or more memory.", err=True
        )
        sys.exit(2)
    except OSError as error:
        if error.errno is None:
            _unforeseen(error)
        where = f"{error.filename}: " if error.filename else ""
        click.echo(f"mteval: {where}{error.strerror or error}. Check the place and its free space.", err=True)
        _drop_output()
        sys.exit(2)
    except Exception as error:  # noqa: BLE001 - nothing may end in a traceback, nor with the exit code of a failed gate
        _unforeseen(error)


def _refused(error: MtevalError) -> NoReturn:
    """End with the sentence an error has for the user."""
    if error.__cause__ is not None:
        _trace(error)
    click.echo(f"mteval: {visible(str(error))}", err=True)
    sys.exit(error.exit_code)


def _unforeseen(error: Exception) -> NoReturn:
    """End with a sentence on an error in mteval itself, and how to report it."""
    _trace(error)
    places = [frame for frame in traceback.extract_tb(error.__traceback__) if "mteval" in Path(frame.filename).parts]
    where = f" in {Path(places[-1].filename).name}, line {places[-1].lineno}" if places else ""
    click.echo(
        f"mteval: this should not have happened ({type(error).__name__}{where}: {str(error)[:200]}). Please report it with "
        "the command and what MTEVAL_DEBUG=1 shows.",
        err=True,
    )
    sys.exit(UNFORESEEN)


def _trace(error: Exception) -> None:
    """Show where an error came from, if that was asked for."""
    if os.environ.get("MTEVAL_DEBUG", "") not in ("", "0"):
        traceback.print_exception(error)


def _drop_output() -> None:
    """Send what is still to be written nowhere: Python would try again, and complain, at exit."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return


def _accept_any_terminal() -> None:
    """Show what a terminal's encoding does not have as JSON writes it (\\u2026) rather than fail."""
    codecs.register_error("mteval", _escaped)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="mteval")


def _escaped(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


@contextmanager
def _warnings_as_sentences() -> Iterator[None]:
    """Show what mteval itself warns of without the line of code it comes from."""
    shown = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *rest: Any) -> None:
        if category.__module__.startswith("mteval."):
            click.echo(f"mteval: {visible(str(message))}", err=True)
        else:
            shown(message, category, *rest)

    with warnings.catch_warnings():
        warnings.showwarning = show  # type: ignore[assignment]
        yield


if __name__ == "__main__":
    main()
