"""Why a pair of a dictionary is no translation: faults that can be told in words, one rule for each.

Left as it was (an ordinary English word on both sides), two places, two people, a short word of neither language; and, where
the user asks for them, clashes of number or part of speech. The rules have no weights: annotators differ so much in what they
let pass that rules chosen by one language's annotation find nothing in another's (scripts/benchmarks/dictionary_filter.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mteval.core.options import choice
from mteval.lexical import english as english_words
from mteval.lexical.clashes import CLASHES, find_clash
from mteval.lexical.dictionary_check import HALF, HAS, LACKS, DictionaryCheck
from mteval.lexical.english_forms import NOUN, english_readings
from mteval.lexical.gazetteers import gazetteer_points
from mteval.lexical.knowledge import SideKnowledge, WordStanding, name_facts
from mteval.lexical.pair_context import Context, Pair
from mteval.text.romanise import likeness, script

UNTRANSLATED, PLACES, PEOPLE, UNKNOWN_WORD = "untranslated", "places", "people", "unknown-word"
ALIKE_FROM = 0.7
VERY_ALIKE_FROM = 0.85
UNLIKE_BELOW = 0.5
LONGEST_UNKNOWN = 4
Sides = tuple[SideKnowledge, SideKnowledge]


@dataclass(frozen=True, slots=True)
class Checks:
    """What the user asks for or gives besides the rules: which clashes are faults, and a bilingual dictionary."""

    clashes: tuple[str, ...] = ()
    dictionary: DictionaryCheck | None = None

    def __post_init__(self) -> None:
        for name in self.clashes:
            choice(name, CLASHES, "--clash")


@dataclass(frozen=True, slots=True)
class Fault:
    """Which rule finds fault with a pair, and why in words."""

    rule: str
    reason: str


NO_CHECKS = Checks()


def faults(pair: Pair, sides: Sides, context: Context, checks: Checks = NO_CHECKS) -> Iterator[Fault]:
    """Every fault of a lower-cased pair."""
    if pair[0] == pair[1]:
        if _left_untranslated(pair, sides, checks.dictionary):
            yield Fault(UNTRANSLATED, "an ordinary word left untranslated")
        return
    alike = likeness(*pair)
    here, there = (name_facts(word, english=side.english).territories for word, side in zip(pair, sides, strict=True))
    if here and there and not here & there and alike < ALIKE_FROM:
        yield Fault(PLACES, f"two different places ({', '.join(sorted(here))}; {', '.join(sorted(there))})")
    elif not here & there and alike < UNLIKE_BELOW and _two_names(pair, sides, context):
        yield Fault(PEOPLE, "two different names")
    if alike >= VERY_ALIKE_FROM and _unknown(pair, sides):
        yield Fault(UNKNOWN_WORD, "a short word of neither language, in no gazetteer")
    for kind in checks.clashes:
        clash = find_clash(pair, sides, context, (kind,), checks.dictionary)
        if clash:
            yield Fault(kind, clash)


def untranslated(word: str, source: SideKnowledge, target: SideKnowledge) -> bool:
    """Whether the word is English, or of whichever language has the fuller list, and the other language lacks it."""
    standings = {source.standing(word), target.standing(word)}
    listed = {WordStanding.FAMILIAR, WordStanding.RARE} if source.english or target.english else {WordStanding.KNOWN}
    return WordStanding.ABSENT in standings and bool(listed & standings)


def _left_untranslated(pair: Pair, sides: Sides, dictionary: DictionaryCheck | None) -> bool:
    """Whether the same word on both sides is ordinary in one language, and none of the other.

    A dictionary that has the pair clears it; one that translates the word otherwise speaks against words that are no nouns,
    since nouns are what languages borrow.
    """
    word = pair[0]
    familiar = WordStanding.FAMILIAR in (sides[0].standing(word), sides[1].standing(word))
    listed = gazetteer_points(word, english=any(side.english for side in sides))[0] > 0
    if not familiar or listed:
        return False
    answer = dictionary.says(pair) if dictionary is not None else ""
    if answer == HAS:
        return False
    borrowed = any(reading.part == NOUN for reading in english_readings(word))
    return untranslated(word, *sides) or (answer in (HALF, LACKS) and not borrowed)


def _two_names(pair: Pair, sides: Sides, context: Context) -> bool:
    """Whether both words are names, and one of them has a partner that it does sound like: Malta – Zypern."""
    if not all(name_like(word, side) for word, side in zip(pair, sides, strict=True)):
        return False
    return any(likeness(*other) >= ALIKE_FROM for other in context.partners(pair))


def name_like(word: str, side: SideKnowledge) -> bool:
    """Whether the word alone looks like a name: in a gazetteer, and no lower-case word where the language has full lists."""
    facts = name_facts(word, english=side.english)
    listed = facts.people > 1 or facts.place >= 5 or facts.territory
    return listed and (not side.english or side.standing(word) is WordStanding.ABSENT)


def _unknown(pair: Pair, sides: Sides) -> bool:
    """Whether a short word, written in two scripts, is in no list and no gazetteer of either language."""
    if sides[0].english == sides[1].english or script(pair[0]) == script(pair[1]):
        return False
    own = pair[0] if sides[0].english else pair[1]
    if len(own) > LONGEST_UNKNOWN or english_words.capitalised(own) or english_words.listed(own):
        return False
    for word, side in zip(pair, sides, strict=True):
        facts = name_facts(word, english=side.english)
        if side.standing(word) is not WordStanding.ABSENT or facts.people or facts.place or facts.territory:
            return False
    return True
