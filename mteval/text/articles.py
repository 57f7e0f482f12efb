"""English indefinite articles: whether *a* or *an* fits the word after it."""

from __future__ import annotations

import re
from itertools import pairwise

# Vowel letters read as consonants ("a European", "a one-off", "a ewe"), and the silent h of four stems.
_LIKE_CONSONANT = re.compile(
    r"(?:eu|ewe|ewer|one(?![a-z])|once|oui|u(?:[bfkst][aeio]|ni(?!n|m)|ra[ln]|re(?:th|a)|ri|tah|yg))", re.IGNORECASE
)
_SILENT_H = re.compile(r"(?:hour|honest|honou?r|heir)", re.IGNORECASE)
_INITIALS = re.compile(r"[A-Z](?:[A-Z0-9]*|(?:\.[A-Z])+\.?)(?![a-z])")
_WORD = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*\.?")


def expected_article(word: str) -> str:
    """The indefinite article of an English word: `a` or `an`."""
    if _INITIALS.fullmatch(word):
        return "an" if word[0] in "AEFHILMNORSX" else "a"
    if _SILENT_H.match(word):
        return "an"
    if _LIKE_CONSONANT.match(word):
        return "a"
    return "an" if word[:1].lower() in "aeiouäöüåéèáàæøœ" else "a"


def article_clashes(sentence: str, word: str) -> bool:
    """Whether the word stands in the sentence right after the wrong indefinite article."""
    first = next(iter(word.split()), "")
    tokens = _WORD.findall(sentence)
    wanted = first.lower().rstrip(".")
    return any(
        after.lower().rstrip(".") == wanted
        and before.lower() in ("a", "an")
        and before.lower() != expected_article(after)
        for before, after in pairwise(tokens)
    )
