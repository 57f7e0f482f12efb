"""Where mteval keeps what it need not make again."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder() -> Path:
    """Where fetched data, answers, scores and unpacked vectors are kept: MTEVAL_CACHE, or the user's cache folder."""
    chosen = os.environ.get("MTEVAL_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mteval"
