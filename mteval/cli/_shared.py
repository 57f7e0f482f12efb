"""Options and output that several verbs share."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mteval.core.errors import UsageError

if TYPE_CHECKING:
    from mteval.compare import Settings
    from mteval.core.results import Results

Function = Callable[..., Any]
TESTS = ("bootstrap", "permutation", "mcnemar", "none")


def testing_options(function: Function) -> Function:
    """--test, --resamples, --seed: how scores are resampled and systems tested."""
    options = (
        click.option(
            "--test", type=click.Choice(TESTS), help="Paired test between systems (default: what fits the suite)."
        ),
        click.option("--resamples", type=int, help="Resamples: 1000 for the bootstrap, 10000 for permutations."),
        click.option("--seed", type=int, default=12345, show_default=True, help="Same seed, same digits."),
    )
    return functools.reduce(lambda decorated, option: option(decorated), reversed(options), function)


def output_options(function: Function) -> Function:
    """-o DIR, --json, --render: where results go and in which form."""
    options = (
        click.option(
            "-o", "--output", type=click.Path(path_type=Path), help="Write report.json and per-case files to DIR."
        ),
        click.option("--json", "as_json", is_flag=True, help="Print one JSON document."),
        click.option(
            "--render", metavar="NAME", default="terminal", show_default=True, help="See 'mteval list renderers'."
        ),
    )
    return functools.reduce(lambda decorated, option: option(decorated), reversed(options), function)


def settings_from(test: str | None, resamples: int | None, seed: int, *, keep_cases: bool) -> Settings:
    """The settings the options ask for."""
    from mteval.compare import Settings

    if resamples is not None and resamples < 0:
        raise UsageError("--resamples cannot be negative.")
    permuting = test == "permutation"
    return Settings(
        test=test or "auto",
        resamples=1000 if resamples is None or permuting else resamples,
        trials=10_000 if resamples is None or not permuting else resamples,
        seed=seed,
        keep_cases=keep_cases,
    )


def parse_settings(pairs: tuple[str, ...]) -> dict[str, str]:
    """Read --set KEY=VALUE pairs."""
    options = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise UsageError(f"--set {pair} is not KEY=VALUE.")
        options[key] = value
    return options


def deliver(results: Results, output: Path | None, *, as_json: bool, render: str = "terminal") -> None:
    """Write results to a folder where one is named, and print them."""
    if output is not None:
        from mteval.report_store import write_results

        write_results(results, output)
    if as_json:
        from mteval.report_store import to_json

        click.echo(to_json(results))
        return
    from mteval.core import registry

    click.echo(registry.renderers.find(render)().render(results), nl=False)
    if output is not None:
        click.echo(f"Written to {output}", err=True)
