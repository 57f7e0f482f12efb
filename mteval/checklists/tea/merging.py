"""Joining drafts that differ in one place only: two values of one slot that alignment had kept apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from mteval.checklists.tea.drafts import Draft, Hole, Part, phrases
from mteval.checklists.tea.tokens import BORDER, is_space

Window = tuple[int, int]
_LONGEST = 13
_MOST_PHRASES = 2000


def merge(drafts: Sequence[Draft]) -> list[Draft]:
    """Join drafts equal but for one window with at most one hole in it, until no two are."""
    current = list(drafts)
    while True:
        group = _best_group(current)
        if group is None:
            return current
        members = {number for number, _ in group}
        joined = _join([(current[number], window) for number, window in group])
        current = [joined, *(draft for number, draft in enumerate(current) if number not in members)]


def _best_group(drafts: Sequence[Draft]) -> list[tuple[int, Window]] | None:
    """The most drafts that one window tells apart; among equals, the shortest window."""
    contexts: dict[tuple[object, ...], dict[int, Window]] = defaultdict(dict)
    for number, draft in enumerate(drafts):
        for start, end in _windows(draft):
            key = (_plain(draft.parts[:start]), _plain(draft.parts[end:]))
            contexts[key].setdefault(number, (start, end))
    best: list[tuple[int, Window]] | None = None
    rank = (1, 0)
    for found in contexts.values():
        if len(found) < 2:
            continue
        group = _telling_apart(list(found.items()), drafts)
        length = sum(end - start for _, (start, end) in group)
        if len(group) > 1 and (len(group), -length) > rank:
            best, rank = group, (len(group), -length)
    return best


def _windows(draft: Draft) -> Iterable[Window]:
    for start in range(len(draft.parts)):
        holes = 0
        for end in range(start + 1, min(start + _LONGEST, len(draft.parts)) + 1):
            last = draft.parts[end - 1]
            holes += isinstance(last, Hole)
            if last == BORDER or holes > 1 or (isinstance(last, Hole) and _bound(last, draft)):
                break
            if _solid(draft.parts[start]) and _solid(last) and _context(draft, start, end):
                yield start, end


def _bound(hole: Hole, draft: Draft) -> bool:
    """Whether other holes depend on this one."""
    same = sum(isinstance(part, Hole) and part.link == hole.link for part in draft.parts)
    return bool(hole.family) or same > 1


def _solid(part: Part) -> bool:
    return isinstance(part, Hole) or not is_space(part)


def _context(draft: Draft, start: int, end: int) -> bool:
    """Whether something stands around the window."""
    rest = (*draft.parts[:start], *draft.parts[end:])
    return any(isinstance(part, Hole) or any(sign.isalnum() for sign in part) for part in rest)


def _plain(parts: Sequence[Part]) -> tuple[object, ...]:
    """Parts as they are compared: a hole is the set of its values, with how it hangs together with others."""
    links: dict[int, int] = {}
    return tuple(
        part
        if isinstance(part, str)
        else (frozenset(part.values), links.setdefault(part.link, len(links)), part.family)
        for part in parts
    )


def _telling_apart(found: list[tuple[int, Window]], drafts: Sequence[Draft]) -> list[tuple[int, Window]]:
    """Those drafts whose windows start and end differently, so that no part of the context is in them."""
    kept: list[tuple[int, Window]] = []
    firsts: set[object] = set()
    lasts: set[object] = set()
    for number, (start, end) in found:
        first, last = _plain(drafts[number].parts[start : start + 1])[0], _plain(drafts[number].parts[end - 1 : end])[0]
        if first not in firsts and last not in lasts:
            kept.append((number, (start, end)))
            firsts.add(first)
            lasts.add(last)
    return kept


def _join(group: Sequence[tuple[Draft, Window]]) -> Draft:
    first, (start, end) = group[0]
    values = dict.fromkeys(text for draft, (a, b) in group for text in phrases(draft.parts[a:b]))
    link = 1 + max((part.link for part in first.parts if isinstance(part, Hole)), default=0)
    windows = [part for draft, (a, b) in group for part in draft.parts[a:b]]
    keys = frozenset().union(*(part.keys for part in windows if isinstance(part, Hole)))
    parts = (*first.parts[:start], Hole(tuple(values), link, keys=keys), *first.parts[end:])
    sampled = any(draft.sampled for draft, _ in group)
    return Draft(parts, frozenset().union(*(draft.sentences for draft, _ in group)), sampled)
