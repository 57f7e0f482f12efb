"""Senses as bilingual dictionaries have them: too many, so those whose translations mean the same are joined."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from rapidfuzz.distance import Prefix

from mteval.core.options import CHOICE, REAL, TRUTH, Option, OptionValues
from mteval.core.records import InventorySense
from mteval.inventories._joining import joined
from mteval.lexical.bilingual import OTHER, DictionarySense, Lookup, TargetWord

MARKED, EACH = "marked", "each"
JOINING = (
    Option(
        "senses",
        CHOICE,
        MARKED,
        "the senses the dictionary marks, or each translation alone, for dictionaries that mark none",
        choices=(MARKED, EACH),
    ),
    Option(
        "shared",
        REAL,
        0.2,
        "share of common back-translations (Dice) that makes two translations synonyms; above 1 none are",
        minimum=0,
    ),
    Option("compounds", TRUTH, True, "whether a noun that ends in another (Luftballon, Ballon) is a synonym of it"),
)
SHORTEST_PART = 3


@dataclass(frozen=True, slots=True)
class DictionarySenses:
    """The senses of words by a dictionary (`forward`), joined by its other direction (`backward`) where there is one.

    Two senses of one part of speech are one if they have a translation in common, or two translations that are synonyms:
    translated back, they lead to the same words beside the word itself; one is a compound of the other; or they are the
    genders of one noun.
    """

    forward: Lookup
    backward: Lookup
    chosen: OptionValues

    def of_all(self, words: Iterable[str]) -> dict[str, tuple[InventorySense, ...]]:
        """The senses of each word that has any."""
        found = {word: self.of(word) for word in words}
        return {word: senses for word, senses in found.items() if senses}

    def of(self, word: str) -> tuple[InventorySense, ...]:
        """The senses of a word."""
        found = [part for sense in self.forward(word) for part in self._by_part_of_speech(word, sense)]
        if self.chosen["senses"] == EACH:
            found = [
                replace(sense, translations=(one,), id=f"{sense.id}:{one.word}")
                for sense in found
                for one in sense.translations
            ]
        groups = joined(found, partial(self._same, word))
        return tuple(self._as_one(word, group) for group in groups)

    def translated_back(self, translation: str) -> frozenset[str]:
        """The source words a target word leads back to, lower-cased."""
        return self._back(translation)

    def _by_part_of_speech(self, word: str, sense: DictionarySense) -> Iterator[DictionarySense]:
        """The sense, parted where its translations are of several parts of speech; words of other parts are left out."""
        groups: dict[str, list[TargetWord]] = {}
        for translation in sense.translations:
            known = self._completed(word, sense, translation)
            groups.setdefault(known.pos, []).append(known)
        groups.pop(OTHER, None)
        for pos, translations in groups.items():
            name = sense.id if len(groups) == 1 else f"{sense.id}{pos}"
            yield replace(sense, id=name, pos=pos, translations=tuple(translations))

    def _completed(self, word: str, sense: DictionarySense, translation: TargetWord) -> TargetWord:
        """With the part of speech and gender the other direction gives the translation, best where that leads back."""
        senses = self.backward(translation.word)
        back = [one for one in senses if word in (other.word.casefold() for other in one.translations)] or senses
        pos = translation.pos or sense.pos or _unanimous(one.pos for one in back)
        return replace(translation, pos=pos, gender=translation.gender or _unanimous(one.gender for one in back))

    def _same(self, word: str, one: DictionarySense, other: DictionarySense) -> bool:
        if one.pos and other.pos and one.pos != other.pos:
            return False
        compounds = self.chosen["compounds"] and "n" in (one.pos, other.pos)
        return any(
            first.word == second.word
            or (compounds and is_compound(first.word, second.word))
            or are_genders_of_one_noun(first, second)
            or self._synonyms(word, first.word, second.word)
            for first in one.translations
            for second in other.translations
        )

    def _synonyms(self, word: str, one: str, other: str) -> bool:
        first, second = self._back(one) - {word}, self._back(other) - {word}
        both = len(first & second)
        return both > 0 and 2 * both >= self.chosen["shared"] * (len(first) + len(second))

    def _back(self, translation: str) -> frozenset[str]:
        return back_translations(self.backward, translation)

    def _as_one(self, word: str, senses: Sequence[DictionarySense]) -> InventorySense:
        targets = dict.fromkeys(one.word for sense in senses for one in sense.translations)
        synonyms = dict.fromkeys(one.casefold() for sense in senses for one in sense.synonyms)
        parts = sorted({sense.pos for sense in senses} - {""})
        gloss = "; ".join(dict.fromkeys(sense.gloss for sense in senses if sense.gloss))
        name = "+".join(sense.id for sense in senses)
        return InventorySense(name, tuple(targets), tuple(dict.fromkeys((word, *synonyms))), "".join(parts), gloss)


def _unanimous(values: Iterable[str]) -> str:
    found = set(values)
    return found.pop() if len(found) == 1 else ""


def are_genders_of_one_noun(one: TargetWord, other: TargetWord) -> bool:
    """Whether one is masculine, the other feminine, and they begin alike, half of the shorter at least: ami and amie."""
    if {one.gender, other.gender} != {"masc", "fem"}:
        return False
    shared = Prefix.similarity(one.word.casefold(), other.word.casefold())
    return shared >= max(SHORTEST_PART, min(len(one.word), len(other.word)) / 2)


def is_compound(one: str, other: str) -> bool:
    """Whether the longer word ends in the shorter one, with enough letters left of both: Luftballon of Ballon."""
    short, long = sorted((one.casefold(), other.casefold()), key=len)
    return min(len(short), len(long) - len(short)) >= SHORTEST_PART and long.endswith(short)


@lru_cache(maxsize=1 << 16)
def back_translations(backward: Lookup, translation: str) -> frozenset[str]:
    """The words a translation leads back to."""
    return frozenset(one.word.casefold() for sense in backward(translation) for one in sense.translations)


def no_senses(_: str) -> tuple[DictionarySense, ...]:
    """The other direction of a dictionary that has none."""
    return ()
