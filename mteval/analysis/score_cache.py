"""Scores that took a model to compute, kept on disk by content: equal model, settings and texts are scored once."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Scorer = Callable[[Sequence[int]], Sequence[Sequence[float]]]
"""Scores the items at some positions."""


def scores_folder() -> Path:
    """MTEVAL_CACHE, or `mteval` in the user's cache folder."""
    chosen = os.environ.get("MTEVAL_CACHE")
    return Path(chosen) if chosen else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mteval"


def content_key(fingerprint: str, texts: Sequence[str | None]) -> str:
    """A digest of what a score depends on."""
    return hashlib.sha256(
        json.dumps([fingerprint, *texts], ensure_ascii=False).encode("utf-8", "surrogatepass")
    ).hexdigest()


class ScoreCache:
    """A SQLite file of scores; each batch is committed before the next is scored, so a killed run loses one batch."""

    def __init__(self, folder: Path | None = None) -> None:
        folder = folder or scores_folder()
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / "scores.sqlite"
        with closing(self._connect()) as connection, connection:
            connection.execute("CREATE TABLE IF NOT EXISTS scores (key TEXT PRIMARY KEY, score TEXT NOT NULL)")

    def complete(self, keys: Sequence[str], score: Scorer, batch: int) -> NDArray[np.float64]:
        """The scores (items, values) of all keys; unknown ones are computed in batches, an equal key only once."""
        known = self._known(list(dict.fromkeys(keys)))
        first = {key: position for position, key in reversed(list(enumerate(keys))) if key not in known}
        missing = sorted(first.values())
        for start in range(0, len(missing), batch):
            positions = missing[start : start + batch]
            fresh = {keys[at]: list(map(float, row)) for at, row in zip(positions, score(positions), strict=True)}
            self._keep(fresh)
            known.update(fresh)
        return np.array([known[key] for key in keys], dtype=np.float64)

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=60)
        connection.execute("PRAGMA journal_mode=WAL")
        return connection

    def _known(self, keys: Sequence[str]) -> dict[str, list[float]]:
        found: dict[str, list[float]] = {}
        with closing(self._connect()) as connection:
            for start in range(0, len(keys), 500):
                part = keys[start : start + 500]
                marks = ",".join("?" * len(part))
                rows = connection.execute(f"SELECT key, score FROM scores WHERE key IN ({marks})", part)  # noqa: S608
                found.update((key, json.loads(score)) for key, score in rows)
        return found

    def _keep(self, scores: dict[str, list[float]]) -> None:
        with closing(self._connect()) as connection, connection:
            rows = [(key, json.dumps(score)) for key, score in scores.items()]
            connection.executemany("INSERT OR REPLACE INTO scores VALUES (?, ?)", rows)
