"""Lemma lines, as plain text or out of a CoNLL-U file."""

from __future__ import annotations

from pathlib import Path

from mteval.core.errors import DataError
from mteval.text.lines import Lines, read_lines

FORM, LEMMA, COLUMNS = 1, 2, 10


def read_lemma_lines(path: Path) -> Lines:
    """One line of blank-separated lemmas per sentence; a name ending in .conllu is read as CoNLL-U."""
    lines = read_lines(path)
    if not path.name.removesuffix(".gz").endswith(".conllu"):
        return lines
    return Lines(path, tuple(_sentences(lines)), lines.findings)


def _sentences(lines: Lines) -> list[str]:
    sentences: list[list[str]] = []
    inside = False
    for number, line in enumerate(lines.lines, start=1):
        if not line.strip():
            inside = False
        elif not line.startswith("#"):
            if not inside:
                sentences.append([])
                inside = True
            sentences[-1].extend(_lemma(line, number, lines.path))
    return [" ".join(lemmas) for lemmas in sentences]


def _lemma(line: str, number: int, path: Path) -> list[str]:
    columns = line.split("\t")
    if len(columns) != COLUMNS:
        raise DataError(path, f"{COLUMNS} columns expected (CoNLL-U), found {len(columns)}.", line=number)
    # A range (1-2) is the surface word of the tokens that follow, an empty node (1.1) no word at all.
    if not columns[0].isdigit():
        return []
    return [(columns[FORM] if columns[LEMMA] == "_" else columns[LEMMA]).replace(" ", "_")]
