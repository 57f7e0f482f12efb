"""Sentences that may become items: found shard by shard, the pool of each sense drawn by a seeded hash."""

from __future__ import annotations

import heapq
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

from mteval.authoring.contrast.counting import CountingPlan, aligned_records, checked_links
from mteval.authoring.contrast.cutting import is_word
from mteval.authoring.contrast.merging import merge_in_rounds
from mteval.authoring.contrast.sentences import both_sides, forms_of
from mteval.authoring.contrast.settings import SentenceSettings
from mteval.authoring.contrast.shards import Record
from mteval.storage.digests import draw_key
from mteval.text.streaming import stream_lines
from mteval.text.writing import write_text

Lexicon = dict[str, dict[str, int]]  # source word -> target word -> number of the sense
POOLS = "candidates.jsonl"
UNLINKED = -1
"""The number of a sense that only the inventory knows: its words give contrasts, never references."""


@dataclass(frozen=True, slots=True)
class CandidateSentence:
    """A sentence pair with an ambiguous word, and where everything stands; `places` are token numbers."""

    word: str
    variant: str
    sense: int
    corpus: str
    draw: str
    line: int
    source: str
    target: str
    lemma: str
    places: tuple[int, int]
    spans: tuple[tuple[int, int], tuple[int, int]]
    tags: tuple[str, str] = ("", "")

    @classmethod
    def of(cls, text: str) -> CandidateSentence:
        """What `text` made."""
        raw = json.loads(text)
        one, other = raw.pop("spans")
        pairs: dict[str, Any] = {key: tuple(raw.pop(key)) for key in ("places", "tags")}
        return cls(**raw, **pairs, spans=(tuple(one), tuple(other)))

    def text(self) -> str:
        """The candidate as one line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @property
    def order(self) -> tuple[str, str, int, str, str]:
        """What candidates are sorted by."""
        return self.word, self.variant, self.sense, self.corpus, self.draw


@dataclass(frozen=True, slots=True)
class SelectionPlan:
    """What the search of every shard shares; `lexicon` and `training` are files, read once in each process."""

    counting: CountingPlan
    sentences: SentenceSettings
    variants: tuple[str, ...]
    corpora: tuple[str, ...]
    lexicon: Path
    training: Path


def write_training_hashes(paths: Sequence[Path], output: Path) -> None:
    """Hashes of the sentences that systems were trained on; eight bytes each."""
    hashes = (_hash(line) for path in paths for line in stream_lines(path))
    output.parent.mkdir(parents=True, exist_ok=True)
    np.unique(np.fromiter(hashes, dtype=np.uint64)).tofile(output)


def _hash(sentence: str) -> int:
    flat = " ".join(sentence.lower().split())
    return int.from_bytes(draw_key(flat), "little")


@lru_cache(maxsize=2)
def _read_lexicon(path: Path) -> Lexicon:
    found: Lexicon = json.loads(path.read_text(encoding="utf-8"))
    return found


class Selector:
    """Looks through the records of one shard."""

    def __init__(self, plan: SelectionPlan) -> None:
        self.plan = plan
        self.sides = both_sides(plan.counting.text)
        self.lexicon = _read_lexicon(plan.lexicon)
        self.training = np.fromfile(plan.training, dtype=np.uint64)
        self.refused: Counter[str] = Counter()
        self.pools: dict[tuple[str, str, int, str], list[tuple[str, int, CandidateSentence]]] = {}

    def look(self, record: Record, line: str) -> None:
        """Put every ambiguous word of a pair that qualifies into the pool of its sense."""
        sources, targets = forms_of(record, self.sides)
        lemmas = self.sides[0].lemmas(sources, record.source_analysis)
        if not any(lemma in self.lexicon for lemma in lemmas):
            return
        links = checked_links(record, line, (len(sources), len(targets)), self.plan.counting)
        others = self.sides[1].lemmas(targets, record.target_analysis)
        for one, other in links:
            sense = self.lexicon.get(lemmas[one], {}).get(others[other])
            if sense is not None and sense != UNLINKED:
                reason = self._ambiguous(lemmas, others, one, other)
                if reason:
                    self.refused[reason] += 1
                else:
                    self._offer(record, sources, (lemmas[one], others[other], sense), (one, other))

    def _ambiguous(self, lemmas: Sequence[str], others: Sequence[str], one: int, other: int) -> str:
        if lemmas.count(lemmas[one]) > 1:
            return "source-word-repeated"
        if others.count(others[other]) > 1:
            return "target-word-repeated"
        rivals = self.lexicon[lemmas[one]]
        if any(lemma in rivals for place, lemma in enumerate(others) if place != other):
            return "other-translation-in-target"
        return ""

    def _offer(
        self, record: Record, sources: Sequence[str], found: tuple[str, str, int], places: tuple[int, int]
    ) -> None:
        word, lemma, sense = found
        spans = [
            self.sides[0].spans(record.source, record.source_analysis),
            self.sides[1].spans(record.target, record.target_analysis),
        ]
        if spans[0] is None or spans[1] is None:
            self.refused["tags-do-not-fit-the-text"] += 1
            return
        corpus = self.plan.corpora[record.corpus]
        key = f"{self.plan.sentences.seed}\t{word}\t{record.source}\t{record.target}"
        draw = draw_key(key).hex()
        for variant in self.plan.variants:
            reason = self._unfit(variant, corpus, record, sources)
            if reason:
                self.refused[f"{variant}: {reason}"] += 1
                continue
            candidate = CandidateSentence(
                word, variant, sense, corpus, draw, record.line, record.source, record.target, lemma, places,
                (spans[0][places[0]], spans[1][places[1]]), _given_tags(record, places),
            )  # fmt: skip
            self._push(candidate, record.corpus)

    def _unfit(self, variant: str, corpus: str, record: Record, sources: Sequence[str]) -> str:
        sentences = self.plan.sentences
        if variant == "scoring":
            words = sum(any(letter.isalnum() for letter in token) for token in sources)
            return "" if words > sentences.longer_than else "too-short"
        if corpus in sentences.training:
            return "training-corpus"
        if len(self.training) and _among(self.training, _hash(record.source)):
            return "training-text"
        return ""

    def _push(self, candidate: CandidateSentence, corpus: int) -> None:
        """Keep the candidates with the smallest hashes: the same ones however the corpus is cut into shards."""
        pool = self.pools.setdefault(candidate.order[:4], [])
        size = self.plan.sentences.pool
        # The heap is turned round, so that its first entry is the largest hash, the next to go.
        entry = (_reversed(candidate.draw), -(corpus << 40 | candidate.line), candidate)
        if any(known[0] == entry[0] for known in pool):
            self.refused[f"{candidate.variant}: duplicate"] += 1
        elif len(pool) < size:
            heapq.heappush(pool, entry)
        else:
            heapq.heappushpop(pool, entry)
            self.refused[f"{candidate.variant}: not-drawn"] += 1


def _reversed(draw: str) -> str:
    return f"{(1 << 64) - 1 - int(draw, 16):016x}"


def _among(hashes: Any, value: int) -> bool:
    place = int(np.searchsorted(hashes, np.uint64(value)))
    return place < len(hashes) and int(hashes[place]) == value


def _given_tags(record: Record, places: tuple[int, int]) -> tuple[str, str]:
    from mteval.authoring.contrast.analyses import Analysis

    sides = zip((record.source_analysis, record.target_analysis), places, strict=True)
    one, other = (Analysis.unpack(text).tags[place] if text else "" for text, place in sides)
    return one, other


def select_shard(shard: Path, output: Path, plan: SelectionPlan) -> dict[str, Any]:
    """Write the pools of one shard, sorted."""
    selector = Selector(plan)
    pairs = 0
    for record, line in aligned_records(shard, plan.counting):
        pairs += 1
        selector.look(record, line)
    found = sorted((entry[2] for pool in selector.pools.values() for entry in pool), key=lambda one: one.order)
    write_text(output.with_suffix(f".{POOLS}"), "".join(f"{candidate.text()}\n" for candidate in found))
    return {"pairs": pairs, "candidates": len(found), "refused": selector.refused}


def merged_candidates(paths: Sequence[Path]) -> Iterator[tuple[str, list[CandidateSentence]]]:
    """All candidates of one word after another, from the sorted pools of every shard."""
    for word, group in groupby(merge_in_rounds(paths, _merge, CandidateSentence.text), key=lambda one: one.word):
        yield word, list(group)


def _merge(paths: Sequence[Path]) -> Iterator[CandidateSentence]:
    with ExitStack() as stack:
        files = [stack.enter_context(path.open(encoding="utf-8", newline="\n")) for path in paths]
        yield from heapq.merge(*(map(CandidateSentence.of, file) for file in files), key=lambda one: one.order)


def words_only(tokens: Sequence[str]) -> frozenset[str]:
    """The words of a sentence, for likeness."""
    return frozenset(token.lower() for token in tokens if is_word(token))
