"""Reading word vectors from word2vec's binary form and from .npz, without ever unpickling."""

from __future__ import annotations

import gzip
import zipfile
from pathlib import Path

import numpy as np

from mteval.analysis.embeddings import Embeddings
from mteval.core.errors import DataError

_FASTTEXT_MAGIC = (793712314).to_bytes(4, "little")
_LONGEST_WORD = 4096


def read_word2vec(path: Path, limit: int) -> Embeddings:
    """Read word2vec's .bin: a header line `N D`, then each word, a space and D little-endian float32 numbers."""
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    if data.startswith(_FASTTEXT_MAGIC):
        raise DataError(path, "this is a fastText model, not word2vec's binary form. Give its .vec file.")
    header, newline, _ = data[:100].partition(b"\n")
    columns = header.split()
    if not newline or len(columns) != 2 or not all(column.isdigit() for column in columns):
        raise DataError(path, "word2vec's binary form starts with a line 'N D'; this file does not.", line=1)
    promised, dimensions = int(columns[0]), int(columns[1])
    count = min(promised, limit) if limit else promised
    if count * dimensions * 4 > len(data):
        raise DataError(path, f"the header promises {promised} vectors of {dimensions}; the file is too short.", line=1)
    vectors = np.empty((count, dimensions), dtype=np.float32)
    words = _read_records(path, data, len(header) + 1, vectors)
    return Embeddings(words, vectors, complete=count == promised)


def _read_records(path: Path, data: bytes, position: int, vectors: np.ndarray) -> tuple[str, ...]:
    """Fill the vectors and give the words."""
    words = []
    for row in range(len(vectors)):
        space = data.find(b" ", position, position + _LONGEST_WORD)
        end = space + 1 + vectors.shape[1] * 4
        if space < 0 or end > len(data):
            raise DataError(
                path, f"the file ends inside word {row + 1}, before the {len(vectors)} its header promises."
            )
        words.append(data[position:space].lstrip(b"\n").decode("utf-8", "replace"))
        vectors[row] = np.frombuffer(data, dtype="<f4", count=vectors.shape[1], offset=space + 1)
        position = end
    return tuple(words)


def read_npz(path: Path, limit: int) -> Embeddings:
    """Read an .npz archive that holds one array of words and one matrix of vectors, under whatever names."""
    try:
        with np.load(path, allow_pickle=False) as archive:
            arrays = [archive[name] for name in archive.files]
    except (ValueError, OSError, zipfile.BadZipFile) as error:
        raise DataError(path, f"cannot be read as an .npz of plain arrays ({error}).") from None
    words = [array for array in arrays if array.ndim == 1 and array.dtype.kind == "U"]
    vectors = [array for array in arrays if array.ndim == 2 and array.dtype.kind in "fiu"]
    if len(words) != 1 or len(vectors) != 1:
        raise DataError(path, "one array of words (text) and one matrix of vectors (numbers) were expected.")
    if len(words[0]) != len(vectors[0]):
        raise DataError(path, f"{len(words[0])} words, but {len(vectors[0])} vectors.")
    cut = limit or len(words[0])
    kept = tuple(words[0][:cut].tolist())
    return Embeddings(kept, vectors[0][:cut].astype(np.float32), complete=cut >= len(words[0]))
