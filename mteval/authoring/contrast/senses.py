"""Ambiguous words and their senses: aligned translations that an inventory knows, grouped by sense."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter

from mteval.authoring.contrast.settings import SenseSettings
from mteval.core.records import InventorySense

Translations = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Sense:
    """Target words that express one sense, the most frequent first, with how often each was linked.

    `parts` has the parts of speech the inventory knows each target word in; `synonyms` are other source words that have the
    sense.
    """

    words: tuple[str, ...]
    counts: tuple[int, ...]
    ids: tuple[str, ...]
    parts: tuple[str, ...]
    synonyms: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The target words joined by `_`, as MuCoW names senses."""
        return "_".join(self.words)

    @property
    def frequency(self) -> int:
        """How often any of the words was linked."""
        return sum(self.counts)


@dataclass(frozen=True, slots=True)
class AmbiguousWord:
    """A source word and its senses, the most frequent first."""

    word: str
    senses: tuple[Sense, ...]


def candidate_words(
    rows: Iterable[tuple[str, str, int]], settings: SenseSettings
) -> Iterator[tuple[str, Translations]]:
    """Source words with enough translations that were linked often enough; `rows` are sorted by source word."""
    for word, group in groupby(rows, key=itemgetter(0)):
        counts = {target: number for _, target, number in group}
        least = max(settings.min_links, settings.min_share * sum(counts.values()))
        kept = {target: number for target, number in counts.items() if number >= least}
        if len(kept) >= settings.min_targets:
            yield word, kept


def sense_groups(
    word: str, translations: Translations, senses: Sequence[InventorySense], lemma: Callable[[str], str]
) -> AmbiguousWord:
    """Intersect translations with the inventory's senses, and merge senses that share a target word."""
    groups: list[dict[str, set[str]]] = []
    for sense in senses:
        known = {form for target in sense.targets for form in (target.lower(), lemma(target))}
        found = known & translations.keys()
        if found:
            others = {one.lower() for one in sense.sources} - {word}
            groups.append(
                {"words": found, "ids": {sense.id}, "synonyms": others, **{one: {sense.pos} for one in found}}
            )
    return AmbiguousWord(word, tuple(_ordered(map(_sense_of(translations), _merge_sharing(groups)))))


def _merge_sharing(groups: Iterable[dict[str, set[str]]]) -> list[dict[str, set[str]]]:
    merged: list[dict[str, set[str]]] = []
    for group in groups:
        for other in [one for one in merged if one["words"] & group["words"]]:
            merged.remove(other)
            keys = group.keys() | other.keys()
            group = {key: group.get(key, set()) | other.get(key, set()) for key in keys}  # noqa: PLW2901
        merged.append(group)
    return merged


def _sense_of(translations: Translations) -> Callable[[dict[str, set[str]]], Sense]:
    def sense(group: dict[str, set[str]]) -> Sense:
        words = sorted(group["words"], key=lambda word: (-translations[word], word))
        return Sense(
            words=tuple(words),
            counts=tuple(translations[word] for word in words),
            ids=tuple(sorted(group["ids"])),
            parts=tuple("".join(sorted(group[word])) for word in words),
            synonyms=tuple(sorted(group["synonyms"])),
        )

    return sense


def _ordered(senses: Iterable[Sense]) -> list[Sense]:
    return sorted(senses, key=lambda sense: (-sense.frequency, sense.label))


def merge_senses(one: Sense, other: Sense) -> Sense:
    """Two senses as one."""
    rows = zip((*one.words, *other.words), (*one.counts, *other.counts), (*one.parts, *other.parts), strict=True)
    words, counts, parts = zip(*sorted(rows, key=lambda row: (-row[1], row[0])), strict=True)
    ids = tuple(sorted({*one.ids, *other.ids}))
    return Sense(words, counts, ids, parts, tuple(sorted({*one.synonyms, *other.synonyms})))


Similarity = Callable[[Sense, Sense], float | None]


def refine(word: AmbiguousWord, similarity: Similarity, threshold: float) -> AmbiguousWord:
    """Merge the two most similar senses as long as their cosine exceeds the threshold."""
    senses = list(word.senses)
    while len(senses) > 1:
        pairs = [(similarity(a, b), i, j) for i, a in enumerate(senses) for j, b in enumerate(senses) if i < j]
        known = [(value, -i, -j) for value, i, j in pairs if value is not None]
        if not known or max(known)[0] <= threshold:
            break
        _, i, j = max(known)
        merged = merge_senses(senses[-i], senses[-j])
        senses = [*(sense for place, sense in enumerate(senses) if place not in (-i, -j)), merged]
    return replace(word, senses=tuple(_ordered(senses)))


def kept_per_step(steps: Sequence[tuple[str, Iterable[str]]]) -> Counter[str]:
    """How many distinct words each step left."""
    return Counter({name: len(set(words)) for name, words in steps})
