"""FreeDict's bilingual dictionaries: `freedict:FOLDER`, the folder of dictd's files (on Debian /usr/share/dictd).

Debian has them as packages, `apt install dict-freedict-eng-deu dict-freedict-deu-eng`; nothing of them is shipped with mteval.
Senses are the dictionary's own: its numbered senses, or its entries where a word has one for each meaning. Dictionaries part
finer than translations differ, so senses are joined: those with a translation in common, those with translations that the
other direction leads back to the same words (`shared` says how many of them), nouns with their compounds, and the two genders
of one noun. Where the other direction is not installed, back-translations are not looked at. Parts of speech and genders are
the dictionary's, or else the other direction's.

A dictionary that marks no senses gives each word one list of translations; `senses=each` takes every translation for a sense
of its own, so that only those are joined that share back-translations.

Most FreeDict dictionaries are under the GNU General Public License, some under Creative Commons licences. The dictionary says
which, and what is made with it repeats that: the record of a build and the manifests of its sets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.options import Option, read_options
from mteval.core.protocols import Options
from mteval.core.records import InventorySense
from mteval.inventories._dictionary_senses import JOINING, DictionarySenses, no_senses
from mteval.lexical.freedict import FreeDict, freedict_index
from mteval.storage.digests import file_digest


@registry.inventories.register("freedict")
class FreeDictInventory:
    """Senses and translations from FreeDict, in both directions where both are installed."""

    name: ClassVar[str]
    options: ClassVar[tuple[Option, ...]] = JOINING

    def __init__(self, argument: str, languages: tuple[str, str], options: Options) -> None:
        self.chosen = read_options(type(self).options, options, "the inventory 'freedict'")
        folder = Path(argument)
        self._forward = FreeDict(freedict_index(folder, *languages))
        self._backward = _installed(folder, languages[1], languages[0])
        backward = self._backward.senses_as_written if self._backward else no_senses
        self._senses = DictionarySenses(self._forward.senses, backward, self.chosen)

    def senses(self, words: Sequence[str]) -> Mapping[str, tuple[InventorySense, ...]]:
        """The senses of each word the dictionary has."""
        return self._senses.of_all(words)

    def translated_back(self, translation: str) -> frozenset[str]:
        """The source words a target word leads back to."""
        return self._senses.translated_back(translation)

    @property
    def description(self) -> Mapping[str, Any]:
        """The files with their digests, and the licence of each dictionary."""
        directions = [one for one in (self._forward, self._backward) if one]
        files = {path.name: file_digest(path) for one in directions for path in one.database.files}
        return {**files, "licence": "; ".join(dict.fromkeys(one.licence or "not named" for one in directions))}


def _installed(folder: Path, source: str, target: str) -> FreeDict | None:
    """A direction, if it is installed."""
    try:
        index = freedict_index(folder, source, target)
    except DataError:
        return None
    return FreeDict(index)
