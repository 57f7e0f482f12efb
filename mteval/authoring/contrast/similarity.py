"""How alike two senses are: by the words' vectors (FT-C), or by vectors tied to sense ids (Nasari, SW2V)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mteval.authoring.contrast.senses import SenseCluster
from mteval.core.errors import UsageError
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

    def _vector(self, spellings: Sequence[str]) -> Vector | None:
        known = [self.rows[one] for one in spellings if one in self.rows]
        if not known:
            return None
        chosen = known[:1] if spellings[0] in self.rows else known
        mean: Vector = self.vectors[chosen].mean(axis=0)
        return mean


@dataclass(frozen=True, slots=True)
class WordSimilarity:
    """FT-C: the cosine of the centroids of two senses' target words; with source vectors, averaged with that of the
    source words the inventory gives each sense besides the ambiguous one.
    """

    target: VectorTable
    source: VectorTable | None = None

    def __call__(self, one: SenseCluster, other: SenseCluster) -> float | None:
        """The cosine; None where a sense has no vector."""
        values = [_cosine(self.target, _spellings(one), _spellings(other))]
        if self.source is not None:
            values.append(_cosine(self.source, _alone(one.synonyms), _alone(other.synonyms)))
        known = [value for value in values if value is not None]
        return sum(known) / len(known) if known and values[0] is not None else None


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


def open_similarity(text: str) -> WordSimilarity | SenseSimilarity:
    """Read `fasttext:SRC.vec,TGT.vec`, `fasttext:TGT.vec` or `senses:FILE`, whose words are sense ids."""
    kind, colon, names = text.partition(":")
    paths = [Path(name) for name in names.split(",") if name]
    if kind == "senses" and len(paths) == 1:
        return SenseSimilarity(_table(load_embeddings(paths[0]), fold=False))
    if kind == "fasttext" and colon and len(paths) in (1, 2):
        target = _table(load_embeddings(paths[-1]), fold=True)
        source = _table(load_embeddings(paths[0]), fold=True) if len(paths) == 2 else None
        return WordSimilarity(target, source)
    raise UsageError(f"--embeddings {text} is not possible. Write fasttext:SRC.vec,TGT.vec or senses:FILE.vec.")


def _table(embeddings: Embeddings, *, fold: bool) -> VectorTable:
    rows: dict[str, int] = {}
    for row, word in enumerate(embeddings.words):
        rows.setdefault(word.lower() if fold else word, row)
    return VectorTable(rows, unit_length(embeddings.vectors))
