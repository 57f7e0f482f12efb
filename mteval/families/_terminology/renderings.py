"""How a source term was translated where none of its listed translations was found, and whether always alike.

Without word alignment, a rendering is guessed by association: the lemma that stands in most translations of the segments with
the term and in few others (Dice's coefficient). What no lemma explains is a rendering of its own each time.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

LEAST_DICE = 0.3
SHORTEST = 3


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A source term in one segment of a document: its listed rendering if found, and the lemmas of the translation."""

    document: str
    term: str
    segment: int
    found: str
    lemmas: frozenset[str]


def renderings(occurrences: Sequence[Occurrence]) -> list[str]:
    """How each occurrence was translated: the listed term found, else a guess, else "" where nothing repeats."""
    segments = {one.segment: one.lemmas for one in occurrences}
    frequency = Counter(lemma for lemmas in segments.values() for lemma in lemmas)
    by_term: dict[str, list[int]] = defaultdict(list)
    for place, one in enumerate(occurrences):
        by_term[one.term].append(place)
    guessed = [one.found for one in occurrences]
    for places in by_term.values():
        open_places = [place for place in places if not occurrences[place].found]
        for place, lemma in _guesses(open_places, occurrences, frequency).items():
            guessed[place] = lemma
    return guessed


def agreement(occurrences: Sequence[Occurrence], rendered: Sequence[str]) -> list[bool | None]:
    """Whether each occurrence has its document's most frequent rendering of the term; None for a term met once.

    Of several renderings equally frequent the one met first counts, so that two different ones of two agree by half.
    """
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for place, one in enumerate(occurrences):
        groups[one.document, one.term].append(place)
    agrees: list[bool | None] = [None] * len(occurrences)
    for places in groups.values():
        if len(places) < 2:
            continue
        # An unknown rendering agrees with no other, so it gets a name of its own.
        names = [rendered[place] or f"\0{place}" for place in places]
        most = Counter(names).most_common(1)[0][0]
        for place, name in zip(places, names, strict=True):
            agrees[place] = name == most
    return agrees


def _guesses(places: list[int], occurrences: Sequence[Occurrence], frequency: Counter[str]) -> dict[int, str]:
    """A rendering for every occurrence that shares one with another, the best associated lemma first."""
    guessed: dict[int, str] = {}
    while len(places) > 1:
        together = Counter(lemma for place in places for lemma in occurrences[place].lemmas if len(lemma) >= SHORTEST)
        ranked = [
            (2 * count / (len(places) + frequency[lemma]), count, lemma)
            for lemma, count in together.items()
            if count > 1
        ]
        dice, _, lemma = max(ranked, default=(0.0, 0, ""))
        if dice < LEAST_DICE:
            break
        chosen = [place for place in places if lemma in occurrences[place].lemmas]
        guessed |= dict.fromkeys(chosen, lemma)
        places = [place for place in places if place not in guessed]
    return guessed
