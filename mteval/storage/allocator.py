"""Keeps the C library from holding memory that nobody uses: batches of ever other sizes leave holes between what is kept.

Only glibc is told; elsewhere nothing happens.
"""

from __future__ import annotations

import ctypes
import sys
import time
from functools import lru_cache
from typing import Any

ARENA_MAX = -8  # M_ARENA_MAX of malloc.h
EVERY_SECONDS = 2.0


class SpareMemory:
    """Memory that was freed and not yet given back to the system."""

    def __init__(self, every_seconds: float = EVERY_SECONDS) -> None:
        self._every = every_seconds
        self._last = time.monotonic()

    def give_back(self) -> bool:
        """Give it back, unless that was done a moment ago; whether anything was asked of the C library."""
        library = _glibc()
        if library is None or time.monotonic() - self._last < self._every:
            return False
        library.malloc_trim(0)
        self._last = time.monotonic()
        return True


def share_arenas(most: int) -> None:
    """Let the threads that come and go allocate from so many heaps at most, instead of eight for each processor."""
    library = _glibc()
    if library is not None:
        library.mallopt(ARENA_MAX, most)


@lru_cache(maxsize=1)
def _glibc() -> Any:
    """The C library, where it is one with these calls."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        library = ctypes.CDLL(None)
        return library if library.gnu_get_libc_version and library.malloc_trim and library.mallopt else None
    except (OSError, AttributeError):
        return None
