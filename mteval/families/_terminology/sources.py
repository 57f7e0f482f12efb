"""Which terms of a glossary stand in each source segment."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from mteval.core.records import Term, TermSegment
from mteval.families._terminology.analysis import Analyser, open_analyser
from mteval.families._terminology.matching import AnalysedText, TermMatcher, TermPlace, longest

Found = tuple[Sequence[Term], Sequence[Term]]
"""The terms in a segment, and those listed for it that are not in it."""
STAGES = ("surface", "lemma")


def terms_in_sources(segments: Sequence[TermSegment], language: str, matching: str) -> list[Found]:
    """For each segment the terms that stand in its source; sets that list terms per segment keep what is missing, too."""
    analyser = open_analyser(language, "none" if matching == "surface" else "simplemma")
    texts = analyser.analyse([segment.source for segment in segments])
    names = list(dict.fromkeys(term.source for segment in _distinct(segments) for term in segment.terms))
    analysed = dict(zip(names, analyser.analyse(names, terms=True), strict=True))
    matcher = TermMatcher(language, STAGES if matching != "surface" else ("surface",))
    if all(segment.listed for segment in segments):
        published = _published(segments, analyser) if matching == "wmt25" else None
        return [
            _listed(segment, text, analysed, matcher, None if published is None else published[place])
            for place, (segment, text) in enumerate(zip(segments, texts, strict=True))
        ]
    glossary = segments[0].terms if segments else ()
    index = TermIndex(glossary, analysed)
    return [(tuple(index.terms_in(text, matcher)), ()) for text in texts]


class TermIndex:
    """A glossary by the words its terms begin with, so that a sentence is compared with few of them."""

    def __init__(self, glossary: Sequence[Term], analysed: Mapping[str, AnalysedText]) -> None:
        self._terms = [(term, analysed[term.source]) for term in glossary]
        self._by_first: dict[str, list[int]] = defaultdict(list)
        self._others: list[int] = []
        for number, (_, text) in enumerate(self._terms):
            for form in text.forms[0] if text.forms else ():
                self._by_first[form].append(number)
            # Scripts without spaces have no first words, and signs may hide one: these are compared with every sentence.
            if not text.tokens or not text.tokens[0].isascii() or not text.tokens[0].isalnum():
                self._others.append(number)

    def terms_in(self, text: AnalysedText, matcher: TermMatcher) -> Iterator[Term]:
        """The terms in a sentence in the order of the glossary, without those inside longer ones."""
        near = {number for forms in text.forms for form in forms for number in self._by_first.get(form, ())}
        found: list[tuple[int, TermPlace]] = [
            (number, place)
            for number in sorted(near | set(self._others))
            for place in matcher.places(self._terms[number][1], text)
        ]
        for number in dict.fromkeys(number for number, _ in longest(found)):
            yield self._terms[number][0]


def _distinct(segments: Sequence[TermSegment]) -> Sequence[TermSegment]:
    """Segments that share one glossary need not all be looked at."""
    return segments if any(segment.listed for segment in segments) else segments[:1]


def _listed(
    segment: TermSegment,
    text: AnalysedText,
    analysed: Mapping[str, AnalysedText],
    matcher: TermMatcher,
    published: Sequence[bool] | None,
) -> Found:
    present = (
        published
        if published is not None
        else [matcher.find(analysed[term.source], text) is not None for term in segment.terms]
    )
    both = list(zip(segment.terms, present, strict=True))
    return tuple(term for term, there in both if there), tuple(term for term, there in both if not there)


def _published(segments: Sequence[TermSegment], analyser: Analyser) -> list[list[bool]]:
    """WMT25's rule: a substring of the lower-cased source, or of its joined lemmas."""
    lines = analyser.lemma_lines([segment.source for segment in segments])
    names = list(dict.fromkeys(term.source for segment in segments for term in segment.terms))
    of_term = dict(zip(names, analyser.lemma_lines(names), strict=True))
    return [
        [term.source.lower() in segment.source.lower() or of_term[term.source] in line for term in segment.terms]
        for segment, line in zip(segments, lines, strict=True)
    ]
