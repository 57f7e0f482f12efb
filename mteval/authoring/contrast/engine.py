"""Runs one function over many shards, here or on a cluster, and never twice over the same one."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mteval.authoring.contrast.shards import is_whole, write_summary
from mteval.core.errors import MtevalError
from mteval.evaluation.engine import LOCAL, cluster, scheduler_address

Job = tuple[Path, Path]  # what to read, and where the summary goes when it is done
Work = Callable[..., dict[str, Any]]
Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Engine:
    """Where work runs: `local`, or `dask:tcp://host:port`."""

    name: str = LOCAL
    jobs: int = 1

    def __post_init__(self) -> None:
        scheduler_address(self.name)

    def run(self, work: Work, jobs: Sequence[Job], shared: Any, report: Report) -> list[dict[str, Any]]:
        """Do every job that has no summary yet; `work(input, folder, shared)` gives the summary of one."""
        waiting = [job for job in jobs if not is_whole(job[1])]
        done = len(jobs) - len(waiting)
        report(done, len(jobs))
        with self._parallel() as parallel:
            from joblib import delayed

            for problem in parallel(delayed(_do)(work, job, shared) for job in waiting):
                if problem:
                    raise MtevalError(problem)
                done += 1
                report(done, len(jobs))
        return [json.loads(summary.read_text(encoding="utf-8")) for _, summary in jobs]

    @contextmanager
    def _parallel(self) -> Iterator[Any]:
        from joblib import Parallel, parallel_config

        if self.name == LOCAL:
            with Parallel(n_jobs=self.jobs, return_as="generator", batch_size=1) as parallel:
                yield parallel
            return
        with (
            cluster(self.name),
            parallel_config("dask"),
            Parallel(return_as="generator", batch_size=1) as parallel,
        ):
            yield parallel


def _do(work: Work, job: Job, shared: Any) -> str:
    """One job; the summary is written last and at once, so a killed worker leaves nothing that looks finished.

    Bad input comes back as its message, since not every error survives the way between processes.
    """
    path, summary = job
    start = time.perf_counter()
    try:
        found = work(path, summary.with_suffix(""), shared)
    except MtevalError as error:
        return str(error)
    write_summary(summary, {**found, "seconds": time.perf_counter() - start})
    return ""
