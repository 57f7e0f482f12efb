"""Source values put into classes, so that within each region of their combinations one template says what the translator does.

A region that one template fits badly is parted at the slot whose values fall most clearly into two classes: values that call
for different words in the other slots ("el vuelo … bueno", "la comida … buena"), for other words around, or another frame.
What counts is the length of the description: rows said wrongly cost one each, entries of lexicons and templates a price, so that
slips of the translator part nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from mteval.checklists.tea.dependence import KnownRow, WordSources
from mteval.checklists.tea.fitting import Fit, Segmented, fit, segmented
from mteval.checklists.tea.tokens import Tokenizer, is_space

Profile = Mapping[Any, Counter[Any]]
Classes = tuple[set[str], set[str]]
_ENTRY_COST = 0.1
_NEW_ENTRY_COST = 0.24
_TEMPLATE_COST = 1.0
_ROUNDS = 4
_MOST_LABELLED = 1000
# So many ways to put values into two classes are tried of each kind.
_SEEDS = 3


@dataclass(frozen=True, slots=True)
class Region:
    """Rows of some combinations of source values, and the template that fits them."""

    rows: tuple[int, ...]
    fit: Fit
    known: Mapping[int, Segmented]
    # How many rows it only lists: each with an entry of its own, though slots vary in them that have no place.
    listed: int = 0


@dataclass(slots=True)
class RegionSearch:
    """Finds the regions of one source template."""

    rows: Sequence[KnownRow]
    slots: Sequence[str]
    cut: Tokenizer
    aligned: Sequence[tuple[str, ...]] = ()
    sources: WordSources = field(init=False)

    def __post_init__(self) -> None:
        self.sources = WordSources(self.rows, self.slots)

    def regions(self) -> list[Region]:
        """The regions, each with the template that fits it."""
        whole = self._labelled(tuple(range(len(self.rows))))
        return self._joined(self._moved(self._grown(whole)), whole)

    def _labelled(self, members: Sequence[int]) -> Region:
        """The region with its words told apart among its own rows, or by an alignment.

        Where values of two slots always change together, the labels that tell more slots apart are taken; else what fits better.
        """
        step = -(-len(members) // _MOST_LABELLED)
        chosen = members[::step]
        known = {number: segmented(self.rows[number], self.sources.labels(number, chosen)) for number in chosen}
        found = [self._fitted(members, known)]
        if self.aligned:
            linked = {number: segmented(self.rows[number], self.aligned[number]) for number in chosen}
            found.append(self._fitted(members, linked))
        slots_count = self._changing_together(members)
        return min(found, key=lambda region: (-region.fit.slots * slots_count, description_length([region])))

    def _changing_together(self, members: Sequence[int]) -> bool:
        """Whether the values of two slots always change together, so that comparing rows cannot tell these apart."""
        for one, other in combinations(self.slots, 2):
            pairs = {(self.rows[n].values[one], self.rows[n].values[other]) for n in members}
            if 1 < len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs}):
                return True
        return False

    def _fitted(self, members: Sequence[int], known: Mapping[int, Segmented]) -> Region:
        found = fit(self.rows, known, members, self.cut)
        return Region(tuple(members), found, known, self._listed(found))

    def _listed(self, found: Fit) -> int:
        """How many rows a template says without any of its entries serving two, while slots without a place vary in them."""
        served = [len({self.rows[n].values[slot] for n in found.right}) for slot in found.entries]
        if not served or min(served) < len(found.right):
            return 0
        absent = (slot for slot in self.slots if slot not in found.entries)
        varies = any(len({self.rows[n].values[slot] for n in found.right}) > 1 for slot in absent)
        return len(found.right) if varies else 0

    def _grown(self, region: Region) -> list[Region]:
        if not region.fit.wrong or len(region.rows) < 2:
            return [region]
        best: list[Region] | None = None
        for slot in self.slots:
            for parts in self._parted(region, slot):
                if best is None or description_length(parts) < description_length(best):
                    best = parts
        if best is None or description_length(best) >= description_length([region]):
            return [region]
        return [found for part in best for found in self._grown(part)]

    def _parted(self, region: Region, slot: str) -> Iterator[list[Region]]:
        """The region parted at a slot in each of the ways that are worth a try."""
        profiles = self._profiles(region, slot)
        tried = [*unlike_classes(profiles), *edge_classes(self._edges(region, slot, profiles))]
        for classes in dict.fromkeys((frozenset(one), frozenset(other)) for one, other in tried if one and other):
            parts = [[n for n in region.rows if self.rows[n].values[slot] in values] for values in classes]
            yield [self._refitted(part, region) for part in parts]

    def _edges(self, region: Region, slot: str, profiles: Mapping[str, Profile]) -> dict[str, list[Any]]:
        """What may show the class of each value: the first and the last of its words, and the words around it."""
        edges: dict[str, list[Any]] = {}
        for value, profile in profiles.items():
            words = [word for word in self.cut(region.fit.entries.get(slot, {}).get(value, "")) if not is_space(word)]
            around = [residue for residue, _ in profile.get("residue", Counter()).most_common(1)]
            edges[value] = [*(("first", word) for word in words[:1]), *(("last", word) for word in words[-1:]), *around]
        return edges

    def _refitted(self, members: Sequence[int], parent: Region) -> Region:
        """The region with its words told apart anew, or as in a larger one, whichever fits better."""
        inherited = {number: parent.known[number] for number in members if number in parent.known}
        found = [self._fitted(members, inherited)] if inherited else []
        if not found or found[0].fit.wrong:
            found.append(self._labelled(members))
        return min(found, key=lambda region: description_length([region]))

    def _profiles(self, region: Region, slot: str) -> dict[str, Profile]:
        """What each value of a slot goes with: frames, words of the other slots, words around its own."""
        made = region.fit
        contents = {**self._reread(region), **made.contents}
        variants: dict[tuple[str, str], set[str]] = defaultdict(set)
        for number, words in contents.items():
            for other, text in words.items():
                variants[other, self.rows[number].values[other]].add(text)
        profiles: dict[str, dict[Any, Counter[Any]]] = defaultdict(lambda: defaultdict(Counter))
        for number in region.rows:
            values = self.rows[number].values
            profile = profiles[values[slot]]
            profile["frame"][number in contents] += 1
            around = made.residues.get(number, {})
            for other, text in contents.get(number, {}).items():
                if other == slot and around:
                    profile["residue"][around[slot]] += 1
                elif other != slot and len(variants[other, values[other]]) > 1:
                    profile[other, values[other]][text] += 1
                    endings = _endings(variants[other, values[other]])
                    profile["ending", other, tuple(sorted(endings.values()))][endings[text]] += 1
                    if around:
                        profile["around", other][around[other]] += 1
        return {value: dict(profile) for value, profile in profiles.items()}

    def _reread(self, region: Region) -> dict[int, Mapping[str, str]]:
        """What the slots hold in rows that were cut otherwise but differ from the template in the words of one slot only."""
        others = (number for number in region.fit.wrong if number not in region.fit.contents)
        read = ((number, region.fit.reread(self.rows[number])) for number in others)
        return {number: words for number, words in read if words}

    def _moved(self, regions: list[Region]) -> list[Region]:
        """Move the rows of a value to another region where they fit better, while that shortens the description."""
        current = list(regions)
        for _ in range(_ROUNDS):
            changed = False
            for slot, value in self._doubtful(current):
                changed |= self._move(current, slot, value)
            if not changed:
                break
        return current

    def _doubtful(self, regions: Sequence[Region]) -> list[tuple[str, str]]:
        """Slots and values of the rows said wrongly, the commonest first."""
        wrong = [self.rows[n].values for region in regions for n in region.fit.wrong]
        counts = Counter((slot, values[slot]) for values in wrong for slot in self.slots)
        return [found for found, _ in counts.most_common()]

    def _move(self, regions: list[Region], slot: str, value: str) -> bool:
        for place, region in enumerate(regions):
            moving = {n for n in region.rows if self.rows[n].values[slot] == value}
            if len(moving) in (0, len(region.rows)) or moving.isdisjoint(region.fit.wrong):
                continue
            left = self._fitted([n for n in region.rows if n not in moving], region.known)
            for other, home in enumerate(regions):
                if other == place:
                    continue
                grown = self._fitted(sorted({*home.rows, *moving}), {**region.known, **home.known})
                rest = [one for one in regions if one is not region and one is not home]
                if description_length([left, grown]) >= description_length([region, home]):
                    continue
                if self._length([left, grown], rest) < self._length([region, home], rest):
                    regions[place], regions[other] = left, grown
                    return True
        return False

    def _joined(self, regions: list[Region], whole: Region) -> list[Region]:
        """Join regions that one template fits as well, where their combinations are no others' too."""
        current = list(regions)
        while True:
            for one, other in combinations(current, 2):
                joined = self._union(one, other, [r for r in current if r is not one and r is not other], whole)
                if joined is not None:
                    current = [joined, *(r for r in current if r is not one and r is not other)]
                    break
            else:
                return current

    def _union(self, one: Region, other: Region, rest: Sequence[Region], whole: Region) -> Region | None:
        members = sorted((*one.rows, *other.rows))
        tried = [self._fitted(members, known) for known in (whole.known, {**one.known, **other.known})]
        joined = min(tried, key=lambda region: description_length([region]))
        if description_length([joined]) >= description_length([one, other]):
            return None
        return joined if self._length([joined], rest) < self._length([one, other], rest) else None

    def _length(self, parts: Sequence[Region], rest: Sequence[Region]) -> float:
        """The length of the description of some regions, with a price for each row of others that they would say wrongly."""
        wrong = sum(
            self._contradictions(part, [*rest, *(other for other in parts if other is not part)]) for part in parts
        )
        return description_length(parts) + wrong

    def _contradictions(self, region: Region, others: Sequence[Region]) -> int:
        """Rows of other regions that lie among the combinations of this one and that it would say otherwise."""
        ranges = {slot: {self.rows[n].values[slot] for n in region.fit.right} for slot in self.slots}
        count = 0
        for row in (self.rows[n] for other in others for n in other.rows):
            if all(row.values[slot] in ranges[slot] for slot in self.slots):
                said = region.fit.says(row.values)
                count += said is not None and said != row.text
        return count


