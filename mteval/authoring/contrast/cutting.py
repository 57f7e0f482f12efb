"""Words of a sentence with their places in it, so that one can be replaced and the rest stays as it was."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from mteval.core.errors import UsageError
from mteval.text.lemmatisers.dictionary import simple_lemmatiser

Span = tuple[int, int]
# Letters and digits, and the marks that Python's \w leaves out (vowel signs, points, joiners).
LETTER = r"[\w\u0300-\u036f\u0591-\u05c7\u0610-\u065f\u0900-\u0963\u0966-\u0dff\u0e31-\u0e4e\u200c\u200d]"
NUMBER = r"\d+(?:[.,]\d+)+"
WORD = rf"{LETTER}+(?:-{LETTER}+)*"
SIGN = r"[^\w\s]"
ENGLISH = rf"{LETTER}+?(?=n['’]t\b)|n['’]t\b|['’](?:s|re|ve|ll|d|m)\b"
WITH_ELISION = ("fr", "it", "ca", "oc")
ELISION = rf"aujourd['’]hui|quelqu['’]une?s?\b|presqu['’]îles?\b|prud['’]hom\w+|{LETTER}+['’](?={LETTER})"
UNSPACED = ("zh", "ja", "th", "km", "lo", "my")


@lru_cache(maxsize=16)
def pattern(language: str, tokens: str = "words") -> re.Pattern[str]:
    """What a token of the language looks like; `blanks` takes text that is cut already."""
    if tokens == "blanks":
        return re.compile(r"\S+")
    short = language.split("-", maxsplit=1)[0].lower()
    if short in UNSPACED:
        raise UsageError(f"'{language}' is written without blanks: cut the text beforehand and say --tokens blanks.")
    own = [ENGLISH] if short == "en" else [ELISION] if short in WITH_ELISION else []
    return re.compile("|".join([NUMBER, *own, WORD, SIGN]), re.IGNORECASE)


def spans(text: str, language: str, tokens: str = "words") -> list[Span]:
    """Where each token begins and ends."""
    return [match.span() for match in pattern(language, tokens).finditer(text)]


@lru_cache(maxsize=1 << 18)
def is_word(token: str) -> bool:
    """Whether a token is a word of at least two letters, hyphens allowed inside."""
    return len(token) > 1 and token.replace("-", "").replace("’", "").replace("'", "").isalpha()


def lemmatiser(language: str, name: str) -> Callable[[str], str]:
    """The lower-cased lemma of a token by itself: from simplemma's dictionary, or the token (`none`)."""
    short = language.split("-", maxsplit=1)[0].lower()
    if name == "none":
        return str.lower
    dictionary = simple_lemmatiser(short)
    if dictionary is None:
        raise UsageError(f"simplemma has no dictionary for '{language}'. Say --lemmatiser none, or give CoNLL-U files.")
    if short in ("de", "lb"):  # the only ones that write their nouns with a capital
        return lambda token: dictionary(token).lower()
    # Elsewhere a capital marks beginnings of sentences and names.
    return lambda token: dictionary(token.lower()).lower()
