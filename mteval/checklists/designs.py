"""Which instances of a template to look at when there are too many: every value often, every pair of values where possible."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from mteval.checklists.templates import Filler, Instance

# Of so many random instances the one with the rarest values and pairs is taken.
_TRIED = 12
# This share of the instances differs from another in one slot only, which shows best what the slot says.
_STARS = 0.3


def designed_sample(filler: Filler, limit: int, seed: int = 0) -> list[Instance]:
    """At most `limit` instances in the order of the template: all of them, or a design.

    A third are neighbours of a few instances in each direction; the rest are drawn so that values and pairs of values
    occur about equally often, the rarest first.
    """
    if limit >= filler.combinations:
        return list(filler)
    generator = random.Random(seed)
    chosen: dict[int, Instance] = {}
    counts: Counter[object] = Counter()
    while len(chosen) < _STARS * limit:
        before = len(chosen)
        for number in _star(filler, generator.randrange(filler.combinations)):
            if len(chosen) < limit and number not in chosen:
                chosen[number] = filler.numbered(number)
                counts.update(_held(chosen[number]))
        if len(chosen) == before:
            break
    while len(chosen) < limit:
        number = _rarest(filler, chosen, counts, generator)
        chosen[number] = filler.numbered(number)
        counts.update(_held(chosen[number]))
    return [chosen[number] for number in sorted(chosen)]


def unseen_sample(filler: Filler, seen: Iterable[Instance], limit: int, seed: int = 0) -> list[Instance]:
    """At most `limit` random instances that are not among those seen."""
    known = {tuple(one.values.items()) for one in seen}
    if filler.combinations - len(known) <= limit:
        return [one for one in filler if tuple(one.values.items()) not in known]
    generator = random.Random(seed)
    found: dict[int, Instance] = {}
    while len(found) < limit:
        number = generator.randrange(filler.combinations)
        one = filler.numbered(number)
        if tuple(one.values.items()) not in known:
            found[number] = one
    return [found[number] for number in sorted(found)]


def _star(filler: Filler, centre: int) -> Iterator[int]:
    """An instance and those that differ from it in the choice of one slot."""
    yield centre
    weight = 1
    for choices in reversed(filler.choices):
        digit = centre // weight % choices
        for other in range(choices):
            if other != digit:
                yield centre + (other - digit) * weight
        weight *= choices


def _rarest(filler: Filler, chosen: dict[int, Instance], counts: Counter[object], generator: random.Random) -> int:
    tried: dict[int, float] = {}
    while not tried:
        numbers = {generator.randrange(filler.combinations) for _ in range(_TRIED)}
        tried = {
            number: sum(1 / (1 + counts[held]) for held in _held(filler.numbered(number)))
            for number in sorted(numbers)
            if number not in chosen
        }
    return max(tried, key=lambda number: tried[number])


def _held(instance: Instance) -> list[object]:
    """The values of an instance and its pairs of values, each with its slot."""
    values = list(instance.values.items())
    return [*values, *combinations(values, 2)]
