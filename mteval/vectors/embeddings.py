"""Word vectors with their words, read from any of the usual files and never trusted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mteval.core.errors import DataError, UsageError
from mteval.core.results import Finding
from mteval.text.packed import is_input, is_pipe
from mteval.text.writing import whole_file

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Embeddings:
    """Words in file order (most frequent first, as a rule) and their vectors, one row each.

    `complete` is false where only the first words of the file were read.
    """

    words: tuple[str, ...]
    vectors: Vectors
    findings: tuple[Finding, ...] = ()
    complete: bool = True

    def __post_init__(self) -> None:
        if len(self.words) != len(self.vectors):
            raise UsageError(f"{len(self.words)} words cannot have {len(self.vectors)} vectors.")

    @property
    def dimensions(self) -> int:
        """The length of each vector."""
        return int(self.vectors.shape[1])


def load_embeddings(path: str | Path, limit: int = 0) -> Embeddings:
    """Read word vectors from .vec, .txt, .vec.gz, word2vec .bin or .npz; only the first `limit` words unless it is 0.

    A text file is parsed once; later loads come from a binary form in the user's cache.
    """
    from mteval.vectors import binary_files as embedding_binary
    from mteval.vectors import text_files as embedding_text
    from mteval.vectors import unpacked_copies as embedding_cache

    path = Path(path)
    if not is_input(path):
        raise DataError(path, "there is no such file of word vectors.")
    if path.suffix == ".npz":
        return _checked(path, embedding_binary.read_npz(path, limit))
    if path.suffix == ".bin" or path.name.endswith(".bin.gz"):
        return _checked(path, embedding_binary.read_word2vec(path, limit))
    if is_pipe(path):
        return _checked(path, embedding_text.read_text(path, limit))
    cached = embedding_cache.load(path, limit)
    if cached is not None:
        return cached
    loaded = _checked(path, embedding_text.read_text(path, limit))
    embedding_cache.store(path, limit, loaded)
    return loaded


def fold_words(embeddings: Embeddings, limit: int = 0) -> Embeddings:
    """Lower-case the words as MUSE does: of several that fall together the first stays; at most `limit` unless it is 0."""
    index: dict[str, int] = {}
    for row, word in enumerate(embeddings.words):
        index.setdefault(word.lower(), row)
        if limit and len(index) == limit:
            break
    rows = np.fromiter(index.values(), dtype=np.int64, count=len(index))
    kept = embeddings.vectors if len(rows) == len(embeddings.words) else embeddings.vectors[rows]
    return Embeddings(tuple(index), kept, embeddings.findings, embeddings.complete)


def load_vocabulary(path: str | Path, limit: int, *, fold_case: bool) -> Embeddings:
    """Read the words a convention wants: the first `limit` (0: all), counted after folding where it folds case."""
    if not fold_case:
        return load_embeddings(path, limit)
    wanted = limit
    while True:
        folded = fold_words(loaded := load_embeddings(path, wanted), limit)
        if not limit or loaded.complete or len(folded.words) >= limit:
            return folded
        wanted += max(2 * (limit - len(folded.words)), limit // 10 + 1)


def unit_length(vectors: NDArray[np.floating]) -> Vectors:
    """Vectors scaled to length one, as float32; a zero vector stays zero, so that its cosine with anything is 0."""
    unit = np.empty(vectors.shape, dtype=np.float32)
    for start in range(0, len(vectors), 8192):
        block = np.asarray(vectors[start : start + 8192], dtype=np.float64)
        # Scaling by the largest entry first keeps the square of a tiny or huge vector inside the range of numbers.
        largest = np.abs(block).max(axis=1, keepdims=True, initial=0.0)
        block = block / np.where(largest > 0, largest, 1.0)
        length = np.sqrt((block * block).sum(axis=1, keepdims=True))
        unit[start : start + 8192] = block / np.where(length > 0, length, 1.0)
    return unit


def write_vec(path: Path, words: Sequence[str], vectors: NDArray[np.floating]) -> None:
    """Write a .vec file with its header; the file appears only when it is complete."""
    with whole_file(path) as out:
        out.write(f"{len(words)} {vectors.shape[1]}\n".encode())
        # Nine digits are enough to read every float32 back as it was.
        line = "%s" + " %.9g" * vectors.shape[1] + "\n"
        for word, row in zip(words, vectors, strict=True):
            out.write((line % (word, *row.tolist())).encode())


def _checked(path: Path, embeddings: Embeddings) -> Embeddings:
    """Keep the first of repeated words, refuse NaN, and say where vectors are zero."""
    vectors = embeddings.vectors
    if not len(embeddings.words) or not embeddings.dimensions:
        raise DataError(path, "no word vectors in this file.")
    bad = first_not_finite(vectors)
    if bad is not None:
        raise DataError(path, f"the vector of '{embeddings.words[bad]}' (word {bad + 1}) holds NaN or infinity.")
    findings = [*embeddings.findings]
    first: dict[str, int] = {}
    repeated = [word for row, word in enumerate(embeddings.words) if first.setdefault(word, row) != row]
    if repeated:
        rows = np.fromiter(first.values(), dtype=np.int64, count=len(first))
        embeddings = Embeddings(tuple(first), vectors[rows], (), embeddings.complete)
        message = f"{path.name}: words given more than once ({_examples(repeated)}); the first vector of each is used."
        findings.append(Finding("duplicate-word", message, len(repeated)))
    zero = np.flatnonzero(~embeddings.vectors.any(axis=1))
    if len(zero):
        examples = _examples(embeddings.words[row] for row in zero[:3])
        message = f"{path.name}: words with a zero vector ({examples}), which has similarity 0 to every word."
        findings.append(Finding("zero-vector", message, len(zero)))
    return Embeddings(embeddings.words, embeddings.vectors, tuple(findings), embeddings.complete)


def first_not_finite(vectors: Vectors) -> int | None:
    """The first row that holds NaN or infinity, if any."""
    for start in range(0, len(vectors), 8192):
        fine = np.isfinite(vectors[start : start + 8192]).all(axis=1)
        if not fine.all():
            return start + int(np.argmin(fine))
    return None


def _examples(words: Iterable[str]) -> str:
    return ", ".join(f"'{word}'" for word, _ in zip(words, range(3), strict=False))
