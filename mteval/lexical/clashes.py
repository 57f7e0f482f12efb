"""Pairs whose words are right, but not in these forms: a singular with a plural, a noun with a verb.

Annotators disagree whether such pairs are translations (those of de-en marked them, those of en-de, bg-en and en-bg let them
pass), so the user says. Both kinds are looked for only where the rest of the dictionary has the better partner: *beds* clashes
with *bett* since *bed* stands beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

from mteval.lexical.dictionary_check import DictionaryCheck
from mteval.lexical.english import analysed
from mteval.lexical.english_forms import ADJECTIVE, ING, NOUN, PAST, PLURAL, SINGULAR, VERB, english_readings
from mteval.lexical.grammatical_number import english_numbers, number
from mteval.lexical.knowledge import SideKnowledge
from mteval.lexical.pair_context import Context, Pair

NUMBER, PART_OF_SPEECH = "number", "part-of-speech"
CLASHES = (NUMBER, PART_OF_SPEECH)
FEWEST_PARTNERS = 2
ALSO = {ING: NOUN, PAST: ADJECTIVE}


def find_clash(
    pair: Pair,
    sides: tuple[SideKnowledge, SideKnowledge],
    context: Context,
    wanted: Sequence[str],
    dictionary: DictionaryCheck | None = None,
) -> str:
    """Which of the wanted clashes a lower-cased pair of an English and another word has, in words; empty where none."""
    if sides[0].english == sides[1].english or pair[0] == pair[1]:
        return ""
    side = 0 if sides[0].english else 1
    own, other = pair[side], pair[1 - side]
    partners = [found[side] for found in context.partners_of(pair, 1 - side)]
    if NUMBER in wanted and (clash := _number_clash(own, other, sides[1 - side].language, partners)):
        return clash
    if PART_OF_SPEECH in wanted:
        return _part_clash(own, other, partners, dictionary.parts(other, 1 - side) if dictionary else frozenset())
    return ""


def _number_clash(own: str, other: str, language: str, partners: Sequence[str]) -> str:
    """A singular with a plural whose singular stands beside it, or the other way round."""
    numbers = english_numbers(own)
    theirs = number(other, language)
    beside = next((word for word in partners if PLURAL in numbers and _plural_of(own, word)), None)
    if theirs == SINGULAR and beside is not None:
        return f"{other} is a singular, {own} a plural, and {beside} stands beside it"
    beside = next((word for word in partners if SINGULAR in numbers and _plural_of(word, own)), None)
    if theirs == PLURAL and beside is not None:
        return f"{other} is a plural, {own} a singular, and {beside} stands beside it"
    return ""


def _plural_of(plural: str, singular: str) -> bool:
    """Whether one English noun is the plural of another."""
    if plural == singular or PLURAL not in english_numbers(plural):
        return False
    return any(part == NOUN and lemma == singular for part, lemma, _ in analysed(plural))


def _part_clash(own: str, other: str, partners: Sequence[str], listed: frozenset[str]) -> str:
    """A part of speech that the dictionary does not give the word, or that none of several partners shares."""
    parts = _parts(own)
    if not parts:
        return ""
    if listed:
        said = f"{own} is {_told(parts)}, {other} {_told(listed)} in the dictionary"
        return "" if parts & listed else said
    theirs = [found for found in map(_parts, partners) if found]
    if len(theirs) < FEWEST_PARTNERS or any(parts & found for found in theirs):
        return ""
    return f"{own} is {_told(parts)}, and none of {', '.join(partners[:4])} is"


def _parts(word: str) -> frozenset[str]:
    """What an English form can be; forms in -ing serve as nouns too, participles as adjectives."""
    readings = english_readings(word)
    forms = {reading.form for reading in readings if reading.part == VERB}
    also = {part for form, part in ALSO.items() if form in forms}
    return frozenset(reading.part for reading in readings) | also


def _told(parts: frozenset[str]) -> str:
    return " or ".join(f"{'an' if part[0] == 'a' else 'a'} {part}" for part in sorted(parts))
