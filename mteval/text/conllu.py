"""CoNLL-U: tokens with lemmas and universal parts of speech, one sentence after another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mteval.core.errors import DataError
from mteval.text.lines import Lines, read_lines
from mteval.text.numbers import whole_number
from mteval.text.streaming import stream_lines

COLUMNS = 10


@dataclass(frozen=True, slots=True)
class Token:
    """One line of a sentence; `last` is the number of the last token that a range (1-2) stands for, 0 for a plain token."""

    number: int
    form: str
    lemma: str
    tag: str
    last: int = 0


def stream_sentences(path: Path) -> Iterator[tuple[Token, ...]]:
    """The sentences of a file, ranges included; empty nodes (1.1) are no words and are left out."""
    tokens: list[Token] = []
    inside = False
    for number, line in enumerate(stream_lines(path), start=1):
        if not line.strip():
            if inside:
                yield tuple(tokens)
            tokens, inside = [], False
        elif not line.startswith("#"):
            tokens.extend(_token(line, number, path))
            inside = True
    if inside:
        yield tuple(tokens)


def _token(line: str, number: int, path: Path) -> Iterator[Token]:
    columns = line.split("\t")
    if len(columns) != COLUMNS:
        raise DataError(path, f"{COLUMNS} columns expected (CoNLL-U), found {len(columns)}.", line=number)
    identity, form, lemma, tag = columns[:4]
    first, dash, last = identity.partition("-")
    start, end = whole_number(first), whole_number(last) if dash else 0
    if start is not None and end is not None:
        yield Token(start, form, form if lemma == "_" else lemma, tag, end)


def read_lemma_lines(path: Path) -> Lines:
    """One line of blank-separated lemmas per sentence; a name ending in .conllu is read as CoNLL-U."""
    if not path.name.removesuffix(".gz").endswith(".conllu"):
        return read_lines(path)
    sentences = (
        " ".join(token.lemma.replace(" ", "_") for token in sentence if not token.last)
        for sentence in stream_sentences(path)
    )
    return Lines(path, tuple(sentences))
