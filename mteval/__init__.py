"""One registry of machine translation test suites with one report format."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mteval.api import adjudicate, export, run, score, show
    from mteval.compare import Settings
    from mteval.gate import changes
    from mteval.library import find_suite, load_suite
    from mteval.linting import lint
    from mteval.report_store import read_results, write_results
    from mteval.reproduction import reproduce
    from mteval.stored_comparison import compare_stored

__all__ = [
    "Settings",
    "adjudicate",
    "changes",
    "compare_stored",
    "export",
    "find_suite",
    "lint",
    "load_suite",
    "read_results",
    "reproduce",
    "run",
    "score",
    "show",
    "write_results",
]

_HOMES = {
    "Settings": "mteval.compare",
    "changes": "mteval.gate",
    "compare_stored": "mteval.stored_comparison",
    "lint": "mteval.linting",
    "reproduce": "mteval.reproduction",
    "find_suite": "mteval.library",
    "load_suite": "mteval.library",
    "read_results": "mteval.report_store",
    "write_results": "mteval.report_store",
    "adjudicate": "mteval.api",
    "export": "mteval.api",
    "run": "mteval.api",
    "score": "mteval.api",
    "show": "mteval.api",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import mteval` stays instant."""
    if name == "__version__":
        return import_module("mteval.core.version").own_version()
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'mteval' has no attribute '{name}'")
