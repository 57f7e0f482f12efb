"""WinoMT: sentences that give one person a gender, in four columns parted by tabs, without a header.

The columns are the gender (female, male or neutral), the number of the person's word in the sentence (from 0), the sentence and
the person with or without article (`The developer`). A fifth column may say `pro` or `anti` (stereotypical or not); without it
a file named `…_pro` or `…_anti` says it for all. Stanovsky et al. (2019), Evaluating Gender Bias in Machine Translation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import DataError, WrongFormatError
from mteval.core.protocols import Contents
from mteval.core.records import EntityItem
from mteval.core.suites import SuiteSource
from mteval.text.lines import read_lines
from mteval.text.writing import write_lines

GENDERS = ("female", "male", "neutral")
STEREOTYPES = ("pro", "anti", "")
ARTICLE = re.compile(r"^(the|an?)\s+")
NAME = re.compile(r"[_.-](pro|anti)(?=[_.-]|$)")


@registry.formats.register("winomt")
class Winomt:
    """Reads and writes WinoMT's table."""

    family: ClassVar[str] = "gender"

    def read(self, source: SuiteSource) -> Contents:
        """Read one item a line."""
        path = source.files["data"]
        lines = read_lines(path)
        return Contents(tuple(_items(lines.lines, path)), source.languages, findings=lines.findings)

    def write(self, records: Sequence[Any], path: Path) -> None:
        """Write one item a line, with the fifth column where stereotypes are known."""
        known = any(one.stereotype for one in records)
        for number, one in enumerate(records, start=1):
            if "\t" in one.source or "\t" in one.profession:
                raise DataError(path, "a cell holds a tab, which this format cannot hold.", line=number)
        cells = ([one.gender, str(one.position), one.source, one.profession] for one in records)
        rows = zip(cells, (one.stereotype for one in records), strict=True)
        write_lines(path, ("\t".join([*row, stereotype] if known else row) for row, stereotype in rows))

    def recognise(self, head: bytes, path: Path) -> bool:
        """The first line begins with a gender and a number."""
        first = head.decode("utf-8", errors="ignore").lstrip("\ufeff").split("\n", 1)[0].rstrip("\r").split("\t")
        return len(first) in (4, 5) and first[0] in GENDERS and _number(first[1]) is not None


def _items(lines: Sequence[str], path: Path) -> Iterator[EntityItem]:
    named = NAME.search(path.name)
    for number, line in enumerate(lines, start=1):
        cells = line.split("\t")
        if len(cells) not in (4, 5):
            problem = (
                f"4 columns expected (gender, index, sentence, profession) or 5 (pro or anti), found {len(cells)}."
            )
            raise WrongFormatError(path, "winomt", problem, line=number)
        gender, place, text, person = cells[:4]
        stereotype = cells[4] if len(cells) == 5 else named[1] if named else ""
        if problem := _problem(gender, place, text, stereotype):
            raise DataError(path, problem, line=number)
        yield EntityItem(text, gender, int(place), ARTICLE.sub("", person.strip().lower()), stereotype)


def _problem(gender: str, place: str, text: str, stereotype: str) -> str:
    if gender not in GENDERS:
        return f"the gender is female, male or neutral, found '{gender}'."
    at, count = _number(place), len(text.split())
    if at is None or at >= count:
        return f"the index is the number of a word of the sentence, 0 to {count - 1}, found '{place}'."
    return "" if stereotype in STEREOTYPES else f"the fifth column is pro, anti or empty, found '{stereotype}'."


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() else None
