"""Cutting sentences into the units that slots are made of; joining the units gives the sentence back."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from mteval.core.errors import UnknownNameError

Tokens = tuple[str, ...]
Tokenizer = Callable[[str], Tokens]

# Stands between the texts of one instance, such as premise and hypothesis; no value reaches over it.
BORDER = "\u241e"
# Marks and joiners belong to the letter before them in every script: vowel signs, harakat, virama, tone marks, ZWJ.
_WORDS = r"(?:(?=[\w\p{M}])\X)+|\s+|\X"
_SCRIPT_RUNS = (
    r"(?:[\p{Han}々〆]\p{M}*)+|\p{Hiragana}[\u3099\u309a]*|[\p{Katakana}ー][\p{Katakana}ー\u3099\u309a]*|\d+|\s+"
    r"|(?:(?=[^\W\d\p{Han}\p{Hiragana}\p{Katakana}])\X)+|\X"
)


def spaces(sentence: str) -> Tokens:
    """Split at white space only; punctuation stays with its word."""
    return tuple(re.findall(r"\s+|\S+", sentence))


def words(sentence: str) -> Tokens:
    """Split into words, runs of white space and single signs, between grapheme clusters only (no mark leaves its letter)."""
    return _found(_WORDS, sentence)


def characters(sentence: str) -> Tokens:
    """Split into grapheme clusters: characters with all marks that belong to them."""
    return _found(r"\X", sentence)


def scripts(sentence: str) -> Tokens:
    """Split Japanese and Chinese at changes of script: runs of kanji, of katakana, of digits; hiragana one by one."""
    return _found(_SCRIPT_RUNS, sentence)


def _found(pattern: str, sentence: str) -> Tokens:
    # Python's own `re` knows neither grapheme clusters nor marks as parts of words.
    import regex

    tokens = tuple(regex.findall(pattern, sentence))
    return tokens if "".join(tokens) == sentence else spaces(sentence)


TOKENIZERS: dict[str, Tokenizer] = {"words": words, "spaces": spaces, "characters": characters, "scripts": scripts}


def tokenizer(name: str) -> Tokenizer:
    """The tokenizer of a name."""
    if name not in TOKENIZERS:
        raise UnknownNameError("tokenizer", name, TOKENIZERS)
    return TOKENIZERS[name]


def is_space(token: str) -> bool:
    """Whether a token is white space."""
    return token.isspace()


def suited_tokenizer(sentences: Sequence[str]) -> Tokenizer:
    """Words where the sentences have spaces between them, characters where they hardly do."""
    return words if _spaced(sentences) else characters


def published_tokenizer(sentences: Sequence[str]) -> Tokenizer:
    """What TEA cuts at: white space, or where there is none the runs of a script (Japanese) or characters (Thai, Chinese)."""
    if _spaced(sentences):
        return spaces
    return scripts if any(_has_kana(sentence) for sentence in sentences) else characters


def _spaced(sentences: Sequence[str]) -> bool:
    signs = sum(len(sentence) for sentence in sentences)
    gaps = sum(sum(sign.isspace() for sign in sentence) for sentence in sentences)
    return gaps * 25 >= signs


def _has_kana(sentence: str) -> bool:
    return any("\u3040" <= sign <= "\u30ff" for sign in sentence)
