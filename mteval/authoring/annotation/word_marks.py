"""Texts in pieces, some of them marked: where two translations differ, where an ambiguous word stands."""

from __future__ import annotations

from collections.abc import Callable
from difflib import SequenceMatcher
from typing import NamedTuple

import regex

PARTS = regex.compile(r"\s+|[\w\p{M}]+|[^\w\s\p{M}]")


class Piece(NamedTuple):
    """A stretch of a text, and whether it is marked."""

    text: str
    marked: bool


def differing(first: str, second: str) -> tuple[list[Piece], list[Piece]]:
    """Both texts in pieces, those marked that the other does not have."""
    words = PARTS.findall(first), PARTS.findall(second)
    sides: tuple[list[Piece], list[Piece]] = ([], [])
    for kind, *places in SequenceMatcher(None, *words, autojunk=False).get_opcodes():
        for side, own, (start, end) in zip(sides, words, (places[:2], places[2:]), strict=True):
            if end > start:
                side.append(Piece("".join(own[start:end]), kind != "equal"))
    return sides


def occurrences(text: str, word: str, language: str) -> list[Piece]:
    """The text in pieces, the forms of a word marked; the whole text unmarked where it is not found."""
    lemma = _lemmatiser(language)
    wanted = {word.casefold(), lemma(word.casefold())}
    pieces: list[Piece] = []
    for part in PARTS.findall(text):
        marked = part.casefold() in wanted or lemma(part.casefold()) in wanted
        if pieces and pieces[-1].marked == marked:
            pieces[-1] = Piece(pieces[-1].text + part, marked)
        else:
            pieces.append(Piece(part, marked))
    return pieces


def _lemmatiser(language: str) -> Callable[[str], str]:
    from mteval.text.lemmatisers.dictionary import simple_lemmatiser

    return (simple_lemmatiser(language.split("-", maxsplit=1)[0]) if language else None) or str
