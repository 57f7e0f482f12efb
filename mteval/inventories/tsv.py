"""A table of senses: `tsv:FILE` with word, sense and target words (separated by |), or a MuCoW scoring set (.json)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.options import Option, read_options
from mteval.core.protocols import Options
from mteval.core.records import InventorySense
from mteval.inventories._language_codes import three_letters
from mteval.lexical.sense_tables import read_sense_table
from mteval.storage.digests import file_digest


@registry.inventories.register("tsv")
class SenseTableInventory:
    """The senses of a plain table, one line each; a fourth column may say the part of speech (n, v, a, r)."""

    name: ClassVar[str]
    options: ClassVar[tuple[Option, ...]] = ()

    def __init__(self, argument: str, languages: tuple[str, str], options: Options) -> None:
        self.chosen = read_options(type(self).options, options, "the inventory 'tsv'")
        self._path = Path(argument)
        table = read_sense_table(self._path)
        if table.languages and list(map(three_letters, table.languages)) != list(map(three_letters, languages)):
            raise DataError(self._path, f"is for {'-'.join(table.languages)}, not for {'-'.join(languages)}.")
        grouped: dict[str, dict[str, InventorySense]] = {}
        for row in table.rows:
            senses = grouped.setdefault(row.word.lower(), {})
            known = senses[row.sense].targets if row.sense in senses else ()
            targets = tuple(dict.fromkeys((*known, *row.targets)))
            senses[row.sense] = InventorySense(row.sense, targets, (row.word,), row.pos)
        self._senses = {word: tuple(senses.values()) for word, senses in grouped.items()}

    def senses(self, words: Sequence[str]) -> Mapping[str, tuple[InventorySense, ...]]:
        """The rows of each word."""
        return {word: self._senses[word] for word in words if word in self._senses}

    @property
    def description(self) -> Mapping[str, Any]:
        """The file with its digest."""
        return {self._path.name: file_digest(self._path)}
