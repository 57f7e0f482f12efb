"""Translations of a Wiktionary: `wiktionary:FILE`, a table (.tsv) or wiktextract's JSON Lines (.jsonl), packed or not.

A table has the columns word, part of speech, sense (a number or a gloss) and translations (parted by commas), or a header
that names them; `# languages: en-de` and `# licence: …` may stand above. JSON Lines are those of wiktextract, which
kaikki.org offers: of the words in the source language are read the translations into the target language, by their senses.

Senses whose translations mean the same are joined as those of `freedict` are; the file itself, read backwards, gives the
back-translations, and so does a file of the other direction (`back`). Where the sense is not said each translation is a sense
of its own, so that only those are joined that share back-translations.

Text of Wiktionary is under CC BY-SA 4.0 and the GFDL, and so is what is made from it; a table says its licence itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.options import FILE, Option, read_options
from mteval.core.protocols import Options
from mteval.core.records import InventorySense
from mteval.inventories._dictionary_senses import JOINING, DictionarySenses
from mteval.lexical.bilingual import DictionarySense
from mteval.lexical.wiktionary import read_wiktionary
from mteval.storage.digests import file_digest


@registry.inventories.register("wiktionary")
class WiktionaryInventory:
    """Senses and translations from a Wiktionary."""

    name: ClassVar[str]
    options: ClassVar[tuple[Option, ...]] = (
        *JOINING,
        Option("back", FILE, None, "a file of the other direction, for back-translations"),
    )

    def __init__(self, argument: str, languages: tuple[str, str], options: Options) -> None:
        self.chosen = read_options(type(self).options, options, "the inventory 'wiktionary'")
        self._paths = [Path(argument), *([self.chosen["back"]] if self.chosen["back"] else [])]
        pairs = (languages, (languages[1], languages[0]))
        self._read = [read_wiktionary(path, pair) for path, pair in zip(self._paths, pairs, strict=False)]
        self._senses = DictionarySenses(self._read[0].senses, self._back, self.chosen)

    def _back(self, translation: str) -> tuple[DictionarySense, ...]:
        own = self._read[0].inverted(translation)
        return own + (self._read[1].senses(translation) if len(self._read) > 1 else ())

    def senses(self, words: Sequence[str]) -> Mapping[str, tuple[InventorySense, ...]]:
        """The senses of each word the file has."""
        return self._senses.of_all(words)

    def translated_back(self, translation: str) -> frozenset[str]:
        """The source words a target word leads back to."""
        return self._senses.translated_back(translation)

    @property
    def description(self) -> Mapping[str, Any]:
        """The files with their digests, and their licences."""
        files = {path.name: file_digest(path) for path in self._paths}
        return {**files, "licence": "; ".join(dict.fromkeys(one.licence or "not named" for one in self._read))}
