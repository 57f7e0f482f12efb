"""What a bilingual dictionary of another making says of a pair: has it, lacks it, has its word only with other translations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from mteval.core.errors import UsageError
from mteval.lexical import english as english_words
from mteval.lexical.bilingual import Lookup
from mteval.lexical.freedict import FreeDict, freedict_index
from mteval.text.lemmatisers.dictionary import simple_lemmatiser

HAS, PARTLY, LACKS, HALF, SILENT = "has", "partly", "lacks", "half", "silent"
"""It has the pair; in a compound or a phrase only; both words, but not as a pair; one word, but not the pair; neither word."""
LEAST_PART = 5
PARTS = {"n": "noun", "v": "verb", "a": "adjective", "r": "adjective"}


@dataclass(frozen=True, slots=True)
class DictionaryCheck:
    """A dictionary in both directions: what it says of lower-cased pairs."""

    forward: Lookup
    backward: Lookup
    languages: tuple[str, str]
    _found: dict[tuple[int, str], frozenset[str]] = field(default_factory=dict)

    def says(self, pair: tuple[str, str]) -> str:
        """One of the five answers above; forms count as their lemmas."""
        forms = [_forms(word, language) for word, language in zip(pair, self.languages, strict=True)]
        there, back = self._translations(0, pair[0]), self._translations(1, pair[1])
        if there & forms[1] or back & forms[0]:
            return HAS
        if _inside(forms[1], there) or _inside(forms[0], back):
            return PARTLY
        if there and back:
            return LACKS
        return HALF if there or back else SILENT

    def parts(self, word: str, side: int) -> frozenset[str]:
        """The parts of speech the dictionary gives a word; none where it does not say of every sense."""
        lookup = (self.forward, self.backward)[side]
        senses = [sense for form in _forms(word, self.languages[side]) for sense in lookup(form)]
        if not senses or any(sense.pos not in PARTS for sense in senses):
            return frozenset()
        return frozenset(PARTS[sense.pos] for sense in senses)

    def _translations(self, side: int, word: str) -> frozenset[str]:
        """The translations of a word and of its lemmas, with the lemmas of each."""
        if (side, word) not in self._found:
            lookup, other = (self.forward, self.backward)[side], self.languages[1 - side]
            words = {
                translation.word.lower()
                for form in _forms(word, self.languages[side])
                for sense in lookup(form)
                for translation in sense.translations
            }
            self._found[side, word] = frozenset(form for found in words for form in _forms(found, other))
        return self._found[side, word]


def open_dictionary(text: str, languages: tuple[str, str]) -> DictionaryCheck:
    """A dictionary from `freedict:FOLDER`, both directions."""
    name, colon, folder = text.partition(":")
    if name != "freedict" or not colon or not folder:
        raise UsageError(f"'{text}' is no dictionary. Write freedict:FOLDER, as in freedict:/usr/share/dictd.")
    lookups = [FreeDict(freedict_index(Path(folder), *pair)).senses for pair in (languages, languages[::-1])]
    return DictionaryCheck(lookups[0], lookups[1], languages)


@lru_cache(maxsize=200_000)
def _forms(word: str, language: str) -> frozenset[str]:
    """The word and its lemmas; German nouns have theirs under the capital."""
    found = {word}
    lemmatise = simple_lemmatiser(language)
    if lemmatise is not None:
        found.update(lemmatise(form).lower() for form in (word, word.capitalize()))
    if language == "en":
        found.update(lemma for _, lemma, _ in english_words.analysed(word))
    return frozenset(found)


def _inside(forms: Iterable[str], translations: Iterable[str]) -> bool:
    """Whether one of the forms is a word, or a long part of one, of some translation."""
    return any(
        form in translation.split() or (len(form) >= LEAST_PART and form in translation)
        for translation in translations
        for form in forms
    )
