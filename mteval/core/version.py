"""The version of mteval that is installed."""

from __future__ import annotations

from functools import lru_cache
from importlib.metadata import version


@lru_cache
def own_version() -> str:
    """The installed version, for signatures and fingerprints."""
    return version("mteval-suites")
