"""Adds the inflected forms of gold targets that a dictionary left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from math import isnan
from typing import Any

from mteval.authoring.dictionary.correspondence import Correspondence, Fits, any_cell
from mteval.authoring.dictionary.effect import Effect
from mteval.authoring.dictionary.source_conditions import fitting_cells
from mteval.core.records import DictionaryPair
from mteval.lexical.knowledge import ENGLISH
from mteval.lexical.morphology import InflectionTable

Condition = Callable[[DictionaryPair], Fits]


def unconditioned(pair: DictionaryPair) -> Fits:
    """Every cell of the paradigm, whatever the source word is."""
    del pair
    return any_cell


def by_source(table: InflectionTable, source_language: str) -> Condition:
    """Only cells of the part of speech, number and tense that the source word has, as far as its language is known."""
    english = source_language.split("-", maxsplit=1)[0] == ENGLISH
    return lambda pair: fitting_cells(pair.source, pair.target, table, english=english)


@dataclass(frozen=True, slots=True)
class Addition:
    """One form added: to which pair, and by which rules."""

    source: str
    target: str
    form: str
    rules: str


@dataclass(frozen=True, slots=True)
class Enrichment:
    """The completed dictionary, and how much it changed."""

    pairs: tuple[DictionaryPair, ...]
    additions: tuple[Addition, ...]
    unknown_targets: int
    out_of_vocabulary: int
    rules: dict[str, int] = field(default_factory=dict)

    @property
    def sources_changed(self) -> int:
        """How many source words got a new gold target."""
        return len({addition.source for addition in self.additions})


def enrich(
    pairs: Sequence[DictionaryPair],
    table: InflectionTable,
    correspondence: Correspondence,
    vocabulary: Collection[str] | None = None,
    condition: Condition = unconditioned,
) -> Enrichment:
    """Add every form the rules allow, once per source word, right after the pair it comes from.

    Forms of several words are never added, and with a vocabulary only forms that are in it (lower-cased). `condition` says
    of each pair which cells of the target's paradigm its source word can mean.
    """
    gold = {(pair.source.lower(), pair.target.lower()) for pair in pairs}
    kept: list[DictionaryPair] = []
    additions: list[Addition] = []
    unknown = missing = 0
    for pair in pairs:
        kept.append(pair)
        if pair.target.lower() not in table.lemmas:
            unknown += 1
            continue
        for form, rules in correspondence.forms(pair.target, table, condition(pair)).items():
            key = (pair.source.lower(), form.lower())
            if key in gold or len(form.split()) > 1:
                continue
            if vocabulary is not None and form.lower() not in vocabulary:
                missing += 1
                continue
            gold.add(key)
            kept.append(DictionaryPair(pair.source, form, tags=pair.tags))
            additions.append(Addition(pair.source, pair.target, form, rules))
    counts = Counter(addition.rules for addition in additions)
    return Enrichment(tuple(kept), tuple(additions), unknown, missing, dict(counts.most_common()))


def enrichment_facts(
    before: Sequence[DictionaryPair], found: Enrichment, language: str, effects: Sequence[Effect] = ()
) -> dict[str, Any]:
    """How much the dictionary changed, and what that did to systems, JSON-ready."""
    return {
        "language": language,
        "pairs": len(before),
        "added": len(found.additions),
        "sources": len({pair.source for pair in before}),
        "sources_changed": found.sources_changed,
        "unknown_targets": found.unknown_targets,
        "out_of_vocabulary": found.out_of_vocabulary,
        "rules": found.rules,
        "systems": [effect_facts(effect) for effect in effects],
    }


def effect_facts(effect: Effect) -> dict[str, Any]:
    """What became of one system, JSON-ready."""
    values = {
        key: {
            "before": _number(change.before),
            "after": _number(change.after),
            "difference": _number(change.difference),
            "interval": [_number(bound) for bound in change.interval],
        }
        for key, change in effect.values.items()
    }
    return {"system": effect.system, "words": effect.words, "turned_right": effect.turned_right, "values": values}


def _number(value: float) -> float | None:
    """A value over nothing is null."""
    return None if isnan(value) else value
