"""Why a dictionary and a vocabulary share no word: case, script, swapped sides, or simply another language."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from itertools import islice

from mteval.text.scripts import script_of


def explain_no_overlap(side: str, wanted: Collection[str], words: Collection[str], other_side: Collection[str]) -> str:
    """Say, in one sentence or two, why none of the wanted words is among the words."""
    examples = ", ".join(f"'{word}'" for word in islice(sorted(wanted), 3))
    opening = (
        f"none of the {len(wanted)} {side} words of the dictionary ({examples}) is in this vocabulary of {len(words)}."
    )
    return f"{opening} {_reason(wanted, words, other_side)}"


def _reason(wanted: Collection[str], words: Collection[str], other_side: Collection[str]) -> str:
    folded = {word.lower() for word in words}
    if any(word.lower() in folded for word in wanted):
        return "They differ only in case: choose a convention that folds it (--set convention=muse)."
    if any(word in other_side for word in wanted):
        return "They are in the other file: are the source and target vectors, or the dictionary's columns, swapped?"
    theirs, ours = script_of(wanted), script_of(words)
    if theirs != ours:
        return f"The dictionary is written in {theirs} script, the vocabulary in {ours}: is this the right language?"
    normal = {unicodedata.normalize("NFC", word) for word in islice(words, 200_000)}
    if any(unicodedata.normalize("NFC", word) in normal for word in wanted):
        return "They differ in Unicode normalisation: bring both to NFC."
    return f"Both are in {ours} script: is the dictionary for another language, or the vocabulary cut too short?"
