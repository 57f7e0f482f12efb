"""Tokens of a sentence as published procedures cut them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

Tokenizer = Callable[[str], Sequence[str]]


@lru_cache(maxsize=16)
def moses_tokenizer(language: str) -> Tokenizer:
    """The Moses tokenizer of a language, without escaping."""
    from sacremoses import MosesTokenizer

    tokenizer = MosesTokenizer(lang=language or "en")

    def tokenize(text: str) -> Sequence[str]:
        tokens: list[str] = tokenizer.tokenize(text.strip(), escape=False)
        return tokens

    return tokenize


def split_at_blanks(text: str) -> Sequence[str]:
    """The tokens of text that is tokenized already."""
    return text.split()
