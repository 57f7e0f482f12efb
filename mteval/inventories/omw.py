"""Open Multilingual Wordnet: `omw:FOLDER` with a `wn-data-LLL.tab` table (or .gz) for each language.

Wordnets part senses finer than translations differ. With `others=bg,it,nl` more languages are asked: a synset counts if at
least `confirmed` of them have a lemma for it, and two synsets of a word are one sense if they have a lemma in common in at
least the share `colexified` of those that have lemmas for both: languages that do not part them (colexification).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.options import LIST, REAL, WHOLE, Option, read_options
from mteval.core.protocols import Options
from mteval.core.records import InventorySense
from mteval.inventories._joining import joined
from mteval.inventories._language_codes import three_letters
from mteval.lexical.morphology import wordnet_lemmas
from mteval.storage.digests import file_digest

PATTERN = "**/wn-data-*.tab*"


@registry.inventories.register("omw")
class OpenMultilingualWordnet:
    """Synsets that two wordnets share, from the tables of the Open Multilingual Wordnet."""

    name: ClassVar[str]
    options: ClassVar[tuple[Option, ...]] = (
        Option("others", LIST, (), "codes of further languages whose wordnets confirm senses"),
        Option("confirmed", WHOLE, 1, "further languages that must have a lemma for a synset", minimum=0),
        Option(
            "colexified",
            REAL,
            0.5,
            "share of further languages with one lemma for two synsets that makes them one",
            minimum=0,
        ),
    )

    def __init__(self, argument: str, languages: tuple[str, str], options: Options) -> None:
        self.chosen = read_options(type(self).options, options, "the inventory 'omw'")
        folder, others = Path(argument), self.chosen["others"]
        self._paths = tuple(_table(folder, language) for language in (*languages, *others))
        self._synsets: dict[str, set[str]] = defaultdict(set)
        self._back: dict[str, set[str]] = defaultdict(set)
        tables = [_lemmas_by_synset(path) for path in self._paths]
        self._sources, self._targets, self._others = tables[0], tables[1], tables[2:]
        for synset, lemmas in self._sources.items():
            for lemma in lemmas:
                self._synsets[lemma.lower()].add(synset)

    def senses(self, words: Sequence[str]) -> Mapping[str, tuple[InventorySense, ...]]:
        """The synsets of each word that have lemmas in the target language."""
        return {word: self._of(word) for word in words if word in self._synsets}

    def translated_back(self, translation: str) -> frozenset[str]:
        """The source lemmas of the synsets a target lemma is in."""
        if not self._back:
            for synset, lemmas in self._targets.items():
                for lemma in lemmas:
                    self._back[lemma.lower()].update(one.lower() for one in self._sources.get(synset, ()))
        return frozenset(self._back.get(translation.lower(), ()))

    def _of(self, word: str) -> tuple[InventorySense, ...]:
        known = [
            synset for synset in sorted(self._synsets[word]) if synset in self._targets and self._confirmed(synset)
        ]
        return tuple(self._sense(synsets) for synsets in joined(known, self._colexified))

    def _sense(self, synsets: Sequence[str]) -> InventorySense:
        return InventorySense(
            id="+".join(synsets),
            targets=tuple(sorted({lemma for synset in synsets for lemma in self._targets[synset]})),
            sources=tuple(sorted({lemma for synset in synsets for lemma in self._sources[synset]})),
            pos=_part_of_speech(synsets[0]),
        )

    def _confirmed(self, synset: str) -> bool:
        return not self._others or sum(synset in table for table in self._others) >= self.chosen["confirmed"]

    def _colexified(self, one: str, other: str) -> bool:
        if _part_of_speech(one) != _part_of_speech(other):
            return False
        shared = [not table[one].isdisjoint(table[other]) for table in self._others if one in table and other in table]
        return any(shared) and sum(shared) >= self.chosen["colexified"] * len(shared)

    @property
    def description(self) -> Mapping[str, Any]:
        """The tables with their digests."""
        return {path.name: file_digest(path) for path in self._paths}


def _table(folder: Path, language: str) -> Path:
    if not folder.is_dir():
        raise DataError(folder, "is no folder. Give one with wn-data-LLL.tab tables: --inventory omw:FOLDER.")
    found = {path.name.split(".")[0].removeprefix("wn-data-"): path for path in sorted(folder.glob(PATTERN))}
    code = three_letters(language)
    if code not in found:
        there = ", ".join(sorted(found)) or "none"
        raise DataError(folder, f"has no wordnet for '{language}' (wn-data-{code}.tab); it has: {there}.")
    return found[code]


def _lemmas_by_synset(path: Path) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for synset, lemma in wordnet_lemmas(path):
        found[synset].add(lemma)
    return dict(found)


def _part_of_speech(synset: str) -> str:
    """The last letter of a synset's number; adjective satellites (s) are adjectives."""
    return synset[-1].replace("s", "a")
