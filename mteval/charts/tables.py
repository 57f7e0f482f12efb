"""Tables as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mteval.charts.templates import FOLDER, fragment

if TYPE_CHECKING:
    from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class Column:
    """The name of a column of numbers, with the colour its values have in a picture."""

    name: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A number as text, and what stands dim behind it (its interval)."""

    text: str
    note: str = ""


def plain_table(header: Sequence[str], rows: Sequence[Sequence[str]], caption: str = "") -> Markup:
    """A table of texts."""
    return fragment(FOLDER, "plain_table.html.j2", header=header, rows=rows, caption=caption)


def number_table(label: str, columns: Sequence[Column], rows: Sequence[tuple[str, Sequence[Cell]]]) -> Markup:
    """A table of numbers that scrolls by itself where the page is too narrow; the first column names the rows.

    `label` is what a screen reader calls the table.
    """
    return fragment(FOLDER, "number_table.html.j2", label=label, columns=columns, rows=rows)
