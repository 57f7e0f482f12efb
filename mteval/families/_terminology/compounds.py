"""Terms inside compounds: is a German `Speicherressourcen` a form of `Speicher`?

A word holds a term if the term stands at its beginning, end or between, and what is left over are words of the language:
with linking elements taken off, at least three letters, and neither a suffix (`Teil` in `Teilchen`) nor a particle
(`Teil` in `Vorteil`). So `Art` is not in `Start`, and `Reis` not in `Reisekosten`, because `Reise` is a word of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from mteval.text.lemmatisers.dictionary import known_words, simple_lemmatiser

SHORTEST = 3
DEEPEST = 3
# Linking elements, suffixes and particles are common knowledge of the grammars; the lists are ours.
LINKS = {
    "de": ("s", "es", "n", "en", "ens", "er", "e"),
    "nl": ("s", "e", "en", "er", "n"),
    "sv": ("s", "o", "u", "e", "a"),
    "da": ("s", "e", "er"),
    "nb": ("s", "e"),
    "fi": ("n",),
    "hu": (),
}
SUFFIXES = {
    "de": "los bar chen lein haft heit keit schaft sam ung lich isch mal maß fach tum ling erin innen",
    "nl": "loos baar heid tje sel schap zaam ling isch",
    "sv": "het skap lös bar sam ning dom",
    "da": "hed skab løs bar som ning dom",
    "nb": "het skap løs bar som ning dom",
}
PARTICLES = {
    "de": (
        "vor an auf aus ab bei mit nach über unter ver ent zer um zu ein durch gegen wider hinter neben zwischen los her hin "
        "miss hin weg wieder zusammen zurück fort ober nieder ur un ge be er das die der den dem des und"
    ),
    "nl": "voor aan op uit af bij met na over onder ver ont her om toe in door tegen achter mis weg den het een",
    "sv": "för an på ut av vid med över under om till in genom mot åter den det ett och",
    "da": "for an på ud af ved med over under om til ind gennem mod den det og",
    "nb": "for an på ut av ved med over under om til inn gjennom mot den det og",
}


@dataclass(frozen=True, slots=True)
class CompoundFinder:
    """Looks for a term in the compounds of one language; `known` says whether something is a word."""

    known: Callable[[str], bool]
    lemma: Callable[[str], str]
    links: tuple[str, ...]
    suffixes: frozenset[str]
    particles: frozenset[str]

    def holds(self, token: str, term: str) -> bool:
        """Whether a lower-cased word is a compound with the term; parts at hyphens are words of their own."""
        parts = token.split("-")
        return any((part == term and len(parts) > 1) or self._solid(part, term) for part in parts)

    def lemma_by_head(self, token: str) -> str:
        """An unknown word with the lemma of the longest word it ends in: `speicherressourcen` is `speicherressource`."""
        if self.known(token):
            return token
        for cut in range(SHORTEST, len(token) - SHORTEST + 1):
            head = token[cut:]
            if self.known(head) and head not in self.suffixes and self._fits_before(token[:cut]):
                return token[:cut] + self.lemma(head).lower()
        return token

    def _solid(self, token: str, term: str) -> bool:
        """Whether some place of the term in the word leaves words before and after it."""
        if len(term) < SHORTEST or len(token) < len(term) + SHORTEST:
            return False
        place = token.find(term)
        while place >= 0:
            if self._fits_before(token[:place]) and self._fits_after(token[place + len(term) :], term):
                return True
            place = token.find(term, place + 1)
        return False

    def _fits_before(self, before: str) -> bool:
        return not before or any(
            stem not in self.particles and self._words(stem) for stem in (before, *self._unlinked(before))
        )

    def _fits_after(self, after: str, term: str) -> bool:
        if not after or (self.known(term + after) and self.lemma(term + after).lower() == term):
            return True
        links = [link for link in self.links if after.startswith(link) and self._binds(term, link)]
        rests = [after, *(after.removeprefix(link) for link in links)]
        return any(rest not in self.suffixes | self.particles and self._words(rest) for rest in rests)

    def _binds(self, term: str, link: str) -> bool:
        """A linking element binds unless it makes another word: `Reis` + `e` is `Reise`."""
        joined = term + link
        return not self.known(joined) or self.lemma(joined).lower() == term

    def _unlinked(self, text: str) -> Iterator[str]:
        return (text.removesuffix(link) for link in self.links if text.endswith(link))

    def _words(self, text: str, depth: int = 0) -> bool:
        """Whether a text is a word, or words put together."""
        if len(text) < SHORTEST:
            return False
        if self.known(text):
            return True
        if depth >= DEEPEST:
            return False
        return any(
            (self._words(text[:cut], DEEPEST) or any(self._words(stem, DEEPEST) for stem in self._unlinked(text[:cut])))
            and text[cut:] not in self.suffixes
            and self._words(text[cut:], depth + 1)
            for cut in range(SHORTEST + 1, len(text) - SHORTEST)
        )


@lru_cache(maxsize=16)
def compound_finder(language: str) -> CompoundFinder | None:
    """The finder of a language that writes compounds as one word and has a dictionary; None for every other."""
    known, lemma = known_words(language), simple_lemmatiser(language)
    if language not in LINKS or known is None or lemma is None:
        return None
    listed = lru_cache(maxsize=1 << 16)(lambda word: known(word) or known(word.capitalize()))
    return CompoundFinder(
        listed,
        lambda word: lemma(word.capitalize()),
        LINKS[language],
        frozenset(SUFFIXES.get(language, "").split()),
        frozenset(PARTICLES.get(language, "").split()),
    )
