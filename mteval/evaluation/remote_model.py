"""Puts questions to a model on a Dask cluster: every worker opens it once, and takes one portion of questions after another.

A portion that a dead worker had is given to another one. Portions are those a single process would ask, and a worker whose
model is not the very same refuses. The answers are then the same on machines alike; with other processors or numbers of
threads, log-probabilities may differ in the last digits of a float. What a worker opens and answers it logs as `mteval` (shown
where it is started with DASK_LOGGING__MTEVAL=info).
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from mteval.core import registry
from mteval.core.errors import MtevalError
from mteval.core.options import SystemSpec
from mteval.core.protocols import SpeaksLanguages, System
from mteval.core.queries import Answer, Query
from mteval.storage.answers import question_length

AHEAD = 3
"""So many portions a thread of the cluster are handed out at a time."""
LOOK_SECONDS = 5.0
PATIENCE_SECONDS = 60.0
"""How long a cluster may be without any worker."""
OPEN_MODELS = 2
"""So many models a worker keeps open."""

_one_at_a_time = threading.Lock()
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ModelTicket:
    """What a worker needs to open a model: what it is opened with, the suite's languages, the fingerprint it must have."""

    backend: str
    argument: str
    options: tuple[tuple[str, str], ...]
    languages: tuple[str, str]
    fingerprint: str


@dataclass(frozen=True, slots=True)
class PortionReply:
    """What a worker made of a portion: the answers, or why there are none. Not every error survives the way back."""

    answers: tuple[Answer, ...] = ()
    problem: str = ""


def answer_portion(ticket: ModelTicket, queries: Sequence[Query]) -> PortionReply:
    """Answer some questions on a worker, with the model it has open."""
    try:
        # Threads of one worker take turns: two of them would open the model twice and share its memory.
        with _one_at_a_time:
            answers = tuple(_opened(ticket).answer(queries))
        lengths = [question_length(query) for query in queries]
        _log.info("answered %d questions of %d to %d characters", len(lengths), min(lengths), max(lengths))
        return PortionReply(answers)
    except MtevalError as error:
        return PortionReply(problem=str(error))


@lru_cache(maxsize=OPEN_MODELS)
def _opened(ticket: ModelTicket) -> System:
    _log.info("opening %s:%s", ticket.backend, ticket.argument)
    system: System = registry.systems.find(ticket.backend)(ticket.argument, dict(ticket.options))
    if isinstance(system, SpeaksLanguages):
        system = system.speaking(*ticket.languages)
    if system.fingerprint != ticket.fingerprint:
        raise MtevalError(
            f"A worker of the cluster has another model at {ticket.backend}:{ticket.argument}, or other versions of the "
            "packages that run it. Give every machine the same."
        )
    return system


@dataclass(frozen=True, slots=True)
class RemoteModel:
    """A model on the workers of a cluster; `client` is distributed's."""

    client: Any
    spec: SystemSpec
    languages: tuple[str, str] = ("", "")

    def __call__(self, system: System, portions: Sequence[Sequence[Query]]) -> Iterator[tuple[int, Sequence[Answer]]]:
        """The place of each portion with its answers, in the order they come; `system` is the same model opened here."""
        ticket = self._ticket(system.fingerprint)
        waiting = iter(enumerate(portions))
        under_way: dict[Any, int] = {}
        try:
            while True:
                free = AHEAD * max(1, self._threads()) - len(under_way)
                for place, portion in islice(waiting, max(0, free)):
                    under_way[self.client.submit(answer_portion, ticket, portion, pure=False)] = place
                if not under_way:
                    return
                for future in self._finished(under_way):
                    yield under_way.pop(future), _answers(future)
        finally:
            self.client.cancel(list(under_way))

    def _ticket(self, fingerprint: str) -> ModelTicket:
        options = tuple((name, _everywhere(value)) for name, value in sorted(self.spec.options.items()))
        return ModelTicket(self.spec.backend, _everywhere(self.spec.argument), options, self.languages, fingerprint)

    def _threads(self) -> int:
        threads: Mapping[str, int] = self.client.nthreads()
        return sum(threads.values())

    def _finished(self, under_way: Mapping[Any, int]) -> list[Any]:
        """The portions that are done, once there are any; a cluster that has lost all its workers is given up."""
        from distributed import wait

        alone_since: float | None = None
        while True:
            try:
                return list(wait(list(under_way), timeout=LOOK_SECONDS, return_when="FIRST_COMPLETED").done)
            except TimeoutError:
                alone_since = None if self._threads() else alone_since or time.monotonic()
            if alone_since is not None and time.monotonic() - alone_since > PATIENCE_SECONDS:
                raise MtevalError(
                    f"The Dask cluster has had no worker for {PATIENCE_SECONDS:.0f} s. What was answered is kept: start "
                    "workers, and the run again."
                )


def _answers(future: Any) -> Sequence[Answer]:
    from asyncio import CancelledError

    from distributed import KilledWorker

    try:
        reply: PortionReply = future.result()
    except KilledWorker:
        raise MtevalError(
            "Several workers of the cluster died over the same questions. Have they memory for the model? What was answered "
            "is kept."
        ) from None
    except CancelledError:
        raise MtevalError(
            "The Dask scheduler has gone. What was answered is kept: start it, and the run again."
        ) from None
    except ModuleNotFoundError as error:
        raise MtevalError(f"A worker of the cluster has no package '{error.name}'. Install mteval there.") from None
    if reply.problem:
        raise MtevalError(reply.problem)
    return reply.answers


def _everywhere(value: str) -> str:
    """A path as workers can open it, who stand in other folders; anything else as it is."""
    path = Path(value)
    return str(path.resolve()) if value and path.exists() else value
