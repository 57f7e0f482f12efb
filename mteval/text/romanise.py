"""Words of any script in Latin letters, and how much two words sound alike."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from anyascii import anyascii
from rapidfuzz.distance import Indel

# Spellings of one sound in romanised text, longest first; capitals stand for sounds without a letter of their own.
SOUNDS = (
    ("shch", "S"),
    ("tsch", "C"),
    ("dsch", "J"),
    ("dzh", "J"),
    ("tsh", "C"),
    ("sch", "S"),
    ("tch", "C"),
    ("dj", "J"),
    ("ch", "C"),
    ("sh", "S"),
    ("zh", "J"),
    ("kh", "h"),
    ("ph", "f"),
    ("th", "t"),
    ("ts", "z"),
    ("tz", "z"),
    ("ck", "k"),
    ("qu", "kv"),
    ("gh", "g"),
    ("wh", "v"),
    ("x", "ks"),
    ("w", "v"),
    ("q", "k"),
    ("y", "i"),
    ("j", "J"),
    ("c", "k"),
    ("ou", "u"),
    ("oo", "u"),
    ("ee", "i"),
    ("ie", "i"),
    ("iu", "u"),
)
# Consonants that scripts and languages confuse: voiced and voiceless, v and f, the nasals (anusvara is any of them).
CLASSES = str.maketrans({"v": "f", "b": "p", "d": "t", "g": "k", "z": "s", "J": "C", "S": "s", "m": "n"})
# Scripts that write long vowels with the letters of w and y.
ABJADS = ("ARABIC", "HEBREW", "SYRIAC")
LONG_VOWELS = str.maketrans({"w": "u", "y": "i"})
NOT_LETTERS = re.compile("[^a-z]")
VOWELS = re.compile("[aeiou]")
DOUBLED = re.compile(r"(.)\1")


@lru_cache(maxsize=200_000)
def romanise(word: str) -> str:
    """The word in lower-case ASCII letters, whatever its script."""
    return NOT_LETTERS.sub("", anyascii(word).lower())


@lru_cache(maxsize=200_000)
def sounds(word: str) -> str:
    """The romanised word with each sound spelled one way."""
    spelled = romanise(word)
    if script(word) in ABJADS:
        first = len(romanise(word[:1]))  # nothing where a silent letter carries the vowel: then w and y are vowels too
        spelled = spelled[:first] + spelled[first:].translate(LONG_VOWELS)
    for letters, sound in SOUNDS:
        spelled = spelled.replace(letters, sound)
    return DOUBLED.sub(r"\1", spelled)


@lru_cache(maxsize=200_000)
def consonants(word: str) -> str:
    """The consonant classes of a word: all that scripts without vowel letters write."""
    return DOUBLED.sub(r"\1", VOWELS.sub("", sounds(word)).translate(CLASSES))


def likeness(one: str, other: str) -> float:
    """How alike two words sound, 0 to 1; consonants alone count for half where both words have two of them."""
    first, second = sounds(one), sounds(other)
    if not first or not second:
        return 0.0
    full = float(Indel.normalized_similarity(first, second))
    left, right = consonants(one), consonants(other)
    if min(len(left), len(right)) < 2:
        return full
    return max(full, (full + float(Indel.normalized_similarity(left, right))) / 2)


def script(word: str) -> str:
    """The script of a word's first letter, by its Unicode name (`LATIN`, `CYRILLIC`); empty where it has no letter."""
    for sign in word:
        if sign.isalpha():
            return unicodedata.name(sign, "").split(" ")[0]
    return ""
