"""Bilingual dictionaries as MUSE, VecMap and xling-eval give them: `source⟨tab or spaces⟩target`, one pair a line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from mteval.core.protocols import Contents
from mteval.core.records import DictionaryPair
from mteval.core.registry import formats
from mteval.core.suites import SuiteSource
from mteval.text.languages import languages_in_name
from mteval.text.word_pairs import read_word_pairs
from mteval.text.writing import write_text


@formats.register("dictionary")
class DictionaryFormat:
    """One pair a line, source word first; a repeated source has several gold targets.

    A line that holds a tab is cut at tabs only, any other at spaces. The languages are read from a file name such as
    `en-bg.5000-6500.txt` where the suite does not name them.
    """

    family: ClassVar[str] = "dictionary"

    def read(self, source: SuiteSource) -> Contents:
        """Read the pairs in file order, repeats included."""
        path = source.files["data"]
        found = read_word_pairs(path)
        return Contents(found.pairs, source.languages or languages_in_name(path), found.findings)

    def write(self, records: Sequence[DictionaryPair], path: Path) -> None:
        """Write one tab-separated pair a line."""
        write_text(path, "".join(f"{pair.source}\t{pair.target}\n" for pair in records))

    def recognise(self, head: bytes, path: Path) -> bool:
        """Whether the first lines have two words each."""
        lines = [line for line in head.decode("utf-8", "replace").split("\n")[:-1] if line.strip()]
        return bool(lines) and all(len(line.split("\t" if "\t" in line else None)) == 2 for line in lines)
