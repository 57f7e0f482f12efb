"""Completes a dictionary in two steps that are reported apart: forms of gold targets, then words that share their sense."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from mteval.authoring.contrast.inventories import open_inventory
from mteval.authoring.dictionary.correspondence import Correspondence
from mteval.authoring.dictionary.effect import effects
from mteval.authoring.dictionary.enrichment import (
    Condition,
    Enrichment,
    by_source,
    effect_facts,
    enrich,
    enrichment_facts,
    unconditioned,
)
from mteval.authoring.dictionary.synonyms import SynonymKnowledge, SynonymStep, add_synonyms, source_lemmas
from mteval.core.options import SystemSpec
from mteval.core.records import DictionaryPair
from mteval.evaluation.settings import Settings
from mteval.lexical.morphology import InflectionTable


@dataclass(frozen=True, slots=True)
class Steps:
    """What to add from; without a table no forms are added, without inventories no synonyms."""

    table: InflectionTable | None
    correspondence: Correspondence
    inventories: tuple[str, ...] = ()
    conditioned: bool = True
    vocabulary: Collection[str] | None = None

    def condition(self, source_language: str) -> Condition:
        """Which forms the source word can mean."""
        if self.table is None or not self.conditioned:
            return unconditioned
        return by_source(self.table, source_language)


@dataclass(frozen=True, slots=True)
class CompletedDictionary:
    """A dictionary before, after its forms were completed, and after synonyms were added."""

    before: tuple[DictionaryPair, ...]
    language: str
    forms: Enrichment
    synonyms: SynonymStep | None

    @classmethod
    def of(cls, pairs: Sequence[DictionaryPair], languages: tuple[str, str], steps: Steps) -> CompletedDictionary:
        """Take the steps, the second on what the first left."""
        before, condition = tuple(pairs), steps.condition(languages[0])
        opened = {text: open_inventory(text, languages) for text in steps.inventories}
        if steps.table is None:
            forms = Enrichment(before, (), len(before), 0)
        else:
            forms = enrich(before, steps.table, steps.correspondence, steps.vocabulary, condition)
        if not opened:
            return cls(before, languages[1], forms, None)
        knowledge = SynonymKnowledge(opened, source_lemmas(languages[0]), steps.table, condition)
        return cls(before, languages[1], forms, add_synonyms(forms.pairs, knowledge, steps.vocabulary))

    @property
    def pairs(self) -> tuple[DictionaryPair, ...]:
        """The completed dictionary."""
        return self.forms.pairs if self.synonyms is None else self.synonyms.pairs

    @property
    def added(self) -> int:
        """How many pairs both steps added."""
        return len(self.pairs) - len(self.before)

    def facts(self, specs: Sequence[SystemSpec], convention: str, settings: Settings) -> dict[str, Any]:
        """How much each step changed, and what it did to systems, JSON-ready."""
        changes = effects(self.before, self.forms.pairs, specs, convention, settings) if specs else []
        found = enrichment_facts(self.before, self.forms, self.language, changes)
        if self.synonyms is not None:
            later = effects(self.forms.pairs, self.synonyms.pairs, specs, convention, settings) if specs else []
            found["synonyms"] = {
                "added": len(self.synonyms.additions),
                "sources_changed": self.synonyms.sources_changed,
                "unknown_targets": self.synonyms.unknown_targets,
                "out_of_vocabulary": self.synonyms.out_of_vocabulary,
                "inventories": self.synonyms.by_inventory,
                "systems": [effect_facts(effect) for effect in later],
            }
        return found
