"""Adds translations that share the sense of an existing gold target, from wordnets and bilingual dictionaries.

A sense of the source word counts if the inventory names a gold target among its translations: *bag – чанта* picks the handbag,
not the bag of a cow. Its other translations are added in the form of the gold target: `автомобилът` beside `колата`, where a
table of inflections knows both. What the source word means besides is left alone, and so is a gold target no inventory knows.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from mteval.authoring.dictionary.enrichment import Condition, unconditioned
from mteval.core.protocols import SenseInventory
from mteval.core.records import DictionaryPair, InventorySense
from mteval.lexical import english
from mteval.lexical.knowledge import ENGLISH
from mteval.lexical.morphology import InflectionTable
from mteval.text.inflections import Inflection

GENDERS = frozenset({"MASC", "FEM", "NEUT"})
NOUN_PART = "N"
PARTS = {"n": "noun", "v": "verb", "a": "adjective", "r": "adjective"}

Lemmas = Callable[[str], Sequence["SourceLemma"]]


@dataclass(frozen=True, slots=True)
class SourceLemma:
    """A lemma a source word is a form of, with its part of speech where that is known."""

    lemma: str
    part: str = ""

    def can_mean(self, sense: InventorySense) -> bool:
        """Whether the parts of speech agree, as far as both are known."""
        return not self.part or not sense.pos or PARTS.get(sense.pos) == self.part


@dataclass(frozen=True, slots=True)
class Synonym:
    """One translation added: to which pair, and which sense of which inventory says so."""

    source: str
    target: str
    form: str
    inventory: str
    sense: str
    gloss: str = ""

    @property
    def evidence(self) -> str:
        """The sense as a user can look it up, on one line without tabs, whatever its gloss has."""
        return " ".join(f"{self.inventory} {self.sense}{': ' if self.gloss else ''}{self.gloss}".split())


@dataclass(frozen=True, slots=True)
class SynonymStep:
    """The completed dictionary, and how much it changed."""

    pairs: tuple[DictionaryPair, ...]
    additions: tuple[Synonym, ...]
    out_of_vocabulary: int
    unknown_targets: int
    """Pairs whose target no sense of the source word has."""

    @property
    def by_inventory(self) -> dict[str, int]:
        """How many each inventory gave first."""
        return dict(Counter(one.inventory for one in self.additions))

    @property
    def sources_changed(self) -> int:
        """How many source words got a new gold target."""
        return len({one.source for one in self.additions})


@dataclass(frozen=True, slots=True)
class SynonymKnowledge:
    """The inventories by name, how source words are looked up in them, and the target language's inflections.

    `condition` says of each pair which cells of a paradigm its source word can mean.
    """

    inventories: Mapping[str, SenseInventory]
    lemmas: Lemmas
    table: InflectionTable | None = None
    condition: Condition = unconditioned


def source_lemmas(language: str) -> Lemmas:
    """English words are looked up by every lemma they can be a form of, others as they are written."""
    if language.split("-", maxsplit=1)[0] != ENGLISH:
        return lambda word: (SourceLemma(word),)
    return lambda word: (
        tuple(dict.fromkeys(SourceLemma(lemma, part) for part, lemma, _ in english.analysed(word)))
        or (SourceLemma(word),)
    )


def add_synonyms(
    pairs: Sequence[DictionaryPair], knowledge: SynonymKnowledge, vocabulary: Collection[str] | None = None
) -> SynonymStep:
    """Add every single word that shares the sense of a gold target, once per source word, right after the pair it comes from.

    With a vocabulary only words that are in it (lower-cased).
    """
    gold = {(pair.source.lower(), pair.target.lower()) for pair in pairs}
    senses = _senses(pairs, knowledge)
    kept: list[DictionaryPair] = []
    additions: list[Synonym] = []
    unknown = missing = 0
    for pair in pairs:
        kept.append(pair)
        found = list(_synonyms(pair, senses.get(pair.source.lower(), ()), knowledge))
        unknown += not found
        for one in found:
            key = (one.source.lower(), one.form.lower())
            if key in gold or len(one.form.split()) > 1:
                continue
            gold.add(key)
            if vocabulary is not None and one.form.lower() not in vocabulary:
                missing += 1
                continue
            kept.append(DictionaryPair(pair.source, one.form, tags=pair.tags))
            additions.append(one)
    return SynonymStep(tuple(kept), tuple(additions), missing, unknown)


@dataclass(frozen=True, slots=True)
class _SourceSense:
    """A sense of a source word, and whether the word is itself the lemma that has it."""

    inventory: str
    sense: InventorySense
    base: bool


def _senses(pairs: Iterable[DictionaryPair], knowledge: SynonymKnowledge) -> Mapping[str, Sequence[_SourceSense]]:
    """The senses of every source word in every inventory that agree with its part of speech."""
    lemmas = {word: knowledge.lemmas(word) for word in dict.fromkeys(pair.source.lower() for pair in pairs)}
    wanted = list(dict.fromkeys(one.lemma for found in lemmas.values() for one in found))
    senses: dict[str, list[_SourceSense]] = defaultdict(list)
    for name, inventory in knowledge.inventories.items():
        known = inventory.senses(wanted)
        for word, found in lemmas.items():
            for one in found:
                agreeing = (sense for sense in known.get(one.lemma, ()) if one.can_mean(sense))
                senses[word].extend(_SourceSense(name, sense, one.lemma == word) for sense in agreeing)
    return senses


def _synonyms(pair: DictionaryPair, senses: Iterable[_SourceSense], knowledge: SynonymKnowledge) -> Iterator[Synonym]:
    """The words that stand beside the gold target in a sense, the gold target itself among them."""
    cells = _fitting_cells(pair, knowledge)
    for found in senses:
        targets = {target.lower(): target for target in found.sense.targets}
        forms = [*_inflected(cells, targets, knowledge.table)]
        if found.base:
            forms += _as_listed(pair.target, targets)
        for form in dict.fromkeys(forms):
            yield Synonym(pair.source, pair.target, form, found.inventory, found.sense.id, found.sense.gloss)


def _as_listed(gold: str, targets: Mapping[str, str]) -> Iterator[str]:
    """The targets of a sense as the inventory writes them; lower-cased where the dictionary is."""
    listed = targets.get(gold.lower())
    if listed is not None:
        lower_cased = gold == gold.lower() != listed
        yield from (word.lower() if lower_cased else word for word in targets.values())


def _fitting_cells(pair: DictionaryPair, knowledge: SynonymKnowledge) -> list[Inflection]:
    """The cells in which the gold target means the source word."""
    fits = knowledge.condition(pair)
    return [cell for cell in knowledge.table.cells(pair.target) if fits(cell)] if knowledge.table else []


def _inflected(cells: Iterable[Inflection], targets: Mapping[str, str], table: InflectionTable | None) -> Iterator[str]:
    """The targets of a sense in the cells of the gold target, whose lemma must be one of them."""
    for cell in cells:
        if cell.lemma.lower() in targets and table is not None:
            wanted = _features(cell)
            paradigms = (table.paradigms.get(lemma, ()) for lemma in targets)
            yield from (other.form for rows in paradigms for other in rows if _features(other) == wanted)


def _features(cell: Inflection) -> frozenset[str]:
    """What makes a cell; nouns may differ in gender."""
    features = frozenset(cell.features)
    return features - GENDERS if cell.features[0] == NOUN_PART else features
