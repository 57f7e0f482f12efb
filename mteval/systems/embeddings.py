"""Word vectors of two languages in one space, asked for translations by nearest neighbour, CSLS and the like.

Both sides are held in memory, as single precision: 200 000 words with 300 dimensions are 229 MiB a side, and loading and
retrieval take about three times that in all. Vectors that do not fit are refused before they are read; vocabulary=N loads the
first N words. MTEVAL_MAX_MEMORY (bytes, or as in 4G) limits what a run may take where the system does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import numpy as np

from mteval.core.errors import DataError, UsageError
from mteval.core.options import CHOICE, FILE, REAL, TRUTH, WHOLE, Option, OptionValues, read_options
from mteval.core.protocols import Options
from mteval.core.queries import Answer, Candidate, Query, Rank, RankedWords
from mteval.core.registry import systems
from mteval.core.results import Finding
from mteval.storage.digests import SHORT, parts_digest
from mteval.text.packed import is_input
from mteval.vectors.embeddings import Embeddings, load_vocabulary, unit_length
from mteval.vectors.expected_size import require_room
from mteval.vectors.missing_words import explain_no_overlap
from mteval.vectors.retrieval import RETRIEVALS, Question, Retrieval, RetrievalSettings, RetrievedWords, Space

_ONLY_FOR = {"csls_k": "csls", "approximate": "csls", "temperature": "invsoftmax"}


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    """What one convention sees of the two files."""

    source: dict[str, int]
    target: dict[str, int]
    target_words: tuple[str, ...]
    retrieval: Retrieval
    digest: str
    findings: tuple[Finding, ...]


@systems.register("embeddings")
class WordEmbeddings:
    """`embeddings:SRC.vec?target=TGT.vec`: vectors in one space, which are scaled to length one."""

    answers: ClassVar = (Rank,)
    options: ClassVar = (
        # Not signed: the digest of the vectors as they were read is, whatever file or form they came from.
        Option("target", FILE, None, "vectors of the target language", signed=False),
        Option("retrieval", CHOICE, "nn", "how the nearest words are found", choices=tuple(RETRIEVALS)),
        Option("vocabulary", WHOLE, None, "first N words, 0 for all (what the suite's convention says)", minimum=0),
        Option("csls_k", WHOLE, 10, "csls: neighbours that make a word's density", minimum=1),
        Option("approximate", TRUTH, False, "csls: faster, with densities from a clustered index"),
        Option("temperature", REAL, 1.0, "invsoftmax: temperature, above 0"),
    )

    def __init__(self, argument: str, options: Options) -> None:
        chosen = read_options(type(self).options, options, "the system backend 'embeddings'")
        if not argument or chosen["target"] is None:
            raise UsageError("Write embeddings:SOURCE.vec?target=TARGET.vec, with vectors in one space.")
        self._files = Path(argument), Path(chosen["target"])
        for path in self._files:
            if not is_input(path):
                raise DataError(path, "there is no such file of word vectors.")
        self._method: str = chosen["retrieval"]
        self._limit: int | None = chosen["vocabulary"]
        self._settings = _settings(chosen)
        # What the retrieval does not use has no place in a signature.
        self.chosen = chosen.settled(**{name: None for name, method in _ONLY_FOR.items() if method != self._method})
        self._loaded: dict[tuple[bool, int], _Vocabulary] = {}
        self._cased: dict[str, None] = {}

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        """Rank target words for each query; those of one convention are retrieved together."""
        answers: dict[int, Answer] = {}
        asked: dict[tuple[bool, int, int, bool], list[int]] = {}
        for place, query in enumerate(queries):
            if isinstance(query, Rank):
                limit = self._limit if self._limit is not None else query.vocabulary or 0
                asked.setdefault((query.fold_case, limit, query.k, query.all_ranks), []).append(place)
        for (fold_case, limit, k, all_ranks), places in asked.items():
            ranks = [query for query in (queries[place] for place in places) if isinstance(query, Rank)]
            found = self._rank(ranks, self._vocabulary(limit, fold_case=fold_case), k, all_ranks=all_ranks)
            answers.update(zip(places, found, strict=True))
        for place in range(len(queries)):
            yield answers[place]

    def _vocabulary(self, limit: int, *, fold_case: bool) -> _Vocabulary:
        key = fold_case, limit
        if key not in self._loaded:
            self._loaded[key] = self._open(limit, fold_case=fold_case)
        return self._loaded[key]

    def _open(self, limit: int, *, fold_case: bool) -> _Vocabulary:
        require_room(*self._files, limit, self._method)
        source, target = (_side(path, limit, fold_case=fold_case) for path in self._files)
        if source.dimensions != target.dimensions:
            raise UsageError(
                f"{self._files[0]} has vectors of {source.dimensions} dimensions and {self._files[1]} of "
                f"{target.dimensions}: they are not in one space. Map them first with 'mteval embeddings align'."
            )
        positions = [{word: row for row, word in enumerate(side.words)} for side in (source, target)]
        retrieval = RETRIEVALS[self._method](Space(source.vectors, target.vectors), self._settings)
        findings = (*source.findings, *target.findings)
        return _Vocabulary(positions[0], positions[1], target.words, retrieval, _digest((source, target)), findings)

    def _rank(self, queries: Sequence[Rank], vocabulary: _Vocabulary, k: int, *, all_ranks: bool) -> list[RankedWords]:
        sources = [_look_up(vocabulary.source, query.source, fold=query.fold_case) for query in queries]
        known = [place for place, row in enumerate(sources) if row is not None]
        gold = [self._known_gold(vocabulary, query) for query in queries]
        if not known or not any(gold):
            self._explain(queries, vocabulary)
        self._cased |= dict.fromkeys(_known_in_another_case(queries, vocabulary))
        rows = np.array([sources[place] for place in known], dtype=np.int64)
        asked = Question(rows, [[row for _, row in gold[place]] for place in known], k, all_ranks)
        answers = [RankedWords(False, known_gold=tuple(word for word, _ in words)) for words in gold]
        if known:
            retrieved = vocabulary.retrieval.ask(asked)
            for at, place in enumerate(known):
                answers[place] = _ranked(vocabulary, retrieved, at, tuple(word for word, _ in gold[place]))
        return answers

    def _known_gold(self, vocabulary: _Vocabulary, query: Rank) -> list[tuple[str, int]]:
        found = ((word, _look_up(vocabulary.target, word, fold=query.fold_case)) for word in query.gold)
        return [(word, row) for word, row in found if row is not None]

    def _explain(self, queries: Sequence[Rank], vocabulary: _Vocabulary) -> None:
        """Raise with the reason if a whole dictionary misses a whole vocabulary."""
        sides = (
            ("source", {query.source for query in queries}, vocabulary.source, self._files[0]),
            ("target", {word for query in queries for word in query.gold}, vocabulary.target, self._files[1]),
        )
        for side, wanted, words, path in sides:
            other = vocabulary.target if side == "source" else vocabulary.source
            if len(wanted) >= _ENOUGH_TO_TELL and not any(
                _look_up(words, word, fold=queries[0].fold_case) is not None for word in wanted
            ):
                raise DataError(path, explain_no_overlap(side, wanted, words, other))

    @property
    def signature(self) -> dict[str, str]:
        """How CSLS searched; once asked, how many words of each side were loaded, and a digest of them and their vectors."""
        searched = {"csls": "approximate" if self._settings.approximate else "exact"} if self._method == "csls" else {}
        if not self._loaded:
            return searched
        return {
            **searched,
            "words": ",".join(f"{len(v.source)}+{len(v.target)}" for v in self._loaded.values()),
            "vectors": ",".join(vocabulary.digest[:SHORT] for vocabulary in self._loaded.values()),
        }

    @property
    def fingerprint(self) -> str:
        """Empty: retrieval is fast once vectors are loaded, and one question over all words is far cheaper than many."""
        return ""

    def findings(self) -> Iterable[Finding]:
        """Repeated words, zero vectors and the like, once each; and words that only their case makes unknown."""
        seen = Counter(finding for vocabulary in self._loaded.values() for finding in vocabulary.findings)
        if self._cased:
            examples = ", ".join(f"'{word}'" for word in list(self._cased)[:3])
            message = (
                f"{len(self._cased)} words of the dictionary are unknown only because of their case, for instance {examples}. "
                "Fold it with --set case=fold."
            )
            seen[Finding("case-mismatch", message, len(self._cased))] += 1
        return tuple(seen)


_ENOUGH_TO_TELL = 1


def _side(path: Path, limit: int, *, fold_case: bool) -> Embeddings:
    """One side with vectors of length one; the vectors as read are let go here, since both may be most of the memory."""
    loaded = load_vocabulary(path, limit, fold_case=fold_case)
    return replace(loaded, vectors=unit_length(loaded.vectors))


def _digest(sides: Sequence[Embeddings]) -> str:
    """A digest of words and vectors as they are used, whatever file or form they came from."""
    parts = (("\n".join(side.words).encode(), np.ascontiguousarray(side.vectors).data) for side in sides)
    return parts_digest(part for both in parts for part in both)


def _settings(chosen: OptionValues) -> RetrievalSettings:
    method, approximate, temperature = (chosen[name] for name in ("retrieval", "approximate", "temperature"))
    if approximate and method != "csls":
        raise UsageError(f"approximate=true is for retrieval=csls; retrieval={method} is always exact.")
    if temperature <= 0:
        raise UsageError(f"temperature={temperature:g} must be a number above 0.")
    return RetrievalSettings(csls_k=chosen["csls_k"], temperature=temperature, approximate=approximate)


def _known_in_another_case(queries: Sequence[Rank], vocabulary: _Vocabulary) -> Iterator[str]:
    """Words of a dictionary that keeps case which a vocabulary has in another case."""
    sides = (
        ({query.source: None for query in queries if not query.fold_case}, vocabulary.source),
        ({word: None for query in queries if not query.fold_case for word in query.gold}, vocabulary.target),
    )
    for wanted, words in sides:
        unknown = [word for word in wanted if word not in words]
        folded = {word.lower() for word in words} if unknown else set()
        yield from (word for word in unknown if word.lower() in folded)


def _look_up(words: dict[str, int], word: str, *, fold: bool) -> int | None:
    return words.get(word.lower() if fold else word)


def _ranked(vocabulary: _Vocabulary, retrieved: RetrievedWords, at: int, gold: tuple[str, ...]) -> RankedWords:
    best = zip(retrieved.best.indices[at], retrieved.best.scores[at], strict=True)
    candidates = tuple(Candidate(vocabulary.target_words[column], float(score)) for column, score in best)
    return RankedWords(True, candidates, gold, tuple(retrieved.gold_ranks[at]))
