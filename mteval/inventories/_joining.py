"""Senses joined where something says that two are one, also over others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Sense = TypeVar("Sense")


def joined(senses: Iterable[Sense], same: Callable[[Sense, Sense], bool]) -> list[list[Sense]]:
    """Groups of senses: what is the same as any member of a group belongs to it."""
    groups: list[list[Sense]] = []
    for sense in senses:
        near = [group for group in groups if any(same(sense, other) for other in group)]
        far = [group for group in groups if group not in near]
        groups = [*far, [*(one for group in near for one in group), sense]]
    return groups
