"""MuCoW of 2020: a tokenized test file, and beside it the senses of each word and how far they are apart.

Give `LP.test.txt.gz`, six tab-separated columns: ambiguous lemma, sense index, corpus, source, reference, source
form. Its siblings are `senses.LP.txt` (lemma, sense index, count, share of the sense among all of the word's,
target lemmas separated by blanks) and, optionally, `distances.LP.txt` (lemma, two sense indices as `0-1`, distance
from 0 to 1).

As published, only lemmas are looked at (`search=lemmas`): give the system's lemmas as
`output-file:FILE?lemmas=FILE.conllu`. A word listed for the right sense is never wrong. Sliced by corpus, by clean
and noisy corpora, by the share of the sense and by its distance from the others (below or above the average of the
set).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import DataError, WrongFormatError
from mteval.core.protocols import Contents
from mteval.core.records import SenseItem
from mteval.core.suites import SuiteSource, Tags
from mteval.text.languages import languages_in_name
from mteval.text.lines import read_lines
from mteval.text.writing import write_lines

COLUMNS = "6 columns expected (lemma, sense index, corpus, source, reference, source form)"
SENSE_COLUMNS = "5 columns expected (lemma, sense index, count, share, target lemmas)"
DISTANCE_COLUMNS = "3 columns expected (lemma, sense indices as 0-1, distance)"
CLEAN = ("books", "europarl", "globalvoices", "jw", "tatoeba", "ted")
SHARES = ((0.2, "0-20"), (0.4, "20-40"), (0.6, "40-60"), (0.8, "60-80"), (float("inf"), "80-100"))

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class LrecSense:
    """One sense of an ambiguous lemma: how often it was seen, its share, and its target lemmas."""

    count: str
    share: float
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The senses of each ambiguous lemma by index, and the distances between them."""

    senses: Mapping[str, Mapping[str, LrecSense]]
    distances: Mapping[str, Mapping[Pair, float]]

    @property
    def average_distance(self) -> float:
        """The mean over all pairs of senses of all words."""
        values = [value for pairs in self.distances.values() for value in pairs.values()]
        return fmean(values) if values else float("nan")


@registry.formats.register("mucow-lrec")
class MucowLrec:
    """Reads and writes the layout of MuCoW 2020."""

    family: ClassVar[str] = "sense-choice"

    def read(self, source: SuiteSource) -> Contents:
        """Read the sentences; the words of every other sense of the lemma are wrong."""
        path = source.files["data"]
        senses, distances = (source.files.get(name) or beside(path, name) for name in ("senses", "distances"))
        lexicon = Lexicon(_senses(senses), _distances(distances) if distances.exists() else {})
        average = lexicon.average_distance
        lines = read_lines(path)
        items = tuple(_item(line, number, path, lexicon, average) for number, line in enumerate(lines.lines, start=1))
        languages = source.languages or languages_in_name(path)
        files = tuple(file for file in (senses, distances) if file.exists())
        return Contents(items, languages, lines.findings, customs={"search": "lemmas"}, files=files)

    def write(self, records: Sequence[Any], path: Path) -> None:
        """Write the test file and its siblings; items carry their sense index and the whole lexicon of their word."""
        items: Sequence[SenseItem] = records
        for item in items:
            if not {"sense", "senses", "distances"} <= set(item.extra):
                raise DataError(path, f"item {item.id} has no sense index; write it as mucow-translation instead.")
        write_lines(beside(path, "senses"), dict.fromkeys(line for item in items for line in _sense_lines(item)))
        distances = dict.fromkeys(line for item in items for line in _distance_lines(item))
        if distances:
            write_lines(beside(path, "distances"), distances)
        write_lines(path, (_line(item) for item in items))

    def recognise(self, head: bytes, path: Path) -> bool:
        """Six columns, the second a sense index."""
        columns = head.decode("utf-8", errors="ignore").split("\n", 1)[0].split("\t")
        return len(columns) == 6 and columns[1].isdecimal()


def beside(path: Path, name: str) -> Path:
    """The file of senses or distances that belongs to a test file."""
    pair = "-".join(languages_in_name(path)) or path.name.split(".", 1)[0]
    return path.with_name(f"{name}.{pair}.txt")


