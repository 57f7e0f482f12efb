"""Portions of large jobs done side by side in several processes, where Python itself is what takes the time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from mteval.text.compiled import cores

Task = TypeVar("Task")
Found = TypeVar("Found")
MANY_LINES = 1 << 17
"""From so many lines on it pays to start other processes."""


def in_processes(work: Callable[[Task], Found], tasks: Iterable[Task], lines: int) -> Iterator[Found]:
    """What `work` makes of each task, in their order; `lines` is how many there are in all.

    Few are worked on here. Tasks are made when a process is free, so that only some are held at a time.
    """
    workers = cores()
    if lines < MANY_LINES or workers == 1:
        yield from map(work, tasks)
        return
    from joblib import Parallel, delayed

    parallel = Parallel(n_jobs=workers, return_as="generator", batch_size=1, pre_dispatch=workers + 1)
    yield from parallel(delayed(work)(task) for task in tasks)
