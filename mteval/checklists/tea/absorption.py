"""Sentences a thin sample left alone, taken into a template that makes them but for one new value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from mteval.checklists.tea.drafts import Draft, Hole, Part

_FEW = 3
_THIN = 5.0
_UNSEEN_SHARE = 0.1
_MOST_HOSTS = 20


def absorb(drafts: Sequence[Draft], sentences: Sequence[str]) -> list[Draft]:
    """Let thinly sampled drafts take in small ones whose sentences they make, or would with one value more.

    A draft is thinly sampled where it makes much that was not seen and its values occur less than five times each: then
    a value seen once or twice is no slip but one the sample nearly missed.
    """
    drafts = _without_repeated(drafts, sentences)
    hosts = sorted((d for d in drafts if _is_thin(d)), key=lambda d: -len(d.sentences))[:_MOST_HOSTS]
    if not hosts:
        return drafts
    grown = {id(host): host for host in hosts}
    left: list[Draft] = []
    for draft in drafts:
        if id(draft) in grown:
            continue
        home = _home(draft, list(grown.items()), sentences) if len(draft.sentences) <= _FEW else None
        if home is None:
            left.append(draft)
        else:
            grown[home[0]] = home[1]
    return [*grown.values(), *left]


def _without_repeated(drafts: Sequence[Draft], sentences: Sequence[str]) -> list[Draft]:
    """Leave out small drafts whose sentences a larger one makes as it is: nothing in them is odd or new."""
    kept = sorted((d for d in drafts if len(d.holes) > 1), key=lambda d: -len(d.sentences))[:_MOST_HOSTS]
    patterns = [re.compile(_pattern(host.parts, None)) for host in kept]
    hosts = set(map(id, kept))
    left: list[Draft] = []
    for draft in (d for d in drafts if id(d) not in hosts):
        texts = {number: sentences[number] for number in draft.sentences} if len(draft.sentences) <= _FEW else {}
        for place, pattern in enumerate(patterns):
            found = [pattern.fullmatch(text) for text in texts.values()]
            if found and all(match is not None and _distinct(kept[place], match) for match in found):
                kept[place] = replace(kept[place], sentences=kept[place].sentences | set(texts))
                break
        else:
            left.append(draft)
    return [*kept, *left]


def _is_thin(draft: Draft) -> bool:
    if len(draft.holes) < 2 or len(draft.sentences) <= _FEW:
        return False
    unseen = 1 - len(draft.sentences) / draft.combinations
    most = max(len(hole.values) for hole in draft.holes)
    return unseen > _UNSEEN_SHARE and len(draft.sentences) / most < _THIN


def _home(draft: Draft, hosts: Sequence[tuple[int, Draft]], sentences: Sequence[str]) -> tuple[int, Draft] | None:
    """The first host that can make all sentences of a draft, with the values it needs for that."""
    for key, host in hosts:
        grown: Draft | None = host
        for number in sorted(draft.sentences):
            grown = _with(grown, number, sentences[number]) if grown is not None else None
        if grown is not None:
            return key, grown
    return None


def _with(host: Draft, number: int, sentence: str) -> Draft | None:
    for new in (None, *host.holes):
        found = re.fullmatch(_pattern(host.parts, new), sentence)
        if found is not None and _distinct(host, found):
            parts = host.parts if new is None else _added(host.parts, new, found["new"])
            return Draft(parts, host.sentences | {number}, sampled=True)
    return None


def _pattern(parts: Sequence[Part], new: Hole | None) -> str:
    pieces: list[str] = []
    seen: set[int] = set()
    for part in parts:
        if isinstance(part, str):
            pieces.append(re.escape(part))
            continue
        name = "new" if new is not None and part.link == new.link else f"hole{part.link}"
        if part.link in seen:
            pieces.append(f"(?P={name})")
        elif name == "new":
            pieces.append(r"(?P<new>[^\s.,;!?](?:.{0,38}[^\s.,;!?])?)")
        else:
            pieces.append(f"(?P<{name}>{'|'.join(map(re.escape, part.values))})")
        seen.add(part.link)
    return "".join(pieces)


def _distinct(host: Draft, found: re.Match[str]) -> bool:
    values: dict[int, list[str]] = {}
    groups = found.groupdict()
    for hole in host.holes:
        if hole.family:
            values.setdefault(hole.family, []).append(groups.get(f"hole{hole.link}") or groups["new"])
    return all(len(set(taken)) == len(taken) for taken in values.values())


def _added(parts: Sequence[Part], new: Hole, value: str) -> tuple[Part, ...]:
    """The parts with a value more in a hole and in those that share its lexicon."""
    return tuple(
        replace(part, values=(*part.values, value))
        if isinstance(part, Hole) and (part.link == new.link or (new.family and part.family == new.family))
        else part
        for part in parts
    )
