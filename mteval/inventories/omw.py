"""Open Multilingual Wordnet: `omw:FOLDER` with a `wn-data-LLL.tab` table (or .gz) for each language."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.options import Option, read_options
from mteval.core.protocols import Options
from mteval.core.records import InventorySense
from mteval.inventories._language_codes import three_letters
from mteval.lexical.morphology import wordnet_lemmas
from mteval.storage.digests import file_digest

PATTERN = "**/wn-data-*.tab*"


@registry.inventories.register("omw")
class OpenMultilingualWordnet:
    """Synsets that two wordnets share, from the tables of the Open Multilingual Wordnet."""

    name: ClassVar[str]
    options: ClassVar[tuple[Option, ...]] = ()

    def __init__(self, argument: str, languages: tuple[str, str], options: Options) -> None:
        self.chosen = read_options(type(self).options, options, "the inventory 'omw'")
        self._paths = tuple(_table(Path(argument), language) for language in languages)
        self._synsets: dict[str, set[str]] = defaultdict(set)
        self._sources: dict[str, set[str]] = defaultdict(set)
        self._targets: dict[str, set[str]] = defaultdict(set)
        for synset, lemma in wordnet_lemmas(self._paths[0]):
            self._synsets[lemma.lower()].add(synset)
            self._sources[synset].add(lemma)
        for synset, lemma in wordnet_lemmas(self._paths[1]):
            self._targets[synset].add(lemma)

    def senses(self, words: Sequence[str]) -> Mapping[str, tuple[InventorySense, ...]]:
        """The synsets of each word that have lemmas in the target language."""
        return {word: self._of(word) for word in words if word in self._synsets}

    def _of(self, word: str) -> tuple[InventorySense, ...]:
        return tuple(
            InventorySense(
                id=synset,
                targets=tuple(sorted(self._targets[synset])),
                sources=tuple(sorted(self._sources[synset])),
                pos=synset[-1].replace("s", "a"),
            )
            for synset in sorted(self._synsets[word])
            if synset in self._targets
        )

    @property
    def description(self) -> Mapping[str, Any]:
        """The two tables with their digests."""
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
