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
    sense, `lemmas` all target words the inventory gives it, whether the text has them or not; `forms` are those each target
    word was seen in, the most frequent first, or nothing; `akin` are words of other senses that may stand for its own after all.
    """

    words: tuple[str, ...]
    counts: tuple[int, ...]
    ids: tuple[str, ...]
    parts: tuple[str, ...]
    synonyms: tuple[str, ...] = ()
    forms: tuple[tuple[str, ...], ...] = ()
    lemmas: tuple[str, ...] = ()
    akin: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The target words joined by `_`, as MuCoW names senses."""
        return "_".join(self.words)

    @property
    def frequency(self) -> int:
        """How often any of the words was linked; a sense only the inventory knows has nothing."""
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
        if len(kept) >= (1 if settings.unlinked else settings.min_targets):
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


def unlinked_groups(
    word: AmbiguousWord, senses: Sequence[InventorySense], lemma: Callable[[str], str]
) -> AmbiguousWord:
    """Senses of the inventory that share no word and no sense with a linked one, but a part of speech.

    Their words are no translations that the text has, so each counts nothing.
    """
    linked = {key for sense in word.senses for key in sense.ids}
    taken = {target for sense in word.senses for target in sense.words}
    taken |= {form for sense in senses if sense.id in linked for form in _spellings(sense, lemma)}
    parts = set("".join(part for sense in word.senses for part in sense.parts))
    free = [
        sense
        for sense in senses
        if set(sense.pos) & parts and sense.id not in linked and not taken & _spellings(sense, lemma)
    ]
    counts = {form: 0 for sense in free for form in map(str.lower, sense.targets) if form.isalpha()}
    return sense_groups(word.word, counts, free, str.lower)


def _spellings(sense: InventorySense, lemma: Callable[[str], str]) -> set[str]:
    return {form for target in sense.targets for form in (target.lower(), lemma(target.lower()))}


def without(sense: SenseCluster, refused: Callable[[str], bool]) -> SenseCluster | None:
    """The sense without the words that are refused; None where no word is left."""
    kept = [place for place, target in enumerate(sense.words) if not refused(target)]
    columns = {name: getattr(sense, name) for name in ("words", "counts", "parts", "forms")}
    chosen = {name: tuple(column[place] for place in kept) if column else () for name, column in columns.items()}
    return replace(sense, **chosen) if kept else None


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
        lemmas=tuple(sorted({one.lower() for sense in senses.values() for one in sense.targets})),
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
    synonyms, lemmas = (tuple(sorted({*first, *second})) for first, second in (
        (one.synonyms, other.synonyms), (one.lemmas, other.lemmas),
    ))  # fmt: skip
    return SenseCluster(words, counts, ids, parts, synonyms, forms, lemmas)


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


def with_akin(word: AmbiguousWord, back: Callable[[str], frozenset[str]]) -> AmbiguousWord:
    """The word, each sense with the words of others that some other source word is translated by as well."""

    def others_of(sense: SenseCluster) -> tuple[str, ...]:
        own = frozenset().union(*map(back, sense.words)) - {word.word}
        rivals = [target for other in word.senses if other is not sense for target in other.words]
        return tuple(target for target in rivals if own & back(target))

    return replace(word, senses=tuple(replace(sense, akin=others_of(sense)) for sense in word.senses))
