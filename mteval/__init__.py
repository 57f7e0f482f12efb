"""One registry of machine translation test suites with one report format."""

from __future__ import annotations

from importlib import import_module
from types import FunctionType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mteval.api import (
        RunResults,
        adjudicate,
        compare_stored,
        export,
        list_metrics,
        list_suites,
        merge,
        read_results,
        run,
        score,
        show,
        write_results,
    )
    from mteval.core.errors import MtevalError
    from mteval.evaluation.gate import changes
    from mteval.evaluation.lint import lint
    from mteval.evaluation.settings import Settings
    from mteval.library import find_suite, load_suite
    from mteval.recipes._reproduction import reproduce

__all__ = [
    "MtevalError",
    "RunResults",
    "Settings",
    "adjudicate",
    "changes",
    "compare_stored",
    "export",
    "find_suite",
    "lint",
    "list_metrics",
    "list_suites",
    "load_suite",
    "merge",
    "read_results",
    "reproduce",
    "run",
    "score",
    "show",
    "write_results",
]

_HOMES = {
    "MtevalError": "mteval.core.errors",
    "Settings": "mteval.evaluation.settings",
    "changes": "mteval.evaluation.gate",
    "lint": "mteval.evaluation.lint",
    "reproduce": "mteval.recipes._reproduction",
    "find_suite": "mteval.library",
    "load_suite": "mteval.library",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import mteval` stays instant."""
    if name == "__version__":
        return import_module("mteval.core.version").own_version()
    if name in __all__:
        found = getattr(import_module(_HOMES.get(name, "mteval.api")), name)
        if isinstance(found, FunctionType):
            found = import_module("mteval.core.python_hints").with_python_hints(found)
        # Kept, so that a name means the same object each time.
        return globals().setdefault(name, found)
    raise AttributeError(f"module 'mteval' has no attribute '{name}'")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
