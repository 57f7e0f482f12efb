"""mteval new: a working, commented beginning of something of your own."""

from __future__ import annotations

from pathlib import Path

import click

from mteval.cli._shared import say

NEXT = {
    "suite": "mteval run {folder} --system output-file:{folder}/example-output.es",
    "metric": "pip install {folder} && mteval explain {name}",
    "format": "pip install {folder} && mteval show {folder}/example.tsv --format {name}",
    "job": "mteval human serve {folder}/job.toml",
    "gate": "cd {folder} && sh make-baseline && sh check-translations",
}


@click.command(name="new", short_help="Begin a suite, metric, format, job or gate of your own.")
@click.argument("kind", type=click.Choice(sorted(NEXT)))
@click.argument("folder", type=click.Path(path_type=Path))
def command(kind: str, folder: Path) -> None:
    """Write a working, commented beginning of a suite, a metric, a format, a rating job or a gate to a new folder.

    It is named after the folder. What is printed last shows how to try it.

    \b
    Example:
      mteval new suite my-new-suite
      mteval new metric no-longer
      mteval new gate my-gate
    """
    from mteval.authoring.scaffolding import write_scaffold

    for path in write_scaffold(kind, folder):
        say(path)
    say(f"Try it: {NEXT[kind].format(folder=f'./{folder}' if not folder.is_absolute() else folder, name=folder.name)}")
