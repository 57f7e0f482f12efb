"""A sentence pair ready to be counted and searched: tokens, lemmas, one-to-one links."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from mteval.authoring.contrast.analyses import Analysis
from mteval.authoring.contrast.cutting import Span, lemmatiser, pattern, spans
from mteval.authoring.contrast.settings import TextSettings
from mteval.authoring.contrast.shards import Record
from mteval.core.errors import MtevalError
from mteval.text.numbers import whole_number

Links = Sequence[tuple[int, int]]
Unit = str | tuple[str, str]  # a form, or a form with its lemma


@dataclass(frozen=True, slots=True)
class Side:
    """Cuts and lemmatises the sentences of one language."""

    language: str
    tokens: str
    lemma: Callable[[str], str]

    def forms(self, text: str, analysis: str = "") -> Sequence[str]:
        """The tokens of a sentence: the user's where given."""
        if analysis:
            return Analysis.unpack(analysis).forms
        return pattern(self.language, self.tokens).findall(text)

    def units(self, text: str, analysis: str = "") -> Sequence[Unit]:
        """The tokens of a sentence; those the user analysed with their lemmas."""
        if analysis:
            given = Analysis.unpack(analysis)
            return list(zip(given.forms, given.lemmas, strict=True))
        return pattern(self.language, self.tokens).findall(text)

    def spelled(self, unit: Unit) -> tuple[str, str]:
        """The lower-cased form and the lemma of a token."""
        return (unit.lower(), self.lemma(unit)) if isinstance(unit, str) else (unit[0].lower(), unit[1])

    def lemmas(self, forms: Sequence[str], analysis: str = "") -> Sequence[str]:
        """The lemma of each token."""
        if analysis:
            return Analysis.unpack(analysis).lemmas
        return [self.lemma(form) for form in forms]

    def spans(self, text: str, analysis: str = "") -> list[Span] | None:
        """Where each token stands."""
        if analysis:
            return Analysis.unpack(analysis).spans(text)
        return spans(text, self.language, self.tokens)


@lru_cache(maxsize=4)
def both_sides(text: TextSettings) -> tuple[Side, Side]:
    """The two sides of a bitext; opened once in each process."""
    first, second = (Side(one, text.tokens, lemmatiser(one, text.lemmatiser)) for one in text.languages)
    return first, second


class BadLinksError(MtevalError):
    """A line of alignments that does not fit its sentences."""


@lru_cache(maxsize=1 << 16)
def _link(text: str) -> tuple[int, int]:
    one, dash, other = text.partition("-")
    places = whole_number(one), whole_number(other)
    if not dash or places[0] is None or places[1] is None:
        raise BadLinksError(f"links of the form 0-0 1-2 expected, found '{text[:20]}'.")
    return places[0], places[1]


def parse_links(line: str, sources: int, targets: int) -> list[tuple[int, int]]:
    """Read `0-0 1-2`, source first, from 0; `-` alone is a sentence without links."""
    if line in ("", "-"):
        return []
    links = list(map(_link, line.split()))
    for one, other in links:
        if one >= sources or other >= targets:
            raise BadLinksError(
                f"the link {one}-{other} lies outside the sentences ({sources} and {targets} tokens, counted from 0). "
                "Were other tokens aligned? See --tokens words|blanks."
            )
    return links


def one_to_one(links: Links) -> Links:
    """The links whose two tokens have no other link."""
    if len(dict(links)) == len(links) == len({other for _, other in links}):
        return links
    sources = Counter(one for one, _ in links)
    targets = Counter(other for _, other in links)
    return [(one, other) for one, other in links if sources[one] == 1 and targets[other] == 1]


def forms_of(record: Record, sides: tuple[Side, Side]) -> tuple[Sequence[str], Sequence[str]]:
    """The tokens of both sides of a record."""
    return (
        sides[0].forms(record.source, record.source_analysis),
        sides[1].forms(record.target, record.target_analysis),
    )
