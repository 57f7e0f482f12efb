"""Tokens, lemmas and tags the user gives as CoNLL-U, one sentence for each line of the bitext."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mteval.text.conllu import Token, stream_sentences

UNIT, FIELD = "\x1e", "\x1f"


@dataclass(frozen=True, slots=True)
class Analysis:
    """The tokens of a sentence with lemmas and universal parts of speech."""

    forms: tuple[str, ...]
    lemmas: tuple[str, ...]
    tags: tuple[str, ...]

    def pack(self) -> str:
        """The analysis as text without tabs or line ends."""
        return UNIT.join(FIELD.join(token) for token in zip(self.forms, self.lemmas, self.tags, strict=True))

    @classmethod
    def unpack(cls, text: str) -> Analysis:
        """What `pack` made."""
        tokens = [token.split(FIELD) for token in text.split(UNIT)] if text else []
        forms, lemmas, tags = (tuple(column) for column in zip(*tokens, strict=True)) if tokens else ((), (), ())
        return cls(forms, lemmas, tags)

    def spans(self, text: str) -> list[tuple[int, int]] | None:
        """Where each form stands in the sentence; None where they do not fit it."""
        found, place = [], 0
        for form in self.forms:
            start = text.find(form, place)
            if start < 0:
                return None
            place = start + len(form)
            found.append((start, place))
        return found


def stream_analyses(path: Path) -> Iterator[Analysis]:
    """The sentences of a CoNLL-U file; of a range (1-2) the surface word counts, with the first part's tag."""
    for sentence in stream_sentences(path):
        words = list(_words(sentence))
        if words:
            yield Analysis(*(tuple(column) for column in zip(*words, strict=True)))


def _words(sentence: Sequence[Token]) -> Iterator[tuple[str, str, str]]:
    tags = {token.number: token.tag for token in sentence if not token.last}
    covered = 0
    for token in sentence:
        if token.last:
            covered = token.last
            yield token.form, token.form.lower(), tags.get(token.number, "X")
        elif token.number > covered:
            yield token.form, token.lemma.lower(), token.tag
