"""How alike two senses are: by words' vectors (FT-C), or by vectors tied to sense ids (Nasari, SW2V)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mteval.authoring.contrast.senses import SenseCluster, Similarity
from mteval.core.errors import UsageError
from mteval.core.options import CHOICE, Option, parse_system, read_options
from mteval.vectors.embeddings import Embeddings, load_embeddings, unit_length

Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class VectorTable:
    """Unit vectors by lower-cased word or by sense id."""

    rows: Mapping[str, int]
    vectors: NDArray[np.float32]

    def centroid(self, spellings: Sequence[Sequence[str]]) -> Vector | None:
        """The mean of the words' vectors, each word given as lemma and forms; None where none of them has one.

        A lemma without a vector has the mean of its forms'.
        """
        found = [vector for vector in map(self._vector, spellings) if vector is not None]
        if not found:
            return None
        mean: Vector = np.mean(found, axis=0)
        return mean if float(np.linalg.norm(mean)) > 0 else None

    def known(self, words: Sequence[str]) -> list[int]:
        """The rows of the words that have vectors; a phrase is looked up with underscores."""
        return [self.rows[one] for word in words if (one := word.replace(" ", "_")) in self.rows]

    def _vector(self, spellings: Sequence[str]) -> Vector | None:
        known = [self.rows[one] for one in spellings if one in self.rows]
        if not known:
            return None
        chosen = known[:1] if spellings[0] in self.rows else known
        mean: Vector = self.vectors[chosen].mean(axis=0)
        return mean


@dataclass(frozen=True, slots=True)
class WordSimilarity:
    """FT-C over aligned words: the cosine of the centroids of two senses' target words.

    With source vectors it is averaged with that of the source words the inventory gives each sense besides the ambiguous one.
    `nearest` takes the two most similar target words instead of the centroids, so that no word is like one of the other sense.
    """

    target: VectorTable
    source: VectorTable | None = None
    nearest: bool = False

    def __call__(self, one: SenseCluster, other: SenseCluster) -> float | None:
        """The cosine; None where a sense has no vector."""
        if self.nearest:
            pairs = product(_spellings(one), _spellings(other))
            return max(
                (value for pair in pairs if (value := _cosine(self.target, *_each(pair))) is not None), default=None
            )
        values = [_cosine(self.target, _spellings(one), _spellings(other))]
        if self.source is not None:
            values.append(_cosine(self.source, _alone(one.synonyms), _alone(other.synonyms)))
        known = [value for value in values if value is not None]
        return sum(known) / len(known) if known and values[0] is not None else None

    def sources(self, one: str, other: str) -> float | None:
        """The cosine of two source words; None without source vectors, or where a word has none."""
        return _cosine(self.source, _alone([one]), _alone([other])) if self.source is not None else None


@dataclass(frozen=True, slots=True)
class SynsetSimilarity:
    """FT-C as published: a sense is the mean of the vectors of all words of its synsets, in both languages.

    The vectors of the two languages must lie in one space; with those of the target language alone only its words count.
    """

    target: VectorTable
    source: VectorTable | None = None

    def __call__(self, one: SenseCluster, other: SenseCluster) -> float | None:
        """The cosine; None where a sense has no vector."""
        first, second = self._centroid(one), self._centroid(other)
        if first is None or second is None:
            return None
        return float(first @ second / (np.linalg.norm(first) * np.linalg.norm(second)))

    def _centroid(self, sense: SenseCluster) -> Vector | None:
        found = [self.target.vectors[row] for row in self.target.known(sense.lemmas or sense.words)]
        if self.source is not None:
            found += [self.source.vectors[row] for row in self.source.known(sense.synonyms)]
        mean: Vector | None = np.mean(found, axis=0) if found else None
        return mean if mean is not None and float(np.linalg.norm(mean)) > 0 else None


@dataclass(frozen=True, slots=True)
class SenseSimilarity:
    """The cosine of the centroids of two senses' own vectors, found by sense id."""

    table: VectorTable

    def __call__(self, one: SenseCluster, other: SenseCluster) -> float | None:
        """The cosine; None where a sense has no vector."""
        return _cosine(self.table, _alone(one.ids), _alone(other.ids))


def _spellings(sense: SenseCluster) -> list[tuple[str, ...]]:
    forms = sense.forms or ((),) * len(sense.words)
    return [(word, *seen) for word, seen in zip(sense.words, forms, strict=True)]


def _alone(words: Sequence[str]) -> list[tuple[str, ...]]:
    return [(word,) for word in words]


def _cosine(table: VectorTable, one: Sequence[Sequence[str]], other: Sequence[Sequence[str]]) -> float | None:
    first, second = table.centroid(one), table.centroid(other)
    if first is None or second is None:
        return None
    return float(first @ second / (np.linalg.norm(first) * np.linalg.norm(second)))


def _each(pair: tuple[Sequence[str], Sequence[str]]) -> tuple[list[Sequence[str]], list[Sequence[str]]]:
    return [pair[0]], [pair[1]]


ALIGNED, NEAREST, SYNSET = "aligned", "nearest", "synset"
OPTIONS = (
    Option(
        "words",
        CHOICE,
        ALIGNED,
        "the aligned words of each sense, the nearest two of them, or all words of its synsets in both languages",
        choices=(ALIGNED, NEAREST, SYNSET),
    ),
)
WRITTEN = "Write fasttext:SRC.vec,TGT.vec[?words=aligned|nearest|synset] or senses:FILE.vec."


def open_similarity(text: str) -> Similarity:
    """Read `fasttext:SRC.vec,TGT.vec[?words=…]`, `fasttext:TGT.vec` or `senses:FILE`, whose words are sense ids."""
    kind, colon, rest = text.partition(":")
    names, _, options = rest.partition("?")
    paths = [Path(name) for name in names.split(",") if name]
    if kind == "senses" and len(paths) == 1 and not options:
        return SenseSimilarity(_table(load_embeddings(paths[0]), fold=False))
    if kind != "fasttext" or not colon or len(paths) not in (1, 2):
        raise UsageError(f"--embeddings {text} is not possible. {WRITTEN}")
    chosen = read_options(OPTIONS, dict(parse_system(text).options), "--embeddings fasttext")
    target = _table(load_embeddings(paths[-1]), fold=True)
    source = _table(load_embeddings(paths[0]), fold=True) if len(paths) == 2 else None
    if chosen["words"] != SYNSET:
        return WordSimilarity(target, source, chosen["words"] == NEAREST)
    if source is not None and source.vectors.shape[1] != target.vectors.shape[1]:
        raise UsageError(
            f"--embeddings {text} is not possible: words=synset takes the mean over both languages, whose vectors must lie in "
            f"one space, but they have {source.vectors.shape[1]} and {target.vectors.shape[1]} dimensions."
        )
    return SynsetSimilarity(target, source)


def _table(embeddings: Embeddings, *, fold: bool) -> VectorTable:
    rows: dict[str, int] = {}
    for row, word in enumerate(embeddings.words):
        rows.setdefault(word.lower() if fold else word, row)
    return VectorTable(rows, unit_length(embeddings.vectors))
