"""Which inflected forms of a gold target are gold too, by declared rules over UniMorph features."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from mteval.core.errors import DataError
from mteval.lexical.morphology import InflectionTable
from mteval.lexical.word_lists import lexicon_folder
from mteval.text.documents import read_toml
from mteval.text.inflections import Inflection

Fits = Callable[[Inflection], bool]
RULE_KEYS = {"name", "part", "from", "to", "vary"}


def any_cell(cell: Inflection) -> bool:
    """No condition at all."""
    del cell
    return True


@dataclass(frozen=True, slots=True)
class Rule:
    """One correspondence: exchange `given` for `wanted`, or let the features in `vary` change freely."""

    name: str
    part: str
    given: frozenset[str] = frozenset()
    wanted: frozenset[str] = frozenset()
    vary: frozenset[str] = frozenset()

    def relates(self, known: frozenset[str], other: frozenset[str]) -> bool:
        """Whether a cell with the features `other` follows from one with the features `known`."""
        if self.part not in known or self.part not in other:
            return False
        if self.vary:
            return known - self.vary == other - self.vary
        return self.given <= known and (known - self.given) | self.wanted == other


@dataclass(frozen=True, slots=True)
class Correspondence:
    """A table of rules."""

    rules: tuple[Rule, ...]
    free: frozenset[str] = frozenset()
    never: frozenset[str] = frozenset()

    def forms(self, word: str, table: InflectionTable, fits: Fits = any_cell) -> dict[str, str]:
        """Every form that is gold once `word` is, with the rules that lead to it; `word` itself is left out.

        Only cells that `fits` allows are passed through or taken.
        """
        found: dict[str, str] = {}
        frontier: list[tuple[Inflection, frozenset[str]]] = [
            (cell, frozenset()) for cell in table.cells(word) if fits(cell)
        ]
        seen = {cell for cell, _ in frontier}
        while frontier:
            cell, path = frontier.pop(0)
            for other, name in self._next(cell, table.paradigms[cell.lemma.lower()]):
                if other in seen or not fits(other):
                    continue
                seen.add(other)
                trail = path | {name}
                frontier.append((other, trail))
                if other.form.lower() != word.lower():
                    found.setdefault(other.form, self._named(trail))
        return found

    def _named(self, trail: frozenset[str]) -> str:
        """The rules in the order of the table, however they were walked."""
        return ", ".join(dict.fromkeys(rule.name for rule in self.rules if rule.name in trail))

    def _next(self, cell: Inflection, paradigm: Iterable[Inflection]) -> list[tuple[Inflection, str]]:
        """The cells one rule away."""
        known = self._features(cell)
        steps = []
        for other in paradigm:
            features = self._features(other)
            if other is cell or self.never & set(other.features):
                continue
            rule = next((rule for rule in self.rules if rule.relates(known, features)), None)
            if rule is not None:
                steps.append((other, rule.name))
        return steps

    def _features(self, cell: Inflection) -> frozenset[str]:
        return frozenset(cell.features) - self.free


def read_correspondence(path: Path | None = None) -> Correspondence:
    """Read a table of rules; the shipped one unless a file is named."""
    path = path or lexicon_folder("morphology") / "correspondence.toml"
    table = read_toml(path)
    entries = table.get("rule", [])
    if not entries:
        raise DataError(path, "holds no [[rule]].")
    rules = tuple(_rule(path, number, entry) for number, entry in enumerate(entries, start=1))
    return Correspondence(rules, frozenset(table.get("free", ())), frozenset(table.get("never", ())))


def _rule(path: Path, number: int, entry: dict[str, object]) -> Rule:
    unknown = set(entry) - RULE_KEYS
    if unknown:
        raise DataError(
            path, f"rule {number}: unknown key '{sorted(unknown)[0]}'. Known: {', '.join(sorted(RULE_KEYS))}."
        )
    if "name" not in entry or "part" not in entry or not ({"from", "to"} <= set(entry) or "vary" in entry):
        raise DataError(path, f"rule {number} needs a name, a part, and either from and to or vary.")
    lists = {key: frozenset(map(str, _words(entry.get(key, [])))) for key in ("from", "to", "vary")}
    return Rule(str(entry["name"]), str(entry["part"]), lists["from"], lists["to"], lists["vary"])


def _words(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]
