"""Which words are forms of one lemma, and which are synonyms: UniMorph tables, a lemmatiser, wordnets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mteval.core.errors import DataError
from mteval.text.inflections import Inflection, read_inflections
from mteval.text.lemmatisers.dictionary import simple_lemmatiser
from mteval.text.lines import read_lines

GOLD, INFLECTION, SYNONYM, UNRELATED = "gold", "inflection", "synonym", "unrelated"
Lemmatise = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class InflectionTable:
    """A UniMorph table looked up both ways, lower-cased."""

    paradigms: dict[str, tuple[Inflection, ...]]
    lemmas: dict[str, frozenset[str]]

    @classmethod
    def from_rows(cls, rows: Iterable[Inflection]) -> InflectionTable:
        """Index the rows by lemma and by form."""
        paradigms: dict[str, list[Inflection]] = defaultdict(list)
        lemmas: dict[str, set[str]] = defaultdict(set)
        for row in rows:
            lemma = row.lemma.lower()
            paradigms[lemma].append(row)
            lemmas[row.form.lower()].add(lemma)
            lemmas[lemma].add(lemma)
        frozen = {form: frozenset(found) for form, found in lemmas.items()}
        return cls({lemma: tuple(found) for lemma, found in paradigms.items()}, frozen)

    def cells(self, form: str) -> list[Inflection]:
        """The paradigm cells a form can stand in."""
        wanted = form.lower()
        return [
            row
            for lemma in sorted(self.lemmas.get(wanted, ()))
            for row in self.paradigms[lemma]
            if row.form.lower() == wanted
        ]


@dataclass(frozen=True, slots=True)
class Relations:
    """How a word stands to the gold targets; every source of knowledge is optional."""

    table: InflectionTable | None = None
    lemmatise: Lemmatise | None = None
    synsets: dict[str, frozenset[str]] = field(default_factory=dict)

    @property
    def sources(self) -> tuple[str, ...]:
        """What the relations were judged from, for the report."""
        named = (("unimorph", self.table), ("lemmatiser", self.lemmatise), ("wordnet", self.synsets))
        return tuple(name for name, given in named if given)

    def lemmas(self, word: str) -> frozenset[str]:
        """Every lemma the word may have, itself included."""
        folded = word.lower()
        found = {folded}
        if self.table:
            found.update(self.table.lemmas.get(folded, ()))
        if self.lemmatise:
            found.update((self.lemmatise(word).lower(), self.lemmatise(folded).lower()))
        return frozenset(found)

    def relation(self, word: str, gold: Sequence[str]) -> str:
        """`gold`, `inflection` (a lemma in common), `synonym` (a synset in common) or `unrelated`."""
        folded = word.lower()
        if folded in (target.lower() for target in gold):
            return GOLD
        lemmas = self.lemmas(word)
        if any(lemmas & self.lemmas(target) for target in gold):
            return INFLECTION
        senses = self._senses(lemmas)
        if senses and any(senses & self._senses(self.lemmas(target)) for target in gold):
            return SYNONYM
        return UNRELATED

    def _senses(self, lemmas: Iterable[str]) -> frozenset[str]:
        """The synsets of any of the lemmas."""
        return frozenset().union(*(self.synsets.get(lemma, frozenset()) for lemma in lemmas))


def read_relations(language: str, *, unimorph: Path | None, wordnet: Path | None, lemmatiser: bool) -> Relations:
    """Put together what is known about the words of one language."""
    table = InflectionTable.from_rows(read_inflections(unimorph).rows) if unimorph else None
    synsets = read_wordnet(wordnet) if wordnet else {}
    return Relations(table, simple_lemmatiser(language) if lemmatiser else None, synsets)


def read_wordnet(path: str | Path) -> dict[str, frozenset[str]]:
    """Read an Open Multilingual Wordnet `.tab` file: lower-cased lemma → its synsets (`00815000-a`)."""
    found: dict[str, set[str]] = defaultdict(set)
    for synset, lemma in wordnet_lemmas(path):
        found[lemma.lower()].add(synset)
    return {lemma: frozenset(synsets) for lemma, synsets in found.items()}


def wordnet_lemmas(path: str | Path) -> list[tuple[str, str]]:
    """Read the (synset, lemma) rows of an OMW `.tab` file, lemmas as written."""
    rows = []
    for number, line in enumerate(read_lines(path).lines, start=1):
        if not line.strip() or line.startswith("#"):
            continue
        parts = line.split("\t")
        if len(parts) < 3:
            problem = f"3 columns expected (synset, type, lemma), found {len(parts)}: {line[:60]!r}"
            raise DataError(path, problem, line=number)
        if parts[1].endswith("lemma"):
            rows.append((parts[0], parts[2].strip().replace("_", " ")))
    if not rows:
        raise DataError(path, "holds no lemma. Give a wordnet in OMW .tab form: 'synset<tab>xxx:lemma<tab>word' lines.")
    return rows
