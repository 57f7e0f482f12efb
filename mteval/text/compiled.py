"""Compiling loops with numba: one source for the plain and the compiled function, and a cache that always works."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import FunctionType
from typing import Any

LOADING = 3_000_000
"""Elementary steps of a Python loop that take about as long as importing numba and loading cached kernels."""


class Effort:
    """Decides when a job has grown large enough that loading compiled code pays; once loaded it is always used."""

    def __init__(self, limit: int = LOADING) -> None:
        self.limit = limit
        self._spent = 0

    def pays(self, steps: int) -> bool:
        """Count these steps, and say whether to run them compiled."""
        self._spent += steps
        return self._spent >= self.limit


effort = Effort()


def compile_together(functions: Sequence[Callable[..., Any]]) -> dict[str, Any]:
    """Compile functions that call each other, callees first; the originals stay as they are for small jobs."""
    return bind_together(functions, _jit)


def compiled_with(functions: Sequence[Callable[..., Any]], **replaced: Callable[..., Any]) -> dict[str, Any]:
    """The same, with some functions replaced by what only the compiler understands."""
    return bind_together(functions, _jit, **replaced)


def bind_together(
    functions: Sequence[Callable[..., Any]], wrap: Callable[[Any], Any], **replaced: Callable[..., Any]
) -> dict[str, Any]:
    """Copies of functions that call each other's wrapped copies, or what replaces them."""
    namespace: dict[str, Any] = {}
    for function in functions:
        if not isinstance(function, FunctionType):
            continue
        namespace = namespace or dict(function.__globals__)
        copy = FunctionType(function.__code__, namespace, function.__name__, function.__defaults__)
        copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
        namespace[function.__name__] = replaced.get(function.__name__) or wrap(copy)
    return namespace


def _jit(function: Callable[..., Any]) -> Any:
    import numba

    try:
        return numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:
        # Neither the package's folder nor the user's cache folder can be written: compile anew in each process.
        return numba.njit(nogil=True)(function)


def cores() -> int:
    """How many cores this process may use, eight at most."""
    return min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1, 8)


def in_threads(task: Callable[[int, int], None], count: int, least: int = 256) -> None:
    """Run task(start, stop) over ranges that cover `count` items, on every core, for tasks that release the GIL."""
    workers = cores()
    if workers == 1 or count < 2 * least:
        task(0, count)
        return
    # Several parts per worker even out segments of different lengths.
    size = max(least, -(-count // (4 * workers)))
    with ThreadPoolExecutor(workers) as pool:
        for done in [pool.submit(task, start, min(start + size, count)) for start in range(0, count, size)]:
            done.result()
