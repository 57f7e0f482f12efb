"""Versions of mteval and of installed packages, without importing them."""

from __future__ import annotations

from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version


@lru_cache
def own_version() -> str:
    """The installed version, for signatures and fingerprints."""
    return version("mteval-suites")


def installed_version(package: str) -> str:
    """The version of a package, or "none"."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"
