"""Traits of a pair of an English and another word that correct the points of the written rule for names.

The rule of `proper_nouns` weighs its signals one by one. What it cannot say is how they go together (a familiar word that
sounds alike is seldom a name, unless the word also has a translation that does not), or how large they are (how often
WordNet's texts have the lower-case word). These traits say so; their weights are learnt from labelled dictionaries by
scripts/learn_dictionary_weights.py and stand in lexicons/dictionaries.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log1p

from mteval.lexical import english as english_words
from mteval.lexical.knowledge import NameFacts, SideKnowledge, WordStanding, name_facts
from mteval.lexical.pair_context import Context, Pair
from mteval.lexical.word_lists import read_lexicon
from mteval.text.romanise import likeness, script

ALIKE_FROM = 0.7
UNLIKE_BELOW = 0.5
WIDESPREAD = 12
COUNT_SCALE = 3.0
WORD_ENDINGS = ("ing", "ed", "ly", "tion", "ment", "ness", "ity", "ism", "ist", "able", "al", "ous", "ive")
DEMONYM_ENDINGS = ("ian", "ians", "ese", "ish", "ic", "ists", "an", "ans", "i")


@dataclass(frozen=True, slots=True)
class Trait:
    """Something true of a pair, how much of it (1 where it is only true), and the words that tell it."""

    name: str
    value: float
    evidence: str


@dataclass(frozen=True, slots=True)
class _Words:
    """The English word and the other one, and what is known of them."""

    pair: Pair
    english_side: int
    english: str
    other: str
    standing: WordStanding
    other_standing: WordStanding
    facts: NameFacts
    other_facts: NameFacts
    alike: float

    @property
    def familiar(self) -> bool:
        return self.standing is WordStanding.FAMILIAR

    @property
    def absent(self) -> bool:
        return self.standing is WordStanding.ABSENT


def name_traits(pair: Pair, source: SideKnowledge, target: SideKnowledge, context: Context) -> tuple[Trait, ...]:
    """The traits of a lower-cased pair; none unless exactly one side is English."""
    if source.english == target.english:
        return ()
    english = 0 if source.english else 1
    own, other = (pair[english], pair[1 - english])
    sides = (source, target)
    words = _Words(
        pair,
        english,
        own,
        other,
        sides[english].standing(own),
        sides[1 - english].standing(other),
        name_facts(own, english=True),
        name_facts(other, english=False),
        likeness(*pair),
    )
    return (*_english_traits(words), *_gazetteer_traits(words), *_sound_traits(words), *_context_traits(words, context))


def _english_traits(words: _Words) -> Iterator[Trait]:
    """What the English word is by itself."""
    word = words.english
    count = english_words.tagged_count(word)
    if count:
        yield Trait("tagged-count", log1p(count) / COUNT_SCALE, f"{word}: tagged {count} times in lower case")
    if english_words.instance(word):
        yield Trait("instance", 1.0, f"{word}: an instance in WordNet")
    if words.absent and not words.other_facts.territory:
        yield from _class_traits(word)
    if word.endswith(WORD_ENDINGS):
        yield Trait("word-ending", 1.0, f"{word}: ends as ordinary words do")


def _class_traits(word: str) -> Iterator[Trait]:
    """Whether the word names members of a class; beside a country (Lithuanian – Litauen) it stands for that."""
    if english_words.capitalised_class(word):
        yield Trait("class", 1.0, f"{word}: a capitalised class")
    if english_words.capitalised_adjective(word):
        yield Trait("class-adjective", 1.0, f"{word}: an adjective with a capital")
    if word.endswith(DEMONYM_ENDINGS):
        yield Trait("demonym-ending", 1.0, f"{word}: ends as nationalities do")


def _gazetteer_traits(words: _Words) -> Iterator[Trait]:
    """What the gazetteers say of the two words together."""
    facts, others = words.facts, words.other_facts
    if facts.people >= WIDESPREAD:
        yield Trait("widespread", 1.0, f"{words.english}: a person's name in many locales")
    if facts.territories & others.territories:
        yield Trait("same-territory", 1.0, "the same place in CLDR")
    calendar = read_lexicon("names", "calendar")
    own, other = (calendar.get(word, "").split() for word in (words.english, words.other))
    if own[:1] == ["en"] and set(own[1:]) & set(other):
        yield Trait("calendar", 1.0, "a month or a day of the week")


def _sound_traits(words: _Words) -> Iterator[Trait]:
    """How likeness goes together with the scripts and with how ordinary the words are."""
    same = words.english == words.other
    if same:
        yield Trait("same-word", 1.0, "the same on both sides")
    elif script(words.english) == script(words.other):
        if not words.other_facts.territory:
            yield Trait("same-script", 1.0, "two words of one script, and no country")
    elif words.alike >= ALIKE_FROM:
        yield Trait("alike-across-scripts", 1.0, f"likeness {words.alike:.2f} across scripts")
    if words.familiar and words.alike >= ALIKE_FROM and not same:
        yield Trait("alike-and-familiar", 1.0, "a familiar word that sounds alike")
    if words.familiar and words.alike < UNLIKE_BELOW:
        yield Trait("unlike-and-familiar", 1.0, "a familiar word that sounds different")
    if words.other_standing is WordStanding.ABSENT:
        yield Trait("other-absent", 1.0, f"{words.other}: in no list of its language")


def _context_traits(words: _Words, context: Context) -> Iterator[Trait]:
    """What the rest of the dictionary says."""
    partners = context.partners(words.pair)
    if words.alike >= ALIKE_FROM:
        side = words.english_side
        spellings = [
            other[side]
            for other in context.partners_of(words.pair, 1 - side)
            if likeness(*other) >= ALIKE_FROM and not english_words.lower_case(other[side])
        ]
        if spellings:
            yield Trait("several-spellings", 1.0, f"also spelled {', '.join(spellings[:3])}")
    elif words.alike < UNLIKE_BELOW and any(likeness(*other) >= ALIKE_FROM for other in partners):
        yield Trait("unlike-beside-alike", 1.0, "sounds different, beside a word that sounds alike")
