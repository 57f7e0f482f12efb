"""The binary form of text vectors that were read once, kept in the user's cache."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import zipfile
from pathlib import Path

import numpy as np

from mteval.analysis.embeddings import Embeddings
from mteval.core.results import Finding

_VERSION = "1"
_WORTH_KEEPING = 1 << 20
_SAMPLE = 1 << 16


def cache_folder() -> Path:
    """Where binary forms are kept: `embeddings` under $MTEVAL_CACHE, else under the user's cache folder."""
    base = os.environ.get("MTEVAL_CACHE")
    if base:
        return Path(base) / "embeddings"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mteval" / "embeddings"


def fingerprint(path: Path) -> str:
    """A digest that changes when the file does: its size, time of change, beginning, middle and end."""
    status = path.stat()
    digest = hashlib.sha256(f"{_VERSION} {path.name} {status.st_size} {status.st_mtime_ns}".encode())
    with path.open("rb") as file:
        for offset in (0, status.st_size // 2, max(0, status.st_size - _SAMPLE)):
            file.seek(offset)
            digest.update(file.read(_SAMPLE))
    return digest.hexdigest()


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
    except (OSError, KeyError, ValueError, TypeError, zipfile.BadZipFile):
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
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=kept.parent, suffix=".partial", delete=False) as partial:
            try:
                np.savez(partial, words=arrays["words"], about=arrays["about"], vectors=embeddings.vectors)
            except OSError:
                Path(partial.name).unlink()
                raise
        Path(partial.name).replace(kept)
    except OSError:
        return


def _place(path: Path, limit: int) -> Path:
    return cache_folder() / f"{fingerprint(path)[:40]}-{limit}.npz"
