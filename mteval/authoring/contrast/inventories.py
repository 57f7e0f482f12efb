"""One inventory of senses, or several taken together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mteval.core import registry
from mteval.core.options import parse_system
from mteval.core.protocols import SenseInventory, TranslatesBack
from mteval.core.records import InventorySense


@dataclass(frozen=True, slots=True)
class SeveralInventories:
    """The senses of all; those of one inventory that share a word with another's are joined where senses are grouped."""

    names: tuple[str, ...]
    inventories: tuple[SenseInventory, ...]

    def senses(self, words: Sequence[str]) -> Mapping[str, tuple[InventorySense, ...]]:
        """The senses of each word that any inventory has, those of the first inventory first."""
        found: dict[str, tuple[InventorySense, ...]] = {}
        for name, inventory in zip(self.names, self.inventories, strict=True):
            for word, senses in inventory.senses(words).items():
                named = tuple(replace(sense, id=f"{name}:{sense.id}") for sense in senses)
                found[word] = (*found.get(word, ()), *named)
        return found

    def translated_back(self, translation: str) -> frozenset[str]:
        """The source words a target word leads back to in any inventory that knows."""
        known = [one.translated_back(translation) for one in self.inventories if isinstance(one, TranslatesBack)]
        return frozenset().union(*known)

    @property
    def description(self) -> Mapping[str, Any]:
        """What each inventory was, and the licences of all."""
        described = [inventory.description for inventory in self.inventories]
        licences = dict.fromkeys(str(one["licence"]) for one in described if one.get("licence"))
        each = {name: dict(one) for name, one in zip(self.names, described, strict=True)}
        return {**each, **({"licence": "; ".join(licences)} if licences else {})}


Inventory = SenseInventory | SeveralInventories


def open_inventory(text: str, languages: tuple[str, str]) -> SenseInventory:
    """The inventory of `NAME:ARGUMENT[?key=value]`."""
    spec = parse_system(text)
    opened: SenseInventory = registry.inventories.find(spec.backend)(spec.argument, languages, spec.options)
    return opened


def open_inventories(texts: Sequence[str], languages: tuple[str, str]) -> Inventory:
    """The one inventory that is named, or all of them together."""
    opened = tuple(open_inventory(text, languages) for text in texts)
    if len(opened) == 1:
        return opened[0]
    names = [inventory.name for inventory in opened]
    unique = [name if names.count(name) == 1 else f"{name}{place}" for place, name in enumerate(names, start=1)]
    return SeveralInventories(tuple(unique), opened)
