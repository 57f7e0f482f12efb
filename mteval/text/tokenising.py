"""Tokens of a sentence as published procedures cut them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

Tokeniser = Callable[[str], Sequence[str]]


@lru_cache(maxsize=16)
def moses_tokeniser(language: str) -> Tokeniser:
    """The Moses tokeniser of a language, without escaping."""
    from sacremoses import MosesTokenizer

    tokeniser = MosesTokenizer(lang=language or "en")

    def tokenise(text: str) -> Sequence[str]:
        tokens: list[str] = tokeniser.tokenize(text.strip(), escape=False)
        return tokens

    return tokenise


def split_at_blanks(text: str) -> Sequence[str]:
    """The tokens of text that is tokenised already."""
    return text.split()
