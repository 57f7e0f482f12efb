"""Tokens, lemmas and tags the user gives as CoNLL-U, one sentence for each line of the bitext."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mteval.core.errors import DataError
from mteval.text.streaming import stream_lines

UNIT, FIELD = "\x1e", "\x1f"
COLUMNS = 10


@dataclass(frozen=True, slots=True)
class Analysis:
    """The tokens of a sentence with lemmas and universal parts of speech."""

    forms: tuple[str, ...]
    lemmas: tuple[str, ...]
    tags: tuple[str, ...]

    def pack(self) -> str:
        """The analysis as text without tabs or line ends."""
        return UNIT.join(FIELD.join(token) for token in zip(self.forms, self.lemmas, self.tags, strict=True))

    @classmethod
    def unpack(cls, text: str) -> Analysis:
        """What `pack` made."""
        tokens = [token.split(FIELD) for token in text.split(UNIT)] if text else []
        forms, lemmas, tags = (tuple(column) for column in zip(*tokens, strict=True)) if tokens else ((), (), ())
        return cls(forms, lemmas, tags)

    def spans(self, text: str) -> list[tuple[int, int]] | None:
        """Where each form stands in the sentence; None where they do not fit it."""
        found, place = [], 0
        for form in self.forms:
            start = text.find(form, place)
            if start < 0:
                return None
            place = start + len(form)
            found.append((start, place))
        return found


def stream_analyses(path: Path) -> Iterator[Analysis]:
    """The sentences of a CoNLL-U file; of a range (1-2) the surface word counts, with the parts' first tag."""
    rows: list[tuple[str, str, str]] = []
    covered = 0
    open_range = False
    for number, line in enumerate(stream_lines(path), start=1):
        if not line.strip():
            if rows:
                yield _analysis(rows)
            rows, covered, open_range = [], 0, False
        elif not line.startswith("#"):
            columns = line.split("\t")
            if len(columns) != COLUMNS:
                raise DataError(path, f"{COLUMNS} columns expected (CoNLL-U), found {len(columns)}.", line=number)
            if "-" in columns[0]:
                covered, open_range = int(columns[0].split("-")[1]), True
                rows.append((columns[1], columns[1].lower(), "X"))
            elif columns[0].isdigit() and int(columns[0]) > covered:
                rows.append((columns[1], (columns[2] if columns[2] != "_" else columns[1]).lower(), columns[3]))
            elif columns[0].isdigit() and open_range:
                rows[-1] = (rows[-1][0], rows[-1][1], columns[3])
                open_range = False
    if rows:
        yield _analysis(rows)


def _analysis(rows: list[tuple[str, str, str]]) -> Analysis:
    forms, lemmas, tags = zip(*rows, strict=True)
    return Analysis(forms, lemmas, tags)
