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
# Scripts that write vowels with letters that are also consonants, or with none.
ABJADS = ("ARABIC", "HEBREW", "SYRIAC")
LONG_VOWELS = str.maketrans({"w": "u", "y": "i", "v": "u"})
# Letters whose usual romanisation hides the sound that foreign names write with them.
CARRIERS = str.maketrans(
    {
        **{"ا": "a", "أ": "a", "إ": "i", "آ": "a", "ٱ": "a", "ى": "a", "ع": "a", "ئ": "i", "ؤ": "u", "ء": None},
        **{"א": "a", "ע": "a", "ב": "b", "פ": "p", "כ": "k", "ך": "k", "ו": "w"},
    }
)
FINAL_VOWELS = ("ة", "ه", "ה")
# Letters of abjads with a second sound: Egyptian g; v, which foreign names write with two waws; Hebrew v and f.
SECOND_SOUNDS = (("وو", "ف"), ("ج", "غ"), ("וו", "f"), ("ב", "f"), ("פ", "f"), ("ף", "f"))
ARTICLE = "ال"
# What Greek writes with two letters and other languages with one; gamma and u before a vowel are w.
GREEK_SOUNDS = {
    **{
        "γου": "w",
        "ου": "u",
        "μπ": "b",
        "ντ": "d",
        "γκ": "g",
        "γγ": "ng",
        "τζ": "j",
        "τσ": "ch",
        "αυ": "av",
        "ευ": "ev",
    },
    "χ": "h",
}
GREEK_LETTERS = re.compile("γου(?=[αεηιουω])|" + "|".join(list(GREEK_SOUNDS)[1:]))
# Scripts that write some vowels before the consonant they follow, and aspirated stops for plain foreign ones.
PREPOSED = re.compile("([\u0e40-\u0e44\u0ec0-\u0ec4])([\u0e01-\u0e2e\u0e81-\u0eae])")
ASPIRATED = re.compile("(?<=[kpt])h")
# Scripts whose romanisation uses c as Latin does; in the others it is the sound of "church".
C_AS_IN_LATIN = ("LATIN", "CJK", "GREEK", "CYRILLIC")
SOFT = re.compile("([cg])(?=[eiy])")
SOFTENED = {"c": "s", "g": "j"}
NOT_LETTERS = re.compile("[^a-z]")
VOWELS = re.compile("[aeiou]")
DOUBLED = re.compile(r"(.)\1")


@lru_cache(maxsize=200_000)
def romanise(word: str) -> str:
    """The word in lower-case ASCII letters, whatever its script."""
    return NOT_LETTERS.sub("", anyascii(word).lower())


@lru_cache(maxsize=200_000)
def spellings(word: str) -> tuple[str, ...]:
    """The romanised word as it may sound.

    Latin c and g are hard or soft before e, i, y; abjads with and without the Arabic article, and with their letters' second
    sounds; Greek letter by letter and with the sounds that it writes with two letters.
    """
    written = script(word)
    if written in ABJADS:
        word = _without_marks(word)
        shorter = (word.removeprefix(ARTICLE),) if len(word) > len(ARTICLE) + 2 else ()
        forms = [sounded for form in (word, *shorter) for sounded in (form, _with_second_sounds(form))]
        return tuple(dict.fromkeys(_without_consonant_vowels(form) for form in forms))
    spelled = romanise(PREPOSED.sub(r"\2\1", word))
    if written in ("THAI", "LAO"):
        spelled = ASPIRATED.sub("", spelled)
    if written not in C_AS_IN_LATIN:
        spelled = spelled.replace("ch", "c").replace("c", "ch")
    if written == "GREEK":
        return tuple(dict.fromkeys((spelled, romanise(_as_greek_sounds(word)))))
    soft = SOFT.sub(lambda found: SOFTENED[found[1]], spelled) if written == "LATIN" else spelled
    return tuple(dict.fromkeys((spelled, soft)))


def _without_marks(word: str) -> str:
    """The word without combining marks: the vowels an abjad may add, accents that stand apart."""
    return "".join(sign for sign in word if unicodedata.category(sign) != "Mn")


def _with_second_sounds(word: str) -> str:
    for letters, sound in SECOND_SOUNDS:
        word = word.replace(letters, sound)
    return word


def _as_greek_sounds(word: str) -> str:
    """A Greek word with the sounds that it writes with two letters in one."""
    plain = _without_marks(unicodedata.normalize("NFD", word))
    return GREEK_LETTERS.sub(lambda found: GREEK_SOUNDS[found[0]], plain)


def _without_consonant_vowels(word: str) -> str:
    """A word of an abjad with the letters that stand for vowels read as vowels."""
    if len(word) > 2 and word.endswith(FINAL_VOWELS):
        word = word[:-1] + "a"
    spelled = romanise(word.translate(CARRIERS))
    return spelled[:1] + spelled[1:].translate(LONG_VOWELS)


@lru_cache(maxsize=200_000)
def sounds(word: str) -> tuple[str, ...]:
    """The spellings of a word with each sound written one way."""
    return tuple(dict.fromkeys(map(_sounded, spellings(word))))


def _sounded(spelled: str) -> str:
    for letters, sound in SOUNDS:
        spelled = spelled.replace(letters, sound)
    return DOUBLED.sub(r"\1", spelled)


@lru_cache(maxsize=200_000)
def consonants(sounded: str) -> str:
    """The consonant classes of a sounded word: all that scripts without vowel letters write."""
    return DOUBLED.sub(r"\1", VOWELS.sub("", sounded).translate(CLASSES))


@lru_cache(maxsize=200_000)
def likeness(one: str, other: str) -> float:
    """How alike two words sound, 0 to 1; consonants alone count for half where both words have two of them."""
    return max((_alike(first, second) for first in sounds(one) for second in sounds(other)), default=0.0)


def _alike(first: str, second: str) -> float:
    if not first or not second:
        return 0.0
    full = float(Indel.normalized_similarity(first, second))
    left, right = consonants(first), consonants(second)
    if min(len(left), len(right)) < 2:
        return full
    return max(full, (full + float(Indel.normalized_similarity(left, right))) / 2)


def script(word: str) -> str:
    """The script of a word's first letter, by its Unicode name (`LATIN`, `CYRILLIC`); empty where it has no letter."""
    for sign in word:
        if sign.isalpha():
            return unicodedata.name(sign, "").split(" ")[0]
    return ""
