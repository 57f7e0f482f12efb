"""Sentence pairs streamed from Moses, TMX and TSV files, packed or not."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import deque
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

from mteval.authoring.contrast.settings import Corpus
from mteval.core.errors import DataError, UsageError
from mteval.text.lines import likeness
from mteval.text.packed import PACKED, open_packed
from mteval.text.streaming import stream_lines

Pair = tuple[str, str]
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
# Beyond this many surplus lines the slip is not looked for: the files are not the two sides of one bitext.
MOST_SURPLUS = 100_000


def stream_pairs(corpus: Corpus, languages: tuple[str, str]) -> Iterator[Pair]:
    """The pairs of one corpus in order, blanks inside each sentence made single."""
    for source, target in _raw_pairs(corpus, languages):
        yield " ".join(source.split()), " ".join(target.split())


def _raw_pairs(corpus: Corpus, languages: tuple[str, str]) -> Iterator[Pair]:
    if corpus.bitext is None:
        if corpus.source is None or corpus.target is None:
            raise UsageError(f"The corpus '{corpus.name}' has only one side. Give --source and --target, or --bitext.")
        return _moses(corpus.source, corpus.target)
    kind = bare_suffix(corpus.bitext)
    if kind == ".tmx":
        return _tmx(corpus.bitext, languages)
    if kind in (".tsv", ".txt", ".tab"):
        return _tsv(corpus.bitext)
    raise DataError(corpus.bitext, "is neither TMX nor TSV by its name. Name it .tmx or .tsv (.gz, .zst, .xz allowed).")


def bare_suffix(path: Path) -> str:
    """The suffix of a file without that of its packing."""
    return Path(path.stem).suffix if path.suffix in PACKED else path.suffix


def _moses(source: Path, target: Path) -> Iterator[Pair]:
    for one, other in zip_longest(stream_lines(source), stream_lines(target)):
        if one is None or other is None:
            raise unequal_sides(source, target)
        yield one, other


def _tsv(path: Path) -> Iterator[Pair]:
    for number, line in enumerate(stream_lines(path), start=1):
        columns = line.split("\t")
        if len(columns) < 2:
            raise DataError(path, "2 columns expected (source, target, separated by a tab), found 1.", line=number)
        yield columns[0], columns[1]


def _tmx(path: Path, languages: tuple[str, str]) -> Iterator[Pair]:
    """One pair for each unit that has both languages; the tree is dropped as it is read."""
    seen: set[str] = set()
    found = 0
    try:
        with open_packed(path) as file:
            events = ET.iterparse(file, events=("start", "end"))  # noqa: S314
            _, root = next(events)
            for event, element in events:
                if event == "end" and element.tag == "tu":
                    texts = _variants(element)
                    seen.update(texts)
                    sides = [_side(texts, language) for language in languages]
                    root.clear()
                    # A unit without one of the languages keeps its number, so that lines can be found again.
                    found += None not in sides
                    yield sides[0] or "", sides[1] or ""
    except (ET.ParseError, StopIteration) as error:
        raise DataError(path, f"is not a TMX file: {error}.") from None
    if not found:
        there = ", ".join(sorted(seen)) or "none"
        raise DataError(path, f"has no unit in both {languages[0]} and {languages[1]}; its languages are: {there}.")


def _variants(unit: Any) -> dict[str, str]:
    texts = {}
    for variant in unit.iter("tuv"):
        segment = variant.find("seg")
        if segment is not None:
            texts[(variant.get(LANGUAGE) or variant.get("lang") or "").lower()] = "".join(segment.itertext())
    return texts


def _side(texts: dict[str, str], language: str) -> str | None:
    wanted = language.lower()
    if wanted in texts:
        return texts[wanted]
    short = wanted.split("-", maxsplit=1)[0]
    return next((text for code, text in texts.items() if code.replace("_", "-").split("-")[0] == short), None)


def unequal_sides(source: Path, target: Path) -> DataError:
    """Says how many lines each side has and where they seem to slip; both are only streamed."""
    counts = [sum(1 for _ in stream_lines(path)) for path in (source, target)]
    problem = f"has {counts[1]} lines, but {source} has {counts[0]}."
    if abs(counts[0] - counts[1]) > MOST_SURPLUS:
        return DataError(target, f"{problem} They are not the two sides of one bitext.")
    place = _slip(*((source, target) if counts[0] > counts[1] else (target, source)), abs(counts[0] - counts[1]))
    return DataError(target, f"{problem} They seem to slip at line {place}. Make them line-aligned.")


def _slip(longer: Path, shorter: Path, surplus: int) -> int:
    """The best single place to drop the surplus lines: before it line i goes with line i, after it with i + surplus."""
    ahead = stream_lines(longer)
    window = deque(line for _, line in zip(range(surplus), ahead, strict=False))
    value = best = 0.0
    place = 0
    for number, (line, late) in enumerate(zip(stream_lines(shorter), ahead, strict=False), start=1):
        window.append(late)
        value += likeness(window.popleft(), line) - likeness(late, line)
        if value > best:
            best, place = value, number
    return place + 1
