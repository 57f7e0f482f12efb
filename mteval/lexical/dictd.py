"""Dictionaries as the dictd server keeps them: an index of headwords beside the text of all entries, which may be packed.

An index line is `headword⇥offset⇥length`, both numbers in base 64 with the digits of RFC 1421 (dictfmt(1)). The text is
`.dict`, or `.dict.dz`, which dictzip(1) makes and gzip reads. Headwords of the index have no capitals and no punctuation.
"""

from __future__ import annotations

import string
from functools import cached_property
from pathlib import Path

from mteval.core.errors import DataError
from mteval.text.lines import read_lines
from mteval.text.packed import read_bytes

DIGITS = {
    sign: value for value, sign in enumerate(string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/")
}
INFORMATION = "00databaseinfo"


class DictdDatabase:
    """The entries of one dictionary by headword; the index is read at once, the text when an entry is asked for."""

    def __init__(self, index: Path) -> None:
        self.index = index
        self.text = _text_beside(index)
        self._places: dict[str, str] = {}
        for number, line in enumerate(read_lines(index).lines, start=1):
            if line:
                headword, tab, place = line.partition("\t")
                if not tab or "\t" not in place:
                    raise DataError(index, f"3 columns expected (headword, offset, length): {line[:60]!r}", line=number)
                key = _key(headword)
                earlier = self._places.get(key)
                self._places[key] = place if earlier is None else f"{earlier}\n{place}"

    @property
    def files(self) -> tuple[Path, Path]:
        """The index and the text."""
        return self.index, self.text

    @cached_property
    def _bytes(self) -> bytes:
        return read_bytes(self.text)

    def entries(self, headword: str) -> tuple[str, ...]:
        """The text of every entry whose headword is this one but for capitals and punctuation."""
        places = self._places.get(_key(headword), "")
        return tuple(dict.fromkeys(self._entry(headword, place) for place in places.split("\n") if place))

    @property
    def information(self) -> str:
        """What the dictionary says of itself: title, authors, licence."""
        return "\n".join(self.entries(INFORMATION))

    def _entry(self, headword: str, place: str) -> str:
        offset, length = (self._number(headword, text) for text in place.split("\t")[:2])
        if offset + length > len(self._bytes):
            problem = (
                f"the entry of '{headword}' ends beyond {self.text.name}. Index and text are of different dictionaries."
            )
            raise DataError(self.index, problem)
        return self._bytes[offset : offset + length].decode("utf-8", errors="replace")

    def _number(self, headword: str, text: str) -> int:
        value = 0
        for sign in text:
            if sign not in DIGITS or len(text) > 10:
                raise DataError(self.index, f"the place of '{headword}' is no number in base 64: {text[:20]!r}.")
            value = value * 64 + DIGITS[sign]
        return value


def _text_beside(index: Path) -> Path:
    stem = index.name.removesuffix(".index")
    for ending in (".dict.dz", ".dict"):
        path = index.with_name(f"{stem}{ending}")
        if path.is_file():
            return path
    raise DataError(index, f"has no text beside it ({stem}.dict.dz or {stem}.dict).")


def _key(headword: str) -> str:
    folded = headword.lower()
    return folded if folded.isalnum() else "".join(sign for sign in folded if sign.isalnum() or sign == " ").strip()
