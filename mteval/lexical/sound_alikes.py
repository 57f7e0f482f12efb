"""The English word or name that two words of other languages both sound like: what English says of it, says much of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

from mteval.lexical.word_lists import read_lexicon
from mteval.text.romanise import consonants, likeness, sounds

ALIKE_ENOUGH = 0.8
FEWEST_CONSONANTS = 2
MOST = 5


@lru_cache(maxsize=200_000)
def heard_as(one: str, other: str) -> tuple[str, ...]:
    """The English words and names that are most like both; none where none is like enough."""
    keys = {consonants(sounded) for word in (one, other) for sounded in sounds(word)}
    found = {word for key in keys for word in _by_consonants().get(key, ())}
    ranked = sorted((-min(likeness(word, one), likeness(word, other)), word) for word in found)
    if not ranked or -ranked[0][0] < ALIKE_ENOUGH:
        return ()
    return tuple(word for unlike, word in ranked[:MOST] if unlike == ranked[0][0])


@lru_cache(maxsize=1)
def _by_consonants() -> dict[str, list[str]]:
    """Every English word, and every name in Latin letters, under its consonants."""
    found: dict[str, list[str]] = defaultdict(list)
    for word in dict.fromkeys(_words()):
        for key in {consonants(sounded) for sounded in sounds(word)}:
            if len(key) >= FEWEST_CONSONANTS:
                found[key].append(word)
    return found


def _words() -> Iterator[str]:
    for lexicon, name in (("english", "words"), ("english", "capitalised"), ("names", "people")):
        yield from (word for word in read_lexicon(lexicon, name) if word.isascii())
    for word, size in read_lexicon("names", "places").items():
        if word.isascii() and not size.endswith("*"):
            yield word
    for word, codes in read_lexicon("names", "territories").items():
        if codes.startswith("en ") and word.isascii():
            yield word
