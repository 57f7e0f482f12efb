"""Weights learnt from labelled dictionaries: tables in lexicons/dictionaries, made by scripts/learn_dictionary_weights.py."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from mteval.lexical.word_lists import read_lexicon

Weights = Mapping[str, float]


@lru_cache(maxsize=8)
def learnt_weights(name: str) -> Weights:
    """One table: what each trait of a pair is worth, in log-odds."""
    return {trait: float(weight) for trait, weight in read_lexicon("dictionaries", name).items()}
