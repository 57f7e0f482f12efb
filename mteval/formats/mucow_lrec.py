"""MuCoW of 2020: a tokenised test file, and beside it the senses of each word and how far they are apart.

Give `LP.test.txt.gz`, six tab-separated columns: ambiguous lemma, sense index, corpus, source, reference, source
form. Its siblings are `senses.LP.txt` (lemma, sense index, then the target lemmas, separated by blanks, tabs,
commas or bars; a number after the index is taken as the frequency of the sense) and, optionally, `distances.LP.txt`
(lemma, sense index, sense index, distance from 0 to 1).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from mteval.analysis.recognition import languages_in_name, not_this_format
from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.protocols import Contents
from mteval.core.records import SenseItem
from mteval.core.suites import SuiteSource
from mteval.text.lines import read_lines
from mteval.text.writing import write_lines

COLUMNS = "6 columns expected (lemma, sense index, corpus, source, reference, source form)"
Senses = Mapping[str, Mapping[str, tuple[str, ...]]]
Distances = Mapping[tuple[str, str, str], float]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The senses of each ambiguous lemma by index, and the distances between them."""

    senses: Senses
    distances: Distances


@registry.formats.register("mucow-lrec")
class MucowLrec:
    """Reads and writes the layout of MuCoW 2020."""

    family: ClassVar[str] = "sense-choice"

    def read(self, source: SuiteSource) -> Contents:
        """Read the sentences; the words of every other sense of the lemma are wrong."""
        path = source.files["data"]
        senses, distances = (source.files.get(name) or beside(path, name) for name in ("senses", "distances"))
        lexicon = Lexicon(_senses(senses), _distances(distances) if distances.exists() else {})
        lines = read_lines(path)
        items = tuple(_item(line, number, path, lexicon) for number, line in enumerate(lines.lines, start=1))
        return Contents(items, languages=source.languages or languages_in_name(path), findings=lines.findings)

    def write(self, records: Sequence[Any], path: Path) -> None:
        """Write the test file and its siblings; items carry their sense index and the whole lexicon of their word."""
        items: Sequence[SenseItem] = records
        write_lines(beside(path, "senses"), _sense_lines(items))
        if any(item.distances for item in items):
            write_lines(beside(path, "distances"), _distance_lines(items))
        write_lines(path, (_line(item, path) for item in items))

    def recognise(self, head: bytes, path: Path) -> bool:
        """Six columns, the second a sense index."""
        columns = head.decode("utf-8", errors="ignore").split("\n", 1)[0].split("\t")
        return len(columns) == 6 and columns[1].isdecimal()


def beside(path: Path, name: str) -> Path:
    """The file of senses or distances that belongs to a test file."""
    pair = "-".join(languages_in_name(path)) or path.name.split(".", 1)[0]
    return path.with_name(f"{name}.{pair}.txt")


def _senses(path: Path) -> Senses:
    if not path.exists():
        raise DataError(path, "no such file, but the test file needs its senses beside it.")
    senses: dict[str, dict[str, tuple[str, ...]]] = {}
    for number, line in enumerate(read_lines(path).lines, start=1):
        parts = line.split("\t")
        if len(parts) < 3:
            raise DataError(path, "lemma, sense index and target lemmas expected.", line=number)
        words = [word for part in parts[2:] for word in re.split(r"[ ,|]+", part) if word and not _is_number(word)]
        senses.setdefault(parts[0], {})[parts[1]] = tuple(dict.fromkeys(words))
    return senses


def _distances(path: Path) -> Distances:
    distances: dict[tuple[str, str, str], float] = {}
    for number, line in enumerate(read_lines(path).lines, start=1):
        parts = line.split("\t") if "\t" in line else line.split()
        if len(parts) != 4 or not _is_number(parts[3]):
            raise DataError(path, "lemma, sense index, sense index and distance expected.", line=number)
        lemma, one, other, distance = parts
        distances[lemma, one, other] = distances[lemma, other, one] = float(distance)
    return distances


def _item(line: str, number: int, path: Path, lexicon: Lexicon) -> SenseItem:
    columns = line.split("\t")
    if len(columns) != 6:
        raise not_this_format(path, "mucow-lrec", f"{COLUMNS}, found {len(columns)}.", line=number)
    lemma, index, corpus, source, reference, form = columns
    senses = lexicon.senses.get(lemma, {})
    if index not in senses:
        raise DataError(path, f"sense {index} of '{lemma}' is not in the senses file.", line=number)
    wrong = [(word, other) for other, words in senses.items() if other != index for word in words]
    apart = [lexicon.distances.get((lemma, index, other)) for _, other in wrong]
    known = tuple(distance for distance in apart if distance is not None)
    return SenseItem(
        id=str(number),
        source=source,
        word=lemma,
        positive=senses[index],
        negative=tuple(word for word, _ in wrong),
        reference=reference,
        tags={"origin": (corpus,), "sense": (f"{lemma}:{index}",)},
        distances=known if len(known) == len(wrong) else (),
        extra={"form": form, "sense": index, "senses": dict(senses)},
    )


def _line(item: SenseItem, path: Path) -> str:
    if "sense" not in item.extra:
        raise DataError(path, f"item {item.id} has no sense index; write it as mucow-translation instead.")
    origin = next(iter(item.tags.get("origin", ())), "unknown")
    columns = (item.word, str(item.extra["sense"]), origin, item.source, item.reference or "")
    return "\t".join((*columns, str(item.extra.get("form", item.word))))


def _sense_lines(items: Sequence[SenseItem]) -> list[str]:
    lines: dict[str, None] = {}
    for item in items:
        senses = item.extra.get("senses")
        if isinstance(senses, Mapping):
            lines.update((f"{item.word}\t{index}\t{' '.join(words)}", None) for index, words in senses.items())
    return list(lines)


def _distance_lines(items: Sequence[SenseItem]) -> list[str]:
    lines: dict[str, None] = {}
    for item in items:
        senses, own = item.extra.get("senses"), str(item.extra.get("sense"))
        if not isinstance(senses, Mapping) or not item.distances:
            continue
        others = [index for index, words in senses.items() if index != own for _ in words]
        for other, distance in zip(others, item.distances, strict=True):
            first, second = sorted((own, other))
            lines[f"{item.word}\t{first}\t{second}\t{distance!r}"] = None
    return list(lines)


def _is_number(text: str) -> bool:
    return re.fullmatch(r"\d+(?:\.\d+)?(?:[eE][-+]?\d+)?", text) is not None
