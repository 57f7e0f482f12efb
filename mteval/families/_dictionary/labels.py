"""Which pairs of a dictionary are names or invalid: from its annotation, or from the rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mteval.core.records import DictionaryPair
from mteval.lexical.knowledge import side_knowledge
from mteval.lexical.proper_nouns import INVALID, PROPER_NOUN, classify


@dataclass(frozen=True, slots=True)
class PairLabel:
    """What a pair is besides a translation."""

    name: bool = False
    invalid: bool = False


def label_pairs(pairs: Sequence[DictionaryPair], languages: tuple[str, str], names: str) -> list[PairLabel]:
    """Label every pair: `annotation` reads the tag `pos`, `none` labels nothing, `auto` takes the rule if no pair has one."""
    if names == "none":
        return [PairLabel()] * len(pairs)
    if names == "auto" and not any(pair.tags.get("pos") for pair in pairs):
        found = classify(pairs, *map(side_knowledge, languages))
        return [PairLabel(one.label == PROPER_NOUN, one.label == INVALID) for one in found]
    return [PairLabel(PROPER_NOUN in pair.tags.get("pos", ()), INVALID in pair.tags.get("pos", ())) for pair in pairs]
