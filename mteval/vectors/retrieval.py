"""Finding translations in a shared vector space: nearest neighbour, CSLS, inverted softmax, inverted nearest neighbour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from mteval.core.errors import UsageError
from mteval.core.queries import UNRANKED
from mteval.vectors.csls import Csls
from mteval.vectors.similarity import (
    COSINE,
    Best,
    Floats,
    Indices,
    LinearProduct,
    Vectors,
    all_cosines,
    blocks,
    exact_best,
    keep_best,
    ranks_of,
)

RANK_COLUMNS = 256
PRECISE_PAIRS = 50_000_000


@dataclass(frozen=True, slots=True)
class Space:
    """Source and target vectors of length one (or zero) in one space."""

    source: Vectors
    target: Vectors


@dataclass(frozen=True, slots=True)
class RetrievalSettings:
    """How to retrieve: CSLS's neighbourhood, the softmax's temperature, and whether a rough neighbourhood will do."""

    csls_k: int = 10
    temperature: float = 1.0
    approximate: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """Which sources to translate, how many candidates each, and whose ranks are asked for.

    Without `all_ranks` the rank of a gold target beyond the k best may be UNRANKED.
    """

    rows: Indices
    gold: Sequence[Sequence[int]]
    k: int = 10
    all_ranks: bool = True


@dataclass(frozen=True, slots=True)
class RetrievedWords:
    """The best targets of each source, and the 1-based ranks of its gold targets."""

    best: Best
    gold_ranks: list[list[int]]


class Retrieval(Protocol):
    """One way to rank targets."""

    def __init__(self, space: Space, settings: RetrievalSettings) -> None:
        """Take the space; costly preparation waits for the first question."""
        ...

    def ask(self, question: Question) -> RetrievedWords:
        """Rank the targets for each source."""
        ...


def ranks_within(best: Best, gold: Sequence[Sequence[int]]) -> list[list[int]]:
    """Ranks of gold targets read from the best; UNRANKED where a target is not among them."""
    ranks = []
    for row, wanted in enumerate(gold):
        places = {int(column): place for place, column in enumerate(best.indices[row], start=1)}
        ranks.append([places.get(column, UNRANKED) for column in wanted])
    return ranks


class NearestNeighbour:
    """Rank by cosine."""

    def __init__(self, space: Space, settings: RetrievalSettings) -> None:
        self._space = space

    def ask(self, question: Question) -> RetrievedWords:
        """Rank the targets for each source."""
        return ask_linear(self._space, question, COSINE)


class CslsRetrieval:
    """Rank by CSLS (Conneau et al., 2018): twice the cosine, less the density around both words."""

    def __init__(self, space: Space, settings: RetrievalSettings) -> None:
        self._space = space
        self._csls = Csls(space.source, space.target, settings.csls_k, approximate=settings.approximate)

    def ask(self, question: Question) -> RetrievedWords:
        """Rank the targets for each source; exact ranks beyond k need the neighbourhood of every target."""
        if question.all_ranks and not self._csls.approximate:
            self._csls.settle_all()
        if self._csls.settled:
            return ask_linear(self._space, question, self._csls.linear(question.rows))
        best = self._csls.best(question.rows, question.k)
        if not question.all_ranks:
            return RetrievedWords(best, ranks_within(best, question.gold))
        linear = self._csls.linear(question.rows)
        return RetrievedWords(
            best, ranks_of(self._space.source[question.rows], self._space.target, question.gold, linear)
        )


class InvertedSoftmax:
    """Rank by exp(T · cos(x, y)) over its sum over all sources (Smith et al., 2017)."""

    def __init__(self, space: Space, settings: RetrievalSettings) -> None:
        self._space, self._temperature = space, settings.temperature
        self._sums: Floats | None = None

    def ask(self, question: Question) -> RetrievedWords:
        """Rank the targets for each source."""
        if self._sums is None:
            self._sums = log_sums(self._space, self._temperature)
        found = ask_linear(self._space, question, LinearProduct(self._temperature, None, self._sums))
        return RetrievedWords(Best(found.best.indices, np.exp(found.best.scores)), found.gold_ranks)


class InvertedNearestNeighbour:
    """Rank targets by the rank of the source among *their* source neighbours, ties by cosine (VecMap's invnn).

    The score is minus that rank, plus a quarter of the cosine, which only orders ties.
    """

    def __init__(self, space: Space, settings: RetrievalSettings) -> None:
        self._space = space

    def ask(self, question: Question) -> RetrievedWords:
        """Rank the targets for each source."""
        best: Best | None = None
        own = self._gold_scores(question) if question.all_ranks else []
        ahead = [np.zeros(len(wanted), dtype=np.int64) for wanted in question.gold]
        for part in blocks(len(self._space.target), RANK_COLUMNS):
            columns = np.arange(part.start, part.stop)
            scores = self._scores(question.rows, columns)
            best = keep_best(best, scores, part.start, question.k)
            for row, theirs in enumerate(own):
                for place, column in enumerate(question.gold[row]):
                    level = (scores[row] == theirs[place]) & (columns < column)
                    ahead[row][place] += int((scores[row] > theirs[place]).sum() + level.sum())
        if best is None:
            raise UsageError("There are no target vectors to retrieve from.")
        ranks = [(counts + 1).tolist() for counts in ahead] if own else ranks_within(best, question.gold)
        return RetrievedWords(best, ranks)

    def _scores(self, rows: Indices, columns: Indices) -> Floats:
        """Scores of the asked sources (rows) for some targets (columns)."""
        source = self._space.source
        seen = all_cosines(self._space.target[columns], source, precise=precise(self._space))
        mine = seen[:, rows]
        seen.sort(axis=1)
        ranks = np.stack(
            [
                len(source) - np.searchsorted(everyone, own, side="right")
                for everyone, own in zip(seen, mine, strict=True)
            ]
        )
        scores: Floats = (mine / 4.0 - (ranks + 1)).T
        return scores

    def _gold_scores(self, question: Question) -> list[Floats]:
        wanted = np.unique(np.array([column for gold in question.gold for column in gold], dtype=np.int64))
        found = [np.empty(len(gold)) for gold in question.gold]
        place = {int(column): at for at, column in enumerate(wanted)}
        for part in blocks(len(wanted), RANK_COLUMNS):
            scores = self._scores(question.rows, wanted[part])
            for row, gold in enumerate(question.gold):
                for at, column in enumerate(gold):
                    if part.start <= place[column] < part.stop:
                        found[row][at] = scores[row, place[column] - part.start]
        return found


def precise(space: Space) -> bool:
    """Whether the vocabularies are small enough to compute every cosine in double precision."""
    return len(space.source) * len(space.target) <= PRECISE_PAIRS


def ask_linear(space: Space, question: Question, score: LinearProduct) -> RetrievedWords:
    """Rank by a score that is linear in the cosine."""
    rows = space.source[question.rows]
    best = exact_best(rows, space.target, question.k, score)
    if not question.all_ranks:
        return RetrievedWords(best, ranks_within(best, question.gold))
    return RetrievedWords(best, ranks_of(rows, space.target, question.gold, score))


def log_sums(space: Space, temperature: float) -> Floats:
    """For each target, the logarithm of Σ exp(T · cos) over the whole source vocabulary."""
    sums = np.zeros(len(space.target))
    for part in blocks(len(space.target), 512):
        for rows in blocks(len(space.source), 8192):
            cosines = all_cosines(space.target[part], space.source[rows], precise=precise(space))
            sums[part] += np.exp(temperature * (cosines - 1.0)).sum(axis=1)
    logarithms: Floats = np.log(sums) + temperature
    return logarithms


RETRIEVALS: Mapping[str, type[Retrieval]] = {
    "nn": NearestNeighbour,
    "csls": CslsRetrieval,
    "invsoftmax": InvertedSoftmax,
    "invnn": InvertedNearestNeighbour,
}
