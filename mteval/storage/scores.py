"""Scores that took a model to compute, kept on disk by content: equal model, settings and texts are scored once."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from mteval.storage.content_cache import ContentCache
from mteval.storage.digests import text_digest

Entry = TypeVar("Entry")
Scorer = Callable[[Sequence[int]], Sequence[Sequence[float]]]
"""Scores the items at some positions."""


def content_key(fingerprint: str, texts: Sequence[str | None]) -> str:
    """A digest of what a score depends on."""
    return text_digest(json.dumps([fingerprint, *texts], ensure_ascii=False))


class ScoreCache:
    """Values by content that took a model; each batch is kept before the next is computed."""

    def __init__(self, folder: Path | None = None) -> None:
        self._cache = ContentCache("scores", folder)

    def complete(
        self, keys: Sequence[str], score: Scorer, batch: int, lengths: Sequence[int] | None = None
    ) -> NDArray[np.float64]:
        """The scores (items, values) of all keys."""
        return np.array(self.entries(keys, score, batch, lengths, _row), dtype=np.float64)

    def entries(
        self,
        keys: Sequence[str],
        compute: Callable[[Sequence[int]], Sequence[Any]],
        batch: int,
        lengths: Sequence[int] | None,
        read: Callable[[Any], Entry],
    ) -> list[Entry]:
        """What `read` makes of the JSON values of all keys; unknown ones are computed in batches, an equal key only once.

        Where lengths are given, items of like length travel together, so that a batch is little padding.
        """
        known = self._cache.known(list(dict.fromkeys(keys)), lambda text: read(json.loads(text)))
        first = {key: position for position, key in reversed(list(enumerate(keys))) if key not in known}
        missing = sorted(first.values(), key=lambda position: (lengths[position] if lengths else 0, position))
        for start in range(0, len(missing), batch):
            positions = missing[start : start + batch]
            fresh = {keys[at]: read(made) for at, made in zip(positions, compute(positions), strict=True)}
            self._cache.keep({key: json.dumps(made) for key, made in fresh.items()})
            known.update(fresh)
        return [known[key] for key in keys]


def _row(values: Sequence[float]) -> list[float]:
    return [float(value) for value in values]
