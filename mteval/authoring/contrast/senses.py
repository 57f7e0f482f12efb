"""Ambiguous words and their senses: aligned translations that an inventory knows, grouped by sense."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter

from mteval.authoring.contrast.settings import SenseSettings
from mteval.core.records import InventorySense

Translations = Mapping[str, int]
MOST_FORMS = 8


@dataclass(frozen=True, slots=True)
class SenseCluster:
    """Target words that express one sense, the most frequent first, with how often each was linked.

    `parts` has the parts of speech the inventory knows each target word in; `synonyms` are other source words that have the
    sense; `forms` are those each target word was seen in, the most frequent first, or nothing.
    """

    words: tuple[str, ...]
    counts: tuple[int, ...]
    ids: tuple[str, ...]
    parts: tuple[str, ...]
    synonyms: tuple[str, ...] = ()
    forms: tuple[tuple[str, ...], ...] = ()

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
    senses: tuple[SenseCluster, ...]


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
    word: str,
    translations: Translations,
    senses: Sequence[InventorySense],
    lemma: Callable[[str], str],
    overlap: float = 0.0,
) -> AmbiguousWord:
    """Intersect translations with the inventory's senses, and merge senses that share a target word.

    Where inventories are noisy, any one shared word may be an error; then two translations are taken together only if
    they have at least the share `overlap` of the senses of the rarer one in common.
    """
    held: dict[str, dict[str, InventorySense]] = {}
    for sense in senses:
        known = {form for target in sense.targets for form in (target.lower(), lemma(target.lower()))}
        for target in known & translations.keys():
            held.setdefault(target, {})[sense.id] = sense
    clusters: list[set[str]] = []
    for target in sorted(held):
        near = [one for one in clusters if any(_belong(held[target], held[other], overlap) for other in one)]
        clusters = [one for one in clusters if one not in near] + [{target}.union(*near)]
    return AmbiguousWord(word, tuple(_ordered(_sense_of(word, cluster, held, translations) for cluster in clusters)))


def _belong(one: Mapping[str, InventorySense], other: Mapping[str, InventorySense], overlap: float) -> bool:
    shared = len(one.keys() & other.keys())
    return shared > 0 and shared >= overlap * min(len(one), len(other))


def _sense_of(
    word: str, cluster: Iterable[str], held: Mapping[str, Mapping[str, InventorySense]], translations: Translations
) -> SenseCluster:
    words = sorted(cluster, key=lambda target: (-translations[target], target))
    senses = {key: sense for target in words for key, sense in held[target].items()}
    return SenseCluster(
        words=tuple(words),
        counts=tuple(translations[target] for target in words),
        ids=tuple(sorted(senses)),
        parts=tuple("".join(sorted({sense.pos for sense in held[target].values()})) for target in words),
        synonyms=tuple(sorted({one.lower() for sense in senses.values() for one in sense.sources} - {word})),
    )


def _ordered(senses: Iterable[SenseCluster]) -> list[SenseCluster]:
    return sorted(senses, key=lambda sense: (-sense.frequency, sense.label))


def merge_senses(one: SenseCluster, other: SenseCluster) -> SenseCluster:
    """Two senses as one."""
    columns = [
        (sense.words, sense.counts, sense.parts, sense.forms or ((),) * len(sense.words)) for sense in (one, other)
    ]
    rows = [row for sense in columns for row in zip(*sense, strict=True)]
    words, counts, parts, forms = zip(*sorted(rows, key=lambda row: (-row[1], row[0])), strict=True)
    ids = tuple(sorted({*one.ids, *other.ids}))
    return SenseCluster(words, counts, ids, parts, tuple(sorted({*one.synonyms, *other.synonyms})), forms)


def with_forms(word: AmbiguousWord, forms: Mapping[str, Mapping[str, int]]) -> AmbiguousWord:
    """The word with the forms its target words were seen in."""

    def of(target: str) -> tuple[str, ...]:
        seen = forms.get(target, {})
        return tuple(sorted(seen, key=lambda form: (-seen[form], form))[:MOST_FORMS])

    return replace(word, senses=tuple(replace(one, forms=tuple(map(of, one.words))) for one in word.senses))


def merge_derived(word: AmbiguousWord) -> AmbiguousWord:
    """Merge senses of different parts of speech whose words have one root (offre, offrir): one meaning, not two."""
    senses = list(word.senses)
    while True:
        places = range(len(senses))
        pairs = [(i, j) for i in places for j in places if i < j and _derived(senses[i], senses[j])]
        if not pairs:
            return replace(word, senses=tuple(_ordered(senses)))
        merged = merge_senses(*(senses[place] for place in pairs[0]))
        senses = [*(sense for place, sense in enumerate(senses) if place not in pairs[0]), merged]


def _derived(one: SenseCluster, other: SenseCluster) -> bool:
    return any(
        bool(parts and others) and not set(parts) & set(others) and _one_root(first, second)
        for first, parts in zip(one.words, one.parts, strict=True)
        for second, others in zip(other.words, other.parts, strict=True)
    )


def _one_root(one: str, other: str) -> bool:
    """Whether two words begin alike, accents aside: four letters at least, and three in five of the shorter word."""
    first, second = (unicodedata.normalize("NFD", word) for word in (one, other))
    letters = [[sign for sign in word if not unicodedata.combining(sign)] for word in (first, second)]
    shared = next((n for n, (a, b) in enumerate(zip(*letters, strict=False)) if a != b), min(map(len, letters)))
    return shared >= max(4, 0.6 * min(map(len, letters)))


Similarity = Callable[[SenseCluster, SenseCluster], float | None]


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
