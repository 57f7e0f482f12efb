"""What an English form says of its translation: part of speech, number, tense."""

from __future__ import annotations

from dataclasses import dataclass

from mteval.lexical import english

NOUN, VERB, ADJECTIVE = "noun", "verb", "adjective"
SINGULAR, PLURAL = "SG", "PL"
BASE, THIRD_PERSON, PAST, ING = "base", "third person", "past", "-ing"
LEAST_SHARE = 0.15
"""Readings rarer than this share of a word's uses are left out: `bag` is hardly ever a verb."""
SAME_IN_THE_PLURAL = frozenset({"sheep", "deer", "fish", "series", "species", "aircraft", "offspring", "means"})


@dataclass(frozen=True, slots=True)
class EnglishReading:
    """One way to read a form: a noun's number or a verb's form stands in `form`, nothing for adjectives."""

    part: str
    form: str = ""


def english_readings(word: str) -> frozenset[EnglishReading]:
    """The readings of a lower-cased English form that are not rare; none for a word that WordNet lacks."""
    weights: dict[EnglishReading, int] = {}
    for part, lemma, count in english.analysed(word):
        reading = EnglishReading(part, _form(word, part, lemma))
        weights[reading] = weights.get(reading, 0) + count
        if part == NOUN and word in SAME_IN_THE_PLURAL:
            weights[EnglishReading(NOUN, PLURAL)] = weights[reading]
    total = sum(weights.values())
    return frozenset(reading for reading, weight in weights.items() if weight >= LEAST_SHARE * total)


def _form(word: str, part: str, lemma: str) -> str:
    """Which form of the lemma the word is, by its ending; an irregular verb form is past or participle."""
    if part == NOUN:
        return SINGULAR if word == lemma else PLURAL
    if part != VERB:
        return ""
    if word == lemma:
        return BASE
    if word.endswith("ing"):
        return ING
    return THIRD_PERSON if word.endswith("s") else PAST
