"""Whether a sentence holds some form of a word: by lemma where the language has one, else by its first letters."""

from __future__ import annotations

import re
import unicodedata

from mteval.text.lemmatisers.dictionary import simple_lemmatiser

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def word_in_sentence(word: str, sentence: str, language: str = "") -> bool:
    """Whether any token is the word, may be a form of it, or is a compound with it.

    Generous on purpose: a token counts if it holds the first half of the word (three letters at least), accents and
    case aside, or if its dictionary lemma is the word.
    """
    stem = _stem(word)
    tokens = _WORD.findall(sentence)
    if any(stem in _plain(token) for token in tokens) or stem in _plain(sentence):
        return True
    return bool(language) and any(_plain(_lemma(token, language)) == _plain(word) for token in tokens)


def positions(word: str, tokens: tuple[str, ...], language: str = "") -> tuple[int, ...]:
    """Where a tokenized sentence has the word: exact tokens, else tokens with that lemma, else the nearest forms."""
    plain = _plain(word)
    exact = tuple(place for place, token in enumerate(tokens) if _plain(token) == plain)
    if exact:
        return exact
    lemmas = tuple(place for place, token in enumerate(tokens) if language and _plain(_lemma(token, language)) == plain)
    return lemmas or tuple(place for place, token in enumerate(tokens) if _plain(token).startswith(_stem(word)))


def _stem(word: str) -> str:
    plain = _plain(word)
    return plain[: max(3, (len(plain) + 1) // 2)]


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter)).replace("ı", "i")


def _lemma(token: str, language: str) -> str:
    lemma = simple_lemmatiser(language)
    return lemma(token) if lemma else token
