"""Options and output that several verbs share."""

from __future__ import annotations

import functools
import re
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mteval.core.errors import UsageError
from mteval.core.formatting import visible

if TYPE_CHECKING:
    from mteval.core.results import Results
    from mteval.core.views import Origin
    from mteval.evaluation.settings import Settings

Function = Callable[..., Any]
LANGUAGES_HELP = "Languages, which choose the tokenizer (default: by manifest, file names or script)."
TESTS = ("permutation", "bootstrap", "mcnemar", "sacrebleu-bootstrap", "sacrebleu-permutation", "none")

ARGUMENTS = "mteval.arguments"
SECRET = re.compile(r"((?:key|token|secret|password)=)[^&\s]+", re.IGNORECASE)


def origin() -> Origin:
    """When and by which command a page is made; what looks like a secret is left out of the command."""
    from mteval.evaluation.views import origin as now

    context = click.get_current_context(silent=True)
    arguments = context.meta.get(ARGUMENTS, ()) if context else ()
    return now(SECRET.sub(r"\1…", shlex.join(("mteval", *arguments))) if arguments else "")


class WritableFile(click.Path):
    """A file to write to; one that cannot be written is refused before the work."""

    folder = False

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path, once it is known that it can be written."""
        from mteval.text.writing import require_writable

        path = Path(str(super().convert(value, param, ctx)))
        require_writable(path, folder=self.folder)
        return path


class WritableFolder(WritableFile):
    """A folder to write to."""

    folder = True


@dataclass(frozen=True, slots=True)
class TestingOptions:
    """How the user wants scores resampled and systems tested."""

    test: str | None
    resamples: int | None
    seed: int | None

    def settings(self, *, keep_cases: bool = True) -> Settings:
        """The settings the options ask for; --resamples counts whatever the test draws."""
        from mteval.evaluation.settings import Settings

        return Settings(**self.given(), keep_cases=keep_cases)

    def given(self) -> dict[str, Any]:
        """Only what was given on the command line, by the names of the settings."""
        from mteval.evaluation.settings import given_settings

        return given_settings(self.test, self.resamples, self.seed)


@dataclass(frozen=True, slots=True)
class OutputOptions:
    """Where results go and in which form."""

    folder: Path | None
    as_json: bool
    render: str
    force: bool = False

    @property
    def shows_cases(self) -> bool:
        """Whether the results of single cases are wanted."""
        return self.folder is not None or (self.render == "html" and not self.as_json)

    def check(self) -> None:
        """Refuse an unknown renderer, and a folder that is a file, before any work is done."""
        from mteval.core import registry

        registry.renderers.find(self.render)
        if self.folder is not None and self.folder.exists() and not self.folder.is_dir():
            raise UsageError(f"-o {self.folder} is a file. Name a folder to write to.")

    @contextmanager
    def reserved(self) -> Iterator[None]:
        """Hold the folder from before the work until its results are written."""
        from mteval.storage.locks import folder_lock

        with folder_lock(self.folder) if self.folder is not None else nullcontext():
            yield

    def deliver(self, results: Results) -> None:
        """Write results to a folder where one is named, and print them; what another run left there is not lost."""
        other = self._other_run(results)
        if self.folder is not None and not other:
            from mteval.storage.reports import write_results

            write_results(results, self.folder)
        self._print(results)
        if other:
            raise UsageError(
                f"{self.folder} holds another run ({other}), so nothing was written. Name another folder, or say --force."
            )
        if self.folder is not None and not self.as_json:
            click.echo(f"Written to {self.folder}", err=True)

    def _other_run(self, results: Results) -> str:
        """What the folder holds, where that is of other suites or systems than these results."""
        if self.folder is None or self.force:
            return ""
        from mteval.storage.reports import stored_names

        held = stored_names(self.folder)
        own = {(report.suite["name"], report.system["name"]) for report in results.reports}
        if held <= own:
            return ""
        suite, system = sorted(held - own)[0]
        return f"{suite}, {system}"

    def _print(self, results: Results) -> None:
        if self.as_json:
            from mteval.storage.reports import to_json

            click.echo(to_json(results))
            return
        from mteval.evaluation.views import render

        click.echo(render(results, self.render, origin()), nl=False)


def testing_options(function: Function) -> Function:
    """--test, --resamples, --seed, handed over as `testing`."""
    return _testing(function, "permutation", "1000 for intervals, for tests 10000 and more where needed", "12345")


def retesting_options(function: Function) -> Function:
    """The same for runs already made, which say by default how to test them."""
    return _testing(function, *["as the runs were made"] * 3)


def _testing(function: Function, test_default: str, resamples_default: str, seed_default: str) -> Function:
    @functools.wraps(function)
    def collect(*args: Any, test: str | None, resamples: int | None, seed: int | None, **others: Any) -> Any:
        return function(*args, testing=TestingOptions(test, resamples, seed), **others)

    return _with_options(
        collect,
        click.option(
            "--test", type=click.Choice(TESTS), help=f"Paired test between systems (default: {test_default})."
        ),
        click.option(
            "--resamples", type=int, help=f"Number of draws, for intervals and tests (default: {resamples_default})."
        ),
        click.option("--seed", type=int, help=f"Same seed, same digits (default: {seed_default})."),
    )


def output_options(function: Function) -> Function:
    """-o DIR, --json, --render, handed over as `output`."""

    @functools.wraps(function)
    def collect(*args: Any, folder: Path | None, as_json: bool, render: str, force: bool, **others: Any) -> Any:
        output = OutputOptions(folder, as_json, render, force)
        output.check()
        with output.reserved():
            return function(*args, output=output, **others)

    path = click.Path(path_type=Path)
    return _with_options(
        collect,
        click.option(
            "-o", "--output", "folder", type=path, metavar="DIR", help="Write report.json and per-case files to DIR."
        ),
        click.option("--force", is_flag=True, help="Write to DIR though it holds another run."),
        click.option("--json", "as_json", is_flag=True, help="Print one JSON document."),
        click.option(
            "--render", metavar="NAME", default="terminal", show_default=True, help="See 'mteval list renderers'."
        ),
    )


def _with_options(function: Function, *options: Callable[[Function], Function]) -> Function:
    return functools.reduce(lambda decorated, option: option(decorated), reversed(options), function)


def say(text: object, *, err: bool = False) -> None:
    """Print a line; what would steer the terminal is made visible."""
    click.echo(visible(str(text)), err=err)


def print_json(document: object) -> None:
    """Print one JSON document."""
    import json

    from mteval.storage.reports import json_ready

    click.echo(json.dumps(json_ready(document), ensure_ascii=False, indent=2))


def parse_settings(pairs: tuple[str, ...]) -> dict[str, str]:
    """Read --set KEY=VALUE pairs."""
    options = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise UsageError(f"--set {pair} is not KEY=VALUE.")
        options[key] = value
    return options


# Of the verbs that extract templates.

tokenizer_option = click.option(
    "--tokenizer", metavar="NAME", help="words, spaces, characters or scripts (default: what fits the lines)."
)
alpha_option = click.option(
    "--alpha",
    type=click.FloatRange(0, 1),
    default=0.05,
    show_default=True,
    help="Level of the tests for systematic absence.",
)
