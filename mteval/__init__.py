"""One registry of machine translation test suites with one report format."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mteval.api import run, score
    from mteval.compare import Settings
    from mteval.library import find_suite, load_suite
    from mteval.report_store import read_results, write_results

__all__ = ["Settings", "find_suite", "load_suite", "read_results", "run", "score", "write_results"]

_HOMES = {
    "Settings": "mteval.compare",
    "find_suite": "mteval.library",
    "load_suite": "mteval.library",
    "read_results": "mteval.report_store",
    "write_results": "mteval.report_store",
    "run": "mteval.api",
    "score": "mteval.api",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import mteval` stays instant."""
    if name == "__version__":
        return import_module("mteval.core.version").own_version()
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'mteval' has no attribute '{name}'")