def description_length(regions: Sequence[Region]) -> float:
    """What it takes to say the rows: those said wrongly, templates, entries, and more for entries said for the first time.

    Templates that have the same words for all values they share say these once, at the price of a single entry.
    """
    wrong = sum(len(region.fit.wrong) + region.listed for region in regions)
    tables: dict[str, list[Mapping[str, str]]] = defaultdict(list)
    for region in regions:
        for slot, table in region.fit.entries.items():
            tables[slot].append(table)
    return wrong + _TEMPLATE_COST * len(regions) + sum(map(_tables_length, tables.values()))


def _tables_length(tables: Sequence[Mapping[str, str]]) -> float:
    """What it takes to say the entries of one slot in several templates."""
    entries = {entry for table in tables for entry in table.items()}
    repeated = sum(map(len, tables)) - len(entries)
    if len({value for value, _ in entries}) == len(entries):
        repeated = min(repeated, len(tables) - 1)
    return _ENTRY_COST * (len(entries) + repeated) + _NEW_ENTRY_COST * len(entries)


def _endings(variants: set[str]) -> dict[str, str]:
    """What is left of each form after what all forms start with."""
    first, last = min(variants), max(variants)
    shared = next((k for k, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    return {form: form[shared:] for form in variants}


def unlike_classes(profiles: Mapping[str, Profile]) -> Iterator[Classes]:
    """Values in two classes by what they go with, seeded with the most unlike pairs of values, no value in two of these."""
    values = list(profiles)
    conflicts = {pair: _conflict(profiles[pair[0]], profiles[pair[1]]) for pair in combinations(values, 2)}
    seeds: set[str] = set()
    for pair in sorted(conflicts, key=lambda pair: -conflicts[pair]):
        if not conflicts[pair] or len(seeds) >= 2 * _SEEDS:
            return
        if seeds.isdisjoint(pair):
            seeds.update(pair)
            yield _two_classes(profiles, pair)


def edge_classes(edges: Mapping[str, Sequence[Any]]) -> Iterator[Classes]:
    """Values that have a word at their edge in common ("la", "una") against all others, for the commonest such words."""
    holders: dict[Any, set[str]] = defaultdict(set)
    for value, found in edges.items():
        for edge in found:
            holders[edge].add(value)
    shared = [edge for edge in holders if 1 < len(holders[edge]) < len(edges)]
    for edge in sorted(shared, key=lambda edge: -len(holders[edge]))[:_SEEDS]:
        yield holders[edge], set(edges) - holders[edge]


def _two_classes(profiles: Mapping[str, Profile], seeds: tuple[str, str]) -> Classes:
    """Each value in the class of the seed that it is most like."""
    first, second = seeds
    classes: Classes = ({first}, {second})
    for _ in range(_ROUNDS):
        sums = [_sum([profiles[value] for value in sorted(members)]) for members in classes]
        larger = int(len(classes[1]) > len(classes[0]))
        found: Classes = ({first}, {second})
        for value in profiles:
            if value in seeds:
                continue
            likeness = [_likeness(profiles[value], one) for one in sums]
            chosen = larger if likeness[0] == likeness[1] else int(likeness[1] > likeness[0])
            found[chosen].add(value)
        if found == classes:
            break
        classes = found
    return classes


def _conflict(one: Profile, other: Profile) -> float:
    """How much two values disagree in what both go with."""
    return sum(1 - _sameness(one[key], other[key]) for key in one.keys() & other.keys())


def _sameness(counts: Counter[Any], others: Counter[Any]) -> float:
    """How likely one draw from each is the same."""
    same = sum(count * others[text] for text, count in counts.items())
    return same / (counts.total() * others.total())


def _likeness(one: Profile, other: Profile) -> float:
    """Agreements less disagreements over what both go with."""
    return sum(2 * _sameness(one[key], other[key]) - 1 for key in one.keys() & other.keys())


def _sum(profiles: Sequence[Profile]) -> Profile:
    total: dict[Any, Counter[Any]] = defaultdict(Counter)
    for profile in profiles:
        for key, counts in profile.items():
            total[key].update(counts)
    return total
