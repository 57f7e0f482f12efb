"""Scores that took a model to compute, kept on disk by content: equal model, settings and texts are scored once."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mteval.storage.content_cache import ContentCache
from mteval.storage.digests import text_digest

Scorer = Callable[[Sequence[int]], Sequence[Sequence[float]]]
"""Scores the items at some positions."""


def content_key(fingerprint: str, texts: Sequence[str | None]) -> str:
    """A digest of what a score depends on."""
    return text_digest(json.dumps([fingerprint, *texts], ensure_ascii=False))


class ScoreCache:
    """Rows of scores by content; each batch is kept before the next is scored."""

    def __init__(self, folder: Path | None = None) -> None:
        self._cache = ContentCache("scores", folder)

    def complete(self, keys: Sequence[str], score: Scorer, batch: int) -> NDArray[np.float64]:
        """The scores (items, values) of all keys; unknown ones are computed in batches, an equal key only once."""
        known = self._cache.known(list(dict.fromkeys(keys)), _row)
        first = {key: position for position, key in reversed(list(enumerate(keys))) if key not in known}
        missing = sorted(first.values())
        for start in range(0, len(missing), batch):
            positions = missing[start : start + batch]
            fresh = {keys[at]: list(map(float, row)) for at, row in zip(positions, score(positions), strict=True)}
            self._cache.keep({key: json.dumps(row) for key, row in fresh.items()})
            known.update(fresh)
        return np.array([known[key] for key in keys], dtype=np.float64)


def _row(text: str) -> list[float]:
    return [float(value) for value in json.loads(text)]
