"""What the lists, lemmatisers, wordnets, corpora and taggers at hand know of the words on one side of a dictionary."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from mteval.lexical import english as english_words
from mteval.lexical.word_lists import read_lexicon
from mteval.text.lemmatisers.dictionary import known_words

ENGLISH = "en"
Ordinary = Callable[[str], bool]


class WordStanding(Enum):
    """How ordinary a word is in its language, as far as known."""

    FAMILIAR = "familiar"
    RARE = "rare"
    KNOWN = "known"
    ABSENT = "absent"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class NameFacts:
    """In which gazetteers a word stands.

    How many locales have it as a person's name, how large a city is so called (as a power of ten), and the codes of the
    countries, regions and time-zone cities that CLDR calls so in some language.
    """

    people: int = 0
    place: int = 0
    territories: frozenset[str] = frozenset()

    @property
    def territory(self) -> bool:
        """Whether CLDR has the word as the name of a place."""
        return bool(self.territories)


@dataclass(frozen=True, slots=True)
class Capitals:
    """How often each word of a corpus was seen inside sentences, and how often with a capital."""

    seen: Mapping[str, int]
    capital: Mapping[str, int]
    baseline: float


@dataclass(frozen=True, slots=True)
class SideKnowledge:
    """Everything known of one language.

    `ordinary` says whether a lower-cased word is an ordinary word of the language (None: no list at hand); English has
    finer lists of its own. `tag` gives a Universal part of speech, `zipf` a frequency.
    """

    language: str = ""
    ordinary: Ordinary | None = None
    lemmas: frozenset[str] = frozenset()
    capitals: Capitals | None = None
    tag: Callable[[str], str] | None = None
    zipf: Callable[[str], float] | None = None
    extra: Mapping[str, str] = field(default_factory=dict)

    @property
    def english(self) -> bool:
        """Whether the English lists apply."""
        return self.language.split("-")[0] == ENGLISH

    def standing(self, word: str) -> WordStanding:
        """How ordinary the lower-cased word is."""
        if self.english:
            if not english_words.lower_case(word):
                return WordStanding.ABSENT
            return WordStanding.FAMILIAR if english_words.familiar(word) else WordStanding.RARE
        if word in self.lemmas:
            return WordStanding.KNOWN
        if self.ordinary is None:
            return WordStanding.UNKNOWN
        return WordStanding.KNOWN if self.ordinary(word) else WordStanding.ABSENT


def name_facts(word: str, *, english: bool) -> NameFacts:
    """Look a lower-cased word up in the gazetteers; English words only among the names English uses."""
    people = int(read_lexicon("names", "people").get(word, "0"))
    place = read_lexicon("names", "places").get(word, "0")
    codes = read_lexicon("names", "territories").get(word, "").split()
    in_english = codes[:1] == [ENGLISH]
    territories = frozenset(codes[in_english:])
    if english:
        own_place = 0 if place.endswith("*") else int(place)
        return NameFacts(people, own_place, territories if in_english else frozenset())
    return NameFacts(people, int(place.rstrip("*")), territories)


def side_knowledge(language: str) -> SideKnowledge:
    """What the base install knows of a language: English lists, or simplemma's dictionary where it has one."""
    short = language.split("-", maxsplit=1)[0].lower()
    return SideKnowledge(short, None if short == ENGLISH else known_words(short))
