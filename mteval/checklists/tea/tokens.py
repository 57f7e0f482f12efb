"""Cutting sentences into the units that slots are made of; joining the units gives the sentence back."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from mteval.core.errors import UnknownNameError

Tokens = tuple[str, ...]
Tokenizer = Callable[[str], Tokens]

_WORDS = re.compile(r"\w+(?:[\u0300-\u036f\u0900-\u0903\u093a-\u094f\u200c\u200d]\w*)*|\s+|[^\w\s]")
_SCRIPT_RUNS = re.compile(
    r"[\u4e00-\u9fff\u3400-\u4dbf々〆]+|[\u3040-\u309f]|[\u30a0-\u30ffー]+|[\uff10-\uff19\d]+|\s+"
    r"|[^\W\d\u3040-\u30ff\u4e00-\u9fff\u3400-\u4dbf]+|[^\w\s]|\w"
)


def spaces(sentence: str) -> Tokens:
    """Split at white space only; punctuation stays with its word."""
    return tuple(re.findall(r"\s+|\S+", sentence))


def words(sentence: str) -> Tokens:
    """Split into words, runs of white space and single punctuation signs."""
    tokens = _WORDS.findall(sentence)
    return tuple(tokens) if "".join(tokens) == sentence else spaces(sentence)


def characters(sentence: str) -> Tokens:
    """Split into characters, combining signs staying with the character they belong to."""
    return tuple(re.findall(r".[\u0300-\u036f\u3099\u309a]*", sentence, re.DOTALL))


def scripts(sentence: str) -> Tokens:
    """Split Japanese and Chinese at changes of script: runs of kanji, of katakana, of digits; hiragana one by one."""
    tokens = _SCRIPT_RUNS.findall(sentence)
    return tuple(tokens) if "".join(tokens) == sentence else characters(sentence)


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
    signs = sum(len(sentence) for sentence in sentences)
    gaps = sum(sum(sign.isspace() for sign in sentence) for sentence in sentences)
    return words if gaps * 25 >= signs else characters
