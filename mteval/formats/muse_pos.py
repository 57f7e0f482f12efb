"""MUSE test dictionaries with a part of speech for every pair: `LP.RANGE.{n,pn,v,a,o,nw}.txt`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from mteval.core.errors import DataError
from mteval.core.protocols import Contents
from mteval.core.records import DictionaryPair
from mteval.core.registry import formats
from mteval.core.results import Finding
from mteval.core.suites import SuiteSource
from mteval.text.languages import languages_in_name
from mteval.text.packed import is_input, is_pipe
from mteval.text.word_pairs import read_word_pairs
from mteval.text.writing import write_text

PARTS_OF_SPEECH = {
    "n": "noun",
    "pn": "proper-noun",
    "v": "verb",
    "a": "adjective",
    "o": "other",
    "nw": "invalid",
}
CODES = {pos: code for code, pos in PARTS_OF_SPEECH.items()}


@formats.register("muse-pos")
class MusePos:
    """The pairs of one dictionary in one file per part of speech (Kementchedjhieva et al., 2019).

    Give any one of the files; its siblings are found. `n` noun, `pn` proper noun, `v` verb, `a` adjective or adverb,
    `o` other, `nw` invalid pair. The annotation is per pair, so one source word may have several parts of speech.
    """

    family: ClassVar[str] = "dictionary"

    def read(self, source: SuiteSource) -> Contents:
        """Read all sibling files; every pair gets its tag `pos`."""
        path = source.files["data"]
        pairs: list[DictionaryPair] = []
        findings: list[Finding] = []
        parts = siblings(path)
        for code, sibling in parts.items():
            found = read_word_pairs(sibling, {"pos": (PARTS_OF_SPEECH[code],)})
            findings.extend(found.findings)
            pairs.extend(found.pairs)
        findings.extend(_annotated_twice(pairs))
        languages = source.languages or languages_in_name(path)
        return Contents(tuple(pairs), languages, tuple(findings), files=tuple(parts.values()))

    def write(self, records: Sequence[DictionaryPair], path: Path) -> None:
        """Write one file per part of speech beside `path`, which must end in `.n.txt` or another of the codes."""
        stem, _ = stem_and_code(path)
        by_code: dict[str, list[DictionaryPair]] = defaultdict(list)
        for pair in records:
            by_code[CODES[pair.tags["pos"][0]]].append(pair)
        for code, pairs in by_code.items():
            lines = "".join(f"{pair.source}\t{pair.target}\n" for pair in pairs)
            write_text(path.with_name(f"{stem}.{code}.txt"), lines)

    def recognise(self, head: bytes, path: Path) -> bool:
        """Whether the file name ends in a part-of-speech code."""
        parts = path.name.removesuffix(".gz").split(".")
        return len(parts) > 2 and parts[-1] == "txt" and parts[-2] in PARTS_OF_SPEECH


def stem_and_code(path: Path) -> tuple[str, str]:
    """`en-bg.5000-6500.pn.txt` → (`en-bg.5000-6500`, `pn`)."""
    parts = path.name.rsplit(".", 2)
    if len(parts) != 3 or parts[1] not in PARTS_OF_SPEECH:
        codes = ", ".join(f".{code}.txt" for code in PARTS_OF_SPEECH)
        raise DataError(path, f"is no part-of-speech file: its name must end in one of {codes}.")
    return parts[0], parts[1]


def siblings(path: Path) -> dict[str, Path]:
    """The files of one dictionary that exist, by code; an empty one holds no pair of that part of speech."""
    stem, _ = stem_and_code(path)
    named = {code: path.with_name(f"{stem}.{code}.txt") for code in PARTS_OF_SPEECH}
    found = {
        code: sibling
        for code, sibling in named.items()
        if is_input(sibling) and (is_pipe(sibling) or sibling.stat().st_size)
    }
    if not found:
        raise DataError(path, "no such file. Check the path.")
    return found


def _annotated_twice(pairs: Sequence[DictionaryPair]) -> list[Finding]:
    """Pairs that stand in the files of two parts of speech."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for pair in pairs:
        found[pair.source, pair.target].update(pair.tags["pos"])
    twice = [words for words, parts in found.items() if len(parts) > 1]
    if not twice:
        return []
    shown = ", ".join(f"{source} – {target}" for source, target in twice[:3])
    message = f"{len(twice)} pairs have two parts of speech, for instance {shown}."
    return [Finding("several-parts-of-speech", message, count=len(twice))]
