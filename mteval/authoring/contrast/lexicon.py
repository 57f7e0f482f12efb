"""The sense lexicon of a build: from counted links to words with at least two senses, each step counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path

from mteval.authoring.contrast.senses import (
    AmbiguousWord,
    SenseCluster,
    Similarity,
    Translations,
    candidate_words,
    merge_derived,
    refine,
    sense_groups,
    with_forms,
)
from mteval.authoring.contrast.settings import SenseSettings
from mteval.core.errors import MtevalError
from mteval.core.protocols import SenseInventory
from mteval.lexical.sense_tables import LANGUAGES, read_sense_table
from mteval.text.numbers import whole_number

BATCH = 1000


@dataclass(frozen=True, slots=True)
class SenseLexicon:
    """Words with several senses after refinement, all groups before it, and how many words each step left."""

    words: tuple[AmbiguousWord, ...]
    before: tuple[AmbiguousWord, ...]
    steps: dict[str, int] = field(default_factory=dict)


def make_lexicon(
    rows: Iterable[tuple[str, str, int]],
    inventory: SenseInventory,
    lemma: Callable[[str], str],
    similarity: Similarity | None,
    settings: SenseSettings,
    forms_of: Callable[[Set[str]], Mapping[str, Mapping[str, int]]] = lambda _: {},
) -> SenseLexicon:
    """Find ambiguous words and split their senses; `forms_of` says in which forms target lemmas were seen."""
    steps = {"linked source words": 0}
    before: list[AmbiguousWord] = []
    aligned = known = grouped = 0
    for batch in _batches(candidate_words(_counted(rows, steps), settings)):
        aligned += len(batch)
        senses = inventory.senses([word for word, _ in batch])
        known += len(senses)
        found = [
            sense_groups(word, counts, senses[word], lemma, settings.overlap)
            for word, counts in batch
            if word in senses
        ]
        found = [merge_derived(word) for word in found] if settings.derived else found
        grouped += sum(bool(word.senses) for word in found)
        before.extend(word for word in found if len(word.senses) > 1)
    forms = forms_of({target for word in before for sense in word.senses for target in sense.words})
    before = [with_forms(word, forms) for word in before] if forms else before
    merged = [refine(word, similarity, settings.threshold) for word in before] if similarity else before
    words = tuple(word for word in merged if len(word.senses) > 1)
    steps |= {
        f"with {settings.min_targets} translations linked {settings.min_links} times": aligned,
        "known to the inventory": known,
        "with a translation the inventory has": grouped,
        "with two senses": len(before),
        "with two senses after merging similar ones": len(words),
    }
    if not words:
        told = "; ".join(f"{name}: {number}" for name, number in steps.items())
        raise MtevalError(
            f"No ambiguous word is left. Words kept by each step: {told}. Give more text, lower --min-links, or check that the "
            "inventory has the languages of the corpus."
        )
    return SenseLexicon(words, tuple(before), steps)


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


HEADER = "word\tsense\ttarget words\tpart of speech\tcounts\tsense ids\tsource synonyms\tforms seen"


def table_lines(words: Sequence[AmbiguousWord], languages: tuple[str, str]) -> Iterator[str]:
    """The lexicon as a readable table, which `tsv:FILE` reads again as an inventory."""
    yield f"{LANGUAGES} {languages[0]}-{languages[1]}"
    yield HEADER
    for word in words:
        for sense in word.senses:
            parts = "".join(sorted(set("".join(sense.parts))))
            counts = "|".join(map(str, sense.counts))
            columns = (word.word, sense.label, "|".join(sense.words), parts, counts, "|".join(sense.ids))
            yield "\t".join((*columns, "|".join(sense.synonyms), "|".join(map(" ".join, sense.forms))))


def read_words(path: Path) -> list[AmbiguousWord]:
    """Words and senses from a table that `table_lines` wrote, or from any table of senses."""
    from mteval.text.lines import read_lines

    extra: dict[tuple[str, str], list[str]] = {}
    if not path.name.endswith((".json", ".json.gz")):
        for line in read_lines(path).lines:
            columns = line.split("\t")
            if len(columns) >= 8:
                extra[columns[0], columns[1]] = columns
    found: dict[str, list[SenseCluster]] = {}
    for row in read_sense_table(path).rows:
        columns = extra.get((row.word, row.sense), [""] * 8)
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
            )
        )
    return [AmbiguousWord(word, tuple(senses)) for word, senses in found.items()]
