"""Defects of sense-choice sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from mteval.core.evidence import Outcome
from mteval.core.queries import Translation
from mteval.core.records import SenseItem
from mteval.core.results import Finding
from mteval.families._sense_choice.judging import Procedure, judge_translations, outcome
from mteval.lexical.word_presence import word_in_sentence

Items = Sequence[SenseItem]


def basic_findings(items: Items, ids: Sequence[str]) -> Iterator[Finding]:
    """What a score over the set must tell: words that are right and wrong at once, and items counted twice."""
    shared = [place for place, item in enumerate(items) if _overlap(item)]
    message = "items list a word as right and as wrong at once; such a word makes the item negative."
    yield from _finding("positive-negative-overlap", message, shared, ids)
    message = "items repeat an earlier one (same source, word and right words) and count twice."
    yield from _finding("duplicate-item", message, repeated(items), ids)


def deeper_findings(items: Items, ids: Sequence[str], procedure: Procedure) -> Iterator[Finding]:
    """What only linting looks for: sources without the word, references that the procedure does not find right."""
    language = procedure.source_language
    missing = [place for place, item in enumerate(items) if not word_in_sentence(item.word, item.source, language)]
    yield from _finding("source-word-missing", "sources do not seem to hold the ambiguous word.", missing, ids)
    known = [place for place, item in enumerate(items) if item.reference]
    translations = [Translation(items[place].reference or "") for place in known]
    plain = replace(procedure, aligned=False)
    judged = judge_translations([items[place] for place in known], translations, plain)
    for wanted, code, message in (
        (Outcome.FAILED, "reference-negative", "references hold a word of a wrong sense."),
        (
            Outcome.UNDECIDED,
            "reference-unknown",
            "references hold no listed word as it stands (inflected, or another word).",
        ),
    ):
        places = [place for place, (found, _) in zip(known, judged, strict=True) if outcome(found) is wanted]
        yield from _finding(code, message, places, ids)


def clean(items: Items) -> tuple[tuple[SenseItem, ...], Mapping[str, int]]:
    """Leave out repeated items, and the words that are listed on both sides; an item left without words goes too."""
    twice = set(repeated(items))
    removed: Counter[str] = Counter({"duplicate-item": len(twice)} if twice else {})
    kept = []
    for place, item in enumerate(items):
        if place in twice:
            continue
        shared = _overlap(item)
        removed["positive-negative-overlap"] += len(shared)
        positive = tuple(word for word in item.positive if word not in shared)
        negative = [(word, place) for place, word in enumerate(item.negative) if word not in shared]
        distances = tuple(item.distances[place] for _, place in negative) if item.distances else ()
        if positive and negative:
            words = tuple(word for word, _ in negative)
            kept.append(replace(item, positive=positive, negative=words, distances=distances))
        else:
            removed["item-without-words"] += 1
    return tuple(kept), +removed


def repeated(items: Items) -> list[int]:
    """Places of items that an earlier item has already."""
    seen: set[tuple[str, str, tuple[str, ...]]] = set()
    places = []
    for place, item in enumerate(items):
        key = (" ".join(item.source.split()), item.word, item.positive)
        if key in seen:
            places.append(place)
        seen.add(key)
    return places


def _overlap(item: SenseItem) -> set[str]:
    return set(item.positive) & set(item.negative)


def _finding(code: str, message: str, places: Sequence[int], ids: Sequence[str]) -> Iterator[Finding]:
    if places:
        yield Finding(code, f"{len(places)} {message}", len(places), tuple(ids[place] for place in places))
