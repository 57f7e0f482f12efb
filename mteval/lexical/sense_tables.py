"""Sense lexicons as tables: `word⇥sense⇥target words separated by |`, or the senses of a MuCoW scoring set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mteval.core.errors import DataError
from mteval.text.documents import NotJSONError, read_json
from mteval.text.lines import read_lines

HEADER = "word"
LANGUAGES = "# languages:"


@dataclass(frozen=True, slots=True)
class SenseRow:
    """One sense of one source word and its target lemmas."""

    word: str
    sense: str
    targets: tuple[str, ...]
    pos: str = ""


@dataclass(frozen=True, slots=True)
class SenseTable:
    """The rows of a lexicon, and its languages where it says them."""

    rows: tuple[SenseRow, ...]
    languages: tuple[str, ...] = ()

    def clusters(self) -> dict[str, list[frozenset[str]]]:
        """The target words of each sense, by source word, lower-cased."""
        found: dict[str, dict[str, set[str]]] = {}
        for row in self.rows:
            words = found.setdefault(row.word.lower(), {}).setdefault(row.sense, set())
            words.update(target.lower() for target in row.targets)
        return {word: [frozenset(words) for words in senses.values()] for word, senses in found.items()}


def read_sense_table(path: Path) -> SenseTable:
    """Read a lexicon; a name ending in .json is a MuCoW scoring set, whose senses are its target lemmas joined by _."""
    if path.name.removesuffix(".gz").endswith(".json"):
        return SenseTable(tuple(dict.fromkeys(_of_mucow(path))))
    languages: tuple[str, ...] = ()
    rows: list[SenseRow] = []
    for number, line in enumerate(read_lines(path).lines, start=1):
        if line.lower().startswith(LANGUAGES):
            languages = tuple(line[len(LANGUAGES) :].strip().split("-"))[:2]
        elif line.strip() and not line.startswith("#") and not (line.startswith(f"{HEADER}\t") and not rows):
            rows.append(_row(line, number, path))
    if not rows:
        raise DataError(path, "holds no senses. Give lines of word, sense and target words (separated by |).")
    return SenseTable(tuple(rows), languages)


def _row(line: str, number: int, path: Path) -> SenseRow:
    columns = [column.strip() for column in line.split("\t")]
    if len(columns) < 3 or not all(columns[:3]):
        problem = f"3 columns expected (word, sense, target words separated by |), found {len(columns)}: {line[:60]!r}"
        raise DataError(path, problem, line=number)
    targets = tuple(target.strip() for target in columns[2].split("|") if target.strip())
    return SenseRow(columns[0], columns[1], targets, columns[3] if len(columns) > 3 else "")


def _of_mucow(path: Path) -> Iterator[SenseRow]:
    try:
        for item in read_json(path):
            yield SenseRow(str(item["ambig word"]), item["sense"], tuple(item["sense"].split("_")))
    except (NotJSONError, KeyError, TypeError, AttributeError):
        raise DataError(path, "is no MuCoW scoring set: an array of items with 'ambig word' and 'sense'.") from None
