"""The sense lexicon of a build: from counted links to words with at least two senses, each step counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from pathlib import Path

from mteval.authoring.contrast.inventories import Inventory
from mteval.authoring.contrast.senses import (
    AmbiguousWord,
    SenseCluster,
    Similarity,
    Translations,
    candidate_words,
    merge_derived,
    refine,
    sense_groups,
    unlinked_groups,
    with_akin,
    with_forms,
    without,
)
from mteval.authoring.contrast.settings import SenseSettings
from mteval.authoring.contrast.shared_sources import Alike, SharedSources, SourceLikeness
from mteval.core.errors import MtevalError
from mteval.core.protocols import TranslatesBack
from mteval.core.records import InventorySense
from mteval.lexical.sense_tables import LANGUAGES, read_sense_table
from mteval.text.numbers import whole_number

BATCH = 1000
# A word of a sense that no link shows may have been linked so often, by an error of the aligner.
MOST_LINKS = 1


@dataclass(frozen=True, slots=True)
class SenseLexicon:
    """Words with several senses after refinement, all groups before it, and how many words each step left."""

    words: tuple[AmbiguousWord, ...]
    before: tuple[AmbiguousWord, ...]
    steps: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CorpusKnowledge:
    """What is known of words outside the inventory.

    The counted tables say which forms target lemmas were seen in and which source words were linked to them; `alike` is the
    cosine of two source words, where there are vectors.
    """

    forms: Callable[[Set[str]], Mapping[str, Mapping[str, int]]] = lambda _: {}
    sources: Callable[[Set[str]], Mapping[str, Mapping[str, int]]] = lambda _: {}
    alike: Alike | None = None


def make_lexicon(
    rows: Iterable[tuple[str, str, int]],
    inventory: Inventory,
    lemma: Callable[[str], str],
    similarity: Similarity | None,
    settings: SenseSettings,
    corpus: CorpusKnowledge | None = None,
) -> SenseLexicon:
    """Find ambiguous words and split their senses."""
    corpus = corpus or CorpusKnowledge()
    steps = {"linked source words": 0}
    found: list[_GroupedWord] = []
    aligned = known = grouped = 0
    for batch in _batches(candidate_words(_counted(rows, steps), settings)):
        aligned += len(batch)
        senses = inventory.senses([word for word, _ in batch])
        known += len(senses)
        groups = [_grouped(word, counts, senses[word], lemma, settings) for word, counts in batch if word in senses]
        grouped += sum(bool(word.linked.senses) for word in groups)
        found.extend(word for word in groups if len(word.linked.senses) + len(word.unlinked.senses) > 1)
    found = _with_knowledge(found, corpus, settings)
    before = [word.linked for word in found if len(word.linked.senses) > 1]
    several = [word for word in found if len(word.linked.senses) + len(word.unlinked.senses) > 1]
    words = _distinct(several, similarity, settings, corpus)
    if settings.akin and isinstance(inventory, TranslatesBack):
        words = tuple(with_akin(word, inventory.translated_back) for word in words)
    steps |= {
        f"with {1 if settings.unlinked else settings.min_targets} translations linked {settings.min_links} times": aligned,
        "known to the inventory": known,
        "with a translation the inventory has": grouped,
        "with two senses": len(before),
        **(
            {f"with a sense no link shows, of words seen {settings.unlinked} times": len(several)}
            if settings.unlinked
            else {}
        ),
        "with two senses after merging similar ones": len(words),
        "dropped, one sense being left after merging": len(several) - len(words),
    }
    if not words:
        told = "; ".join(f"{name}: {number}" for name, number in steps.items())
        raise MtevalError(
            f"No ambiguous word is left. Words kept by each step: {told}. Give more text, lower --min-links, or check that the "
            "inventory has the languages of the corpus."
        )
    return SenseLexicon(words, tuple(before), steps)


@dataclass(frozen=True, slots=True)
class _GroupedWord:
    """A word with the senses that links show, and those only the inventory knows."""

    linked: AmbiguousWord
    unlinked: AmbiguousWord


def _grouped(
    word: str,
    counts: Translations,
    senses: Sequence[InventorySense],
    lemma: Callable[[str], str],
    settings: SenseSettings,
) -> _GroupedWord:
    wanted = set(settings.parts)
    senses = [sense for sense in senses if not wanted or not sense.pos or wanted & set(sense.pos)]
    linked = sense_groups(word, counts, senses, lemma, settings.overlap)
    linked = merge_derived(linked) if settings.derived else linked
    return _GroupedWord(
        linked,
        unlinked_groups(linked, senses, lemma) if settings.unlinked and linked.senses else AmbiguousWord(word, ()),
    )


def _with_knowledge(
    words: Sequence[_GroupedWord], corpus: CorpusKnowledge, settings: SenseSettings
) -> list[_GroupedWord]:
    """The words with the forms the text has, and only those target words that its links bear out.

    Of senses no link shows, these are words that it has often and nearly never links.
    """
    unlinked = {target for word in words for sense in word.unlinked.senses for target in sense.words}
    linked = {target for word in words for sense in word.linked.senses for target in sense.words}
    forms = corpus.forms(unlinked | linked)
    sources = corpus.sources(unlinked | linked) if unlinked or settings.min_back else {}
    found = []
    for word in words:

        def rare(target: str, source: str = word.linked.word) -> bool:
            back = sources.get(target, {})
            return bool(back) and back.get(source, 0) < settings.min_back * sum(back.values())

        def refused(target: str, source: str = word.linked.word) -> bool:
            seen = sum(forms.get(target, {}).values())
            return seen < settings.unlinked or sources.get(target, {}).get(source, 0) > MOST_LINKS

        parts = (_only(word.linked, rare), _only(word.unlinked, refused))
        found.append(_GroupedWord(*(with_forms(part, forms) if forms else part for part in parts)))
    return [word for word in found if word.linked.senses]


def _only(word: AmbiguousWord, refused: Callable[[str], bool]) -> AmbiguousWord:
    """The word without target words that are refused, and without senses that have no other."""
    return replace(word, senses=tuple(one for sense in word.senses if (one := without(sense, refused)) is not None))


def _distinct(
    words: Sequence[_GroupedWord], similarity: Similarity | None, settings: SenseSettings, corpus: CorpusKnowledge
) -> tuple[AmbiguousWord, ...]:
    """Words with several senses that no evidence makes one: links back to the same source words, vectors."""
    targets = {
        target for word in words for part in (word.linked, word.unlinked) for one in part.senses for target in one.words
    }
    sources = corpus.sources(targets) if settings.shared_sources <= 1 or settings.unlinked else {}
    evidence = _Evidence(settings, similarity, sources, corpus.alike)
    found = []
    for word in words:
        linked = evidence.merged(word.linked)
        others = [sense for sense in word.unlinked.senses if evidence.is_another(sense, linked)]
        found.append(replace(linked, senses=(*linked.senses, *others)))
    return tuple(word for word in found if len(word.senses) > 1)


@dataclass(frozen=True, slots=True)
class _Evidence:
    """What says that two senses are one: vectors, and the source words linked to each target word."""

    settings: SenseSettings
    similarity: Similarity | None
    sources: Mapping[str, Mapping[str, int]]
    alike: Alike | None = None

    def merged(self, word: AmbiguousWord) -> AmbiguousWord:
        """The word, senses that are one merged."""
        if self.settings.shared_sources <= 1:
            word = refine(word, SharedSources(word.word, self.sources), self.settings.shared_sources)
        return refine(word, self.similarity, self.settings.threshold) if self.similarity else word

    def is_another(self, sense: SenseCluster, word: AmbiguousWord) -> bool:
        """Whether a sense no link shows is certainly none of the linked ones; where vectors say nothing it is not."""
        shared = SharedSources(word.word, self.sources)
        if any((shared(sense, one) or 0.0) > self.settings.shared_sources for one in word.senses):
            return False
        if self.similarity is None:
            return True
        values = [self.similarity(sense, one) for one in word.senses]
        if self.alike is not None:
            values.append(SourceLikeness(word.word, self.sources, self.alike)(sense))
        return all(value is not None and value <= self.settings.unlinked_threshold for value in values)


def _counted(rows: Iterable[tuple[str, str, int]], steps: dict[str, int]) -> Iterator[tuple[str, str, int]]:
    last = None
    for row in rows:
        steps["linked source words"] += row[0] != last
        last = row[0]
        yield row


def _batches(words: Iterator[tuple[str, Translations]]) -> Iterator[list[tuple[str, Translations]]]:
    batch = []
    for word in words:
        batch.append(word)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


HEADER = "word\tsense\ttarget words\tpart of speech\tcounts\tsense ids\tsource synonyms\tforms seen\tinventory's target words"

# Tables of earlier versions end with the forms.
COLUMNS = 8


def table_lines(words: Sequence[AmbiguousWord], languages: tuple[str, str]) -> Iterator[str]:
    """The lexicon as a readable table, which `tsv:FILE` reads again as an inventory."""
    yield f"{LANGUAGES} {languages[0]}-{languages[1]}"
    yield HEADER
    for word in words:
        for sense in word.senses:
            parts = "".join(sorted(set("".join(sense.parts))))
            counts = "|".join(map(str, sense.counts))
            columns = (word.word, sense.label, "|".join(sense.words), parts, counts, "|".join(sense.ids))
            forms = "|".join(map(" ".join, sense.forms))
            yield "\t".join((*columns, "|".join(sense.synonyms), forms, "|".join(sense.lemmas)))


def read_words(path: Path) -> list[AmbiguousWord]:
    """Words and senses from a table that `table_lines` wrote, or from any table of senses."""
    from mteval.text.lines import read_lines

    extra: dict[tuple[str, str], list[str]] = {}
    if not path.name.endswith((".json", ".json.gz")):
        for line in read_lines(path).lines:
            columns = line.split("\t")
            if len(columns) >= COLUMNS:
                extra[columns[0], columns[1]] = columns
    found: dict[str, list[SenseCluster]] = {}
    for row in read_sense_table(path).rows:
        columns = [*extra.get((row.word, row.sense), [""] * COLUMNS), ""]
        forms = tuple(tuple(seen.split()) for seen in columns[7].split("|"))
        counts = tuple(count for number in columns[4].split("|") if (count := whole_number(number)) is not None)
        found.setdefault(row.word.lower(), []).append(
            SenseCluster(
                words=tuple(target.lower() for target in row.targets),
                counts=counts if len(counts) == len(row.targets) else (1,) * len(row.targets),
                ids=tuple(filter(None, columns[5].split("|"))) or (row.sense,),
                parts=(row.pos,) * len(row.targets),
                synonyms=tuple(filter(None, columns[6].split("|"))),
                forms=forms if any(forms) and len(forms) == len(row.targets) else (),
                lemmas=tuple(filter(None, columns[8].split("|"))),
            )
        )
    return [AmbiguousWord(word, tuple(senses)) for word, senses in found.items()]
