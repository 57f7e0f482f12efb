"""mteval select: pick the items of a test set that keep the ranking of systems."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mteval.cli._shared import LANGUAGES_HELP, WritableFile, print_json, say

if TYPE_CHECKING:
    from mteval.evaluation.item_choice import ItemChoice

PATH = click.Path(path_type=Path)


@click.command(name="select", short_help="Pick the test items that keep the ranking of systems.")
@click.argument("translations", nargs=-1, required=True, metavar="[NAME=]TRANSLATIONS...")
@click.option("-k", "--items", "count", type=int, default=100, show_default=True, help="How many items to pick.")
@click.option(
    "--method",
    type=click.Choice(("variance", "disagreement", "consistency", "both", "random")),
    help="Default: consistency where items can be scored, else disagreement.",
)
@click.option("-r", "--reference", "references", multiple=True, type=PATH, help="Reference, for methods that score.")
@click.option("-s", "--source", type=PATH, help="The source, for metrics that read it.")
@click.option("-m", "--metric", help="The metric that scores items (default: chrf where there is a reference).")
@click.option("--languages", default="", metavar="en-zh", help=LANGUAGES_HELP)
@click.option("--seed", type=int, default=12345, show_default=True, help="For --method random.")
@click.option("-o", "--output", type=WritableFile(), metavar="FILE", help="Write the line numbers to FILE.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(
    translations: tuple[str, ...],
    count: int,
    method: str | None,
    references: tuple[Path, ...],
    source: Path | None,
    metric: str | None,
    languages: str,
    seed: int,
    output: Path | None,
    as_json: bool,
) -> None:
    """Pick the segments that tell systems apart, as numbers of lines from 1: those worth rating by people.

    consistency takes the segments that order the systems as all segments do, variance those whose scores differ most between
    systems, disagreement those whose outputs differ most (mean chrF of every two of them; needs no reference), both the best
    mean rank by variance and disagreement. How well the picked segments rank the systems as all do is said for the metric.
    On WMT23's en-de, consistency kept the ranking of people best, and disagreement no better than chance.

    \b
    Example:
      mteval select system1.de system2.de -k 4
      mteval select system1.de system2.de -r reference.de --method variance -k 4 --json
    """
    from mteval.core.options import parse_spec
    from mteval.evaluation.given import given_systems, named_files
    from mteval.evaluation.item_choice import choose_items
    from mteval.evaluation.languages import read_languages
    from mteval.evaluation.rerank import SegmentTexts
    from mteval.text.lines import read_lines, require_same_length
    from mteval.text.writing import write_lines

    systems = given_systems(named_files(translations, ()))
    texts = SegmentTexts(None if source is None else read_lines(source), tuple(map(read_lines, references)))
    first = next(iter(systems.values()))
    for lines in (*systems.values(), *texts.references, *([texts.source] if texts.source else [])):
        require_same_length(first, lines)
    name = metric or ("chrf" if references else "")
    chosen = choose_items(
        {name: lines.lines for name, lines in systems.items()},
        count,
        method or ("consistency" if name else "disagreement"),
        parse_spec(name) if name else None,
        texts,
        read_languages(languages) if languages else (),
        seed=seed,
    )
    numbers = [str(item + 1) for item in chosen.items]
    if output is not None:
        write_lines(output, numbers)
    if as_json:
        print_json(_document(chosen))
    elif output is None:
        for number in numbers:
            say(number)
    _say(chosen, len(first))


def _document(chosen: ItemChoice) -> dict[str, object]:
    document = asdict(chosen)
    values = zip(document.pop("items"), document.pop("values"), strict=True)
    return {
        "method": document.pop("method"),
        "metric": document.pop("metric"),
        "items": [{"line": item + 1, "value": value} for item, value in values],
        **document,
    }


def _say(chosen: ItemChoice, size: int) -> None:
    """What was picked, and how well it ranks the systems, beside the results."""
    say(f"{len(chosen.items)} of {size} segments by {chosen.method}.", err=True)
    if chosen.metric:
        kept = f"Kendall's tau {chosen.kendall:.2f}, soft pairwise accuracy {chosen.soft_accuracy:.2f}"
        say(f"They rank {len(chosen.systems)} systems by {chosen.metric} as all segments do: {kept}.", err=True)
    for finding in chosen.findings:
        say(f"Warning: {finding.message}", err=True)
