"""Finding a term in a sentence: as it is written, by its lemmas, in a compound, or as a separated verb.

Stages, the first that finds the term: `surface` (the same words, case aside, at word boundaries), `lemma` (another
inflection of them), `separated` (German and Dutch verbs whose particle stands apart), `compound` (inside a longer word, or
the words written together). Scripts without spaces know only `surface`, anywhere in the sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from mteval.families._terminology.compounds import CompoundFinder
from mteval.text.scripts import UNSPACED

STAGES = ("surface", "lemma", "separated", "compound")
CLAUSE_ENDS = frozenset(".;:!?")
WORD = r"[\p{L}\p{M}\p{N}_]"
SEPARABLE = {
    "de": (
        "ab an auf aus bei ein fest fort frei her hin hoch los mit nach nieder statt teil um vor weg weiter wieder zu zurück "
        "zusammen bereit dar durch über unter voraus vorbei heraus hinein hinzu herunter heran"
    ),
    "nl": "aan af bij door in mee na om op over samen terug toe uit vast voor weg",
}


@dataclass(frozen=True, slots=True)
class AnalysedText:
    """A text, its tokens in lower case, and for each token the forms it may be compared by: itself and its lemmas.

    `nouns` says which tokens are written as nouns, in languages that write these with a capital.
    """

    text: str
    tokens: tuple[str, ...] = ()
    forms: tuple[frozenset[str], ...] = ()
    nouns: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True)
class TermPlace:
    """Where a term was found: the stage, and its tokens where it is made of whole tokens."""

    stage: str
    start: int = -1
    end: int = -1


@dataclass(frozen=True, slots=True)
class TermMatcher:
    """How terms are looked for in one language: in `stages`; `compounds` knows the compounds of the language, if any."""

    language: str = ""
    stages: tuple[str, ...] = STAGES
    compounds: CompoundFinder | None = None
    _finders: dict[str, Callable[[AnalysedText, AnalysedText], Iterator[TermPlace]]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        finders = {
            "surface": _surface,
            "lemma": _lemmas,
            "separated": self._separated,
            "compound": self._compound,
        }
        object.__setattr__(self, "_finders", finders)

    def places(self, term: AnalysedText, text: AnalysedText) -> Iterator[TermPlace]:
        """Every place of a term, stage by stage."""
        for stage in self.stages:
            yield from self._finders[stage](term, text)

    def find(self, term: AnalysedText, text: AnalysedText) -> TermPlace | None:
        """The first place of a term."""
        return next(self.places(term, text), None)

    def _separated(self, term: AnalysedText, text: AnalysedText) -> Iterator[TermPlace]:
        if len(term.tokens) != 1:
            return
        verb = term.tokens[0]
        for particle in SEPARABLE.get(self.language, "").split():
            rest = verb.removeprefix(particle)
            if rest != verb and len(rest) > 3 and _apart(particle, rest, text):
                yield TermPlace("separated")

    def _compound(self, term: AnalysedText, text: AnalysedText) -> Iterator[TermPlace]:
        if self.compounds is None or not term.tokens:
            return
        joined = "".join(term.tokens).replace("-", "")
        wanted = term.forms[0] if len(term.tokens) == 1 else frozenset((joined,))
        for place, (token, forms) in enumerate(zip(text.tokens, text.forms, strict=True)):
            solid = {form.replace("-", "") for form in forms}
            if any(term.nouns) and not text.nouns[place]:
                continue
            written = joined in solid and token not in wanted
            if written or any(self.compounds.holds(form, part) for form in forms for part in wanted):
                yield TermPlace("compound", place, place + 1)
        yield from _written_apart(joined, text)


def _surface(term: AnalysedText, text: AnalysedText) -> Iterator[TermPlace]:
    if not term.text.strip():
        return
    if any(pattern.search(term.text) for pattern in UNSPACED.values()):
        if "".join(term.text.lower().split()) in "".join(text.text.lower().split()):
            yield TermPlace("surface")
        return
    found = False
    for place in _runs(term, text, lambda wanted, token, forms: wanted == token):
        found = True
        yield TermPlace("surface", *place)
    if not found and _bounded(term.text.lower().strip())(text.text.lower()):
        yield TermPlace("surface")


def _lemmas(term: AnalysedText, text: AnalysedText) -> Iterator[TermPlace]:
    if not term.tokens or any(not forms for forms in term.forms):
        return
    width = len(term.tokens)
    for start in range(len(text.tokens) - width + 1):
        if all(term.forms[i] & text.forms[start + i] for i in range(width)):
            yield TermPlace("lemma", start, start + width)


def _runs(
    term: AnalysedText, text: AnalysedText, alike: Callable[[str, str, frozenset[str]], bool]
) -> Iterator[tuple[int, int]]:
    width = len(term.tokens)
    for start in range(len(text.tokens) - width + 1) if width else ():
        if all(alike(term.tokens[i], text.tokens[start + i], text.forms[start + i]) for i in range(width)):
            yield start, start + width


def _apart(particle: str, rest: str, text: AnalysedText) -> bool:
    """Whether a form of the verb is followed, in the same clause, by its particle."""
    waiting = False
    for token, forms in zip(text.tokens, text.forms, strict=True):
        if waiting and token == particle:
            return True
        if token in CLAUSE_ENDS:
            waiting = False
        waiting = waiting or rest in forms
    return False


def _written_apart(joined: str, text: AnalysedText) -> Iterator[TermPlace]:
    """A compound term written in two words: `Daten Provider` for `Datenprovider`."""
    for start in range(len(text.tokens) - 1):
        first, second = text.forms[start], text.forms[start + 1]
        if any(one + other == joined for one in first for other in second if len(one) > 2 and len(other) > 2):
            yield TermPlace("compound", start, start + 2)


@lru_cache(maxsize=1 << 14)
def _bounded(term: str) -> Callable[[str], object]:
    """Looks for a text that no letter, mark or digit touches."""
    import regex

    left = rf"(?<!{WORD})" if regex.match(WORD, term) else ""
    right = rf"(?!{WORD})" if regex.search(rf"{WORD}$", term) else ""
    found: Callable[[str], object] = regex.compile(left + regex.escape(term) + right).search
    return found


def longest(places: Sequence[tuple[int, TermPlace]]) -> Iterator[tuple[int, TermPlace]]:
    """Places of several terms without those inside a longer one: `provider` does not count in `data provider`."""
    for number, place in places:
        inside = any(
            other.start <= place.start and place.end <= other.end and other.end - other.start > place.end - place.start
            for _, other in places
        )
        if place.start < 0 or not inside:
            yield number, place
