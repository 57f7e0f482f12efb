"""Deals items out to annotators: each to as many as the job says, in an order of each one's own."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

Unit = TypeVar("Unit")


def deal(units: Sequence[Unit], annotators: Sequence[str], overlap: int, seed: int) -> dict[str, list[Unit]]:
    """Give every unit to `overlap` annotators (all of them for 0), evenly, then shuffle each one's list.

    Going round the annotators in turn gives everybody as many units as everybody else, give or take a few, and moving on by
    one links each annotator to the next: the overlaps hold the whole group together.
    """
    times = min(overlap, len(annotators)) or len(annotators)
    lists: dict[str, list[Unit]] = {name: [] for name in annotators}
    shuffled = list(units)
    random.Random(f"{seed}/deal").shuffle(shuffled)
    for turn, unit in enumerate(shuffled):
        for step in range(times):
            lists[annotators[(turn + step) % len(annotators)]].append(unit)
    for name, given in lists.items():
        own_generator(seed, name).shuffle(given)
    return lists


def own_generator(seed: int, annotator: str) -> random.Random:
    """Random numbers that depend only on the job's seed and the annotator."""
    return random.Random(f"{seed}/{annotator}")
