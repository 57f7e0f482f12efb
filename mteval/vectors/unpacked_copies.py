"""The binary form of text vectors that were read once, kept in the user's cache."""

from __future__ import annotations

import json
import zipfile
import zlib
from pathlib import Path

import numpy as np

from mteval.core.errors import DataError
from mteval.core.results import Finding
from mteval.storage.cache_folder import cache_folder
from mteval.storage.digests import parts_digest
from mteval.text.writing import whole_file
from mteval.vectors.embeddings import Embeddings

_VERSION = "1"
_WORTH_KEEPING = 1 << 20
_SAMPLE = 1 << 16


def fingerprint(path: Path) -> str:
    """A digest that changes when the file does: its size, time of change, beginning, middle and end."""
    status = path.stat()
    parts = [f"{_VERSION} {path.name} {status.st_size} {status.st_mtime_ns}".encode()]
    with path.open("rb") as file:
        for offset in (0, status.st_size // 2, max(0, status.st_size - _SAMPLE)):
            file.seek(offset)
            parts.append(file.read(_SAMPLE))
    return parts_digest(parts)


def load(path: Path, limit: int) -> Embeddings | None:
    """The vectors as they were when last read, or None."""
    kept = _place(path, limit)
    try:
        with np.load(kept, allow_pickle=False) as archive:
            words = tuple(archive["words"].tobytes().decode("utf-8").split("\n"))
            about = json.loads(archive["about"].tobytes())
            vectors = archive["vectors"]
        findings = tuple(Finding(**finding) for finding in about["findings"])
        return Embeddings(words, vectors, findings, about["complete"])
    except FileNotFoundError:
        return None
    except (OSError, EOFError, KeyError, ValueError, TypeError, AttributeError, zlib.error, zipfile.BadZipFile):
        # A damaged cache is no reason to fail: the file itself is read again.
        return None


def store(path: Path, limit: int, embeddings: Embeddings) -> None:
    """Keep the binary form, if there is room for it; a cache that cannot be written is not an error."""
    if embeddings.vectors.nbytes < _WORTH_KEEPING:
        return
    findings = [{"code": f.code, "message": f.message, "count": f.count} for f in embeddings.findings]
    about = json.dumps({"findings": findings, "complete": embeddings.complete}).encode()
    words = "\n".join(embeddings.words).encode("utf-8")
    kept = _place(path, limit)
    arrays = {"words": np.frombuffer(words, dtype=np.uint8), "about": np.frombuffer(about, dtype=np.uint8)}
    try:
        with whole_file(kept) as file:
            np.savez(file, words=arrays["words"], about=arrays["about"], vectors=embeddings.vectors)
    except DataError:
        return


def _place(path: Path, limit: int) -> Path:
    return cache_folder() / "embeddings" / f"{fingerprint(path)[:40]}-{limit}.npz"