def _senses(path: Path) -> dict[str, dict[str, LrecSense]]:
    if not path.exists():
        raise DataError(path, "no such file, but the test file needs its senses beside it.")
    senses: dict[str, dict[str, LrecSense]] = {}
    for number, line in enumerate(read_lines(path).lines, start=1):
        columns = line.split("\t")
        if len(columns) != 5:
            raise DataError(path, f"{SENSE_COLUMNS}, found {len(columns)}.", line=number)
        lemma, index, count, share, words = columns
        senses.setdefault(lemma, {})[index] = LrecSense(count, _number(share, path, number), tuple(words.split()))
    return senses


def _distances(path: Path) -> dict[str, dict[Pair, float]]:
    distances: dict[str, dict[Pair, float]] = {}
    for number, line in enumerate(read_lines(path).lines, start=1):
        columns = line.split("\t")
        one, dash, other = columns[1].partition("-") if len(columns) == 3 else ("", "", "")
        if not dash:
            raise DataError(path, f"{DISTANCE_COLUMNS}.", line=number)
        distances.setdefault(columns[0], {})[_pair(one, other)] = _number(columns[2], path, number)
    return distances


def _number(text: str, path: Path, line: int) -> float:
    try:
        return float(text)
    except ValueError:
        raise DataError(path, f"a number is expected, found {text!r}.", line=line) from None


def _pair(one: str, other: str) -> Pair:
    # Shorter first, so that 2 comes before 10.
    return (one, other) if (len(one), one) <= (len(other), other) else (other, one)


def _item(line: str, number: int, path: Path, lexicon: Lexicon, average: float) -> SenseItem:
    columns = line.split("\t")
    if len(columns) != 6:
        raise WrongFormatError(path, "mucow-lrec", f"{COLUMNS}, found {len(columns)}.", line=number)
    lemma, index, corpus, source, reference, form = columns
    senses, pairs = lexicon.senses.get(lemma, {}), lexicon.distances.get(lemma, {})
    if index not in senses:
        raise DataError(path, f"sense {index} of '{lemma}' is not in the senses file.", line=number)
    right = senses[index].words
    # A word of several wrong senses belongs to the first of them; a word of the right sense is never wrong.
    wrong: dict[str, str] = {}
    for other, sense in senses.items():
        for word in sense.words:
            if word not in right:
                wrong.setdefault(word, other)
    apart = tuple(pairs[_pair(index, other)] for other in wrong.values() if _pair(index, other) in pairs)
    return SenseItem(
        id=str(number),
        source=source,
        word=lemma,
        positive=right,
        negative=tuple(wrong),
        reference=reference,
        tags={
            "origin": (corpus,),
            "sense": (f"{lemma}:{index}",),
            **_tags(corpus, senses[index], index, pairs, average),
        },
        distances=apart if len(apart) == len(wrong) else (),
        extra={"form": form, "sense": index, "senses": dict(senses), "distances": dict(pairs)},
    )


def _tags(corpus: str, sense: LrecSense, index: str, pairs: Mapping[Pair, float], average: float) -> Tags:
    """The published groups of an item, beside its corpus."""
    share = next(label for bound, label in SHARES if sense.share < bound)
    balanced = ("45-55",) if 0.45 <= sense.share < 0.55 else ()
    own = [value for pair, value in pairs.items() if index in pair]
    tags = {"frequency": (share, *balanced), "data": ("clean" if corpus in CLEAN else "noisy",)}
    return {**tags, "distance": ("below-average" if fmean(own) < average else "above-average",)} if own else tags


def _line(item: SenseItem) -> str:
    origin = next(iter(item.tags.get("origin", ())), "unknown")
    columns = (item.word, str(item.extra["sense"]), origin, item.source, item.reference or "")
    return "\t".join((*columns, str(item.extra.get("form", item.word))))


def _sense_lines(item: SenseItem) -> Iterable[str]:
    senses = item.extra["senses"]
    if isinstance(senses, Mapping):
        for index, sense in senses.items():
            yield "\t".join((item.word, index, sense.count, repr(sense.share), " ".join(sense.words)))


def _distance_lines(item: SenseItem) -> Iterable[str]:
    distances = item.extra["distances"]
    if isinstance(distances, Mapping):
        for (one, other), distance in distances.items():
            yield f"{item.word}\t{one}-{other}\t{distance!r}"
