"""Connections of strangers: as many as the machine can bear, and none that keeps the server waiting for long.

A connection waits while no request of it is under way: its headers have not come, or only in part. One that waits too long,
or does not take the answer it asked for, is cut. Where there are too many, the one that has waited longest makes room.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass
from typing import Any

from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol

WANTED_FILES = 8192
RESERVED_FILES = 384  # for the database, whose files every request opens anew, and for connections not yet accepted
FEWEST_CONNECTIONS = 32
BACKLOG = 128
ALIKE_PER_MINUTE = 3


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """How many connections there may be, and how many seconds one may wait: for headers, or with an answer not taken."""

    most: int = 1024
    header_seconds: float = 10.0
    stalled_seconds: float = 30.0
    every_seconds: float = 1.0


def open_file_limit() -> int:
    """Raise the number of files this process may open as far as it may, and give it."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return WANTED_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED_FILES if hard == resource.RLIM_INFINITY else min(WANTED_FILES, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return WANTED_FILES if soft == resource.RLIM_INFINITY else soft
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


def fitting_limits() -> ConnectionLimits:
    """The limits that the open files allow."""
    most = min(ConnectionLimits().most, max(FEWEST_CONNECTIONS, open_file_limit() - RESERVED_FILES))
    return ConnectionLimits(most)


def guarded_protocol(limits: ConnectionLimits) -> type[H11Protocol]:
    """uvicorn's protocol with limits."""
    live: set[GuardedProtocol] = set()

    class GuardedProtocol(H11Protocol):
        """One connection."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            """Make room for the connection where there is none, and look at it from time to time."""
            super().connection_made(transport)
            self.last_progress, self.unsent = self.loop.time(), 0
            live.add(self)
            self._make_room()
            self.next_look = self.loop.call_later(limits.every_seconds, self._look)

        def connection_lost(self, exc: Exception | None) -> None:
            """Stop looking."""
            self.next_look.cancel()
            live.discard(self)
            super().connection_lost(exc)

        def on_response_complete(self) -> None:
            """The wait for the next request begins."""
            self.last_progress = self.loop.time()
            super().on_response_complete()

        @property
        def busy(self) -> bool:
            """Whether a request is being answered."""
            return self.cycle is not None and not self.cycle.response_complete

        def _make_room(self) -> None:
            if len(live) > limits.most:
                waiting = [one for one in live if one is not self and not one.busy]
                longest = min(waiting, key=lambda one: one.last_progress, default=self)
                live.discard(longest)
                longest.transport.abort()

        def _look(self) -> None:
            now, unsent = self.loop.time(), self.transport.get_write_buffer_size()
            taken = not self.unsent or unsent < self.unsent
            if taken if unsent else self.busy:
                self.last_progress = now
            self.unsent = unsent
            if now - self.last_progress > (limits.stalled_seconds if unsent else limits.header_seconds):
                self.transport.abort()
            else:
                self.next_look = self.loop.call_later(limits.every_seconds, self._look)

    return GuardedProtocol


class FewAlike(logging.Filter):
    """Lets few messages alike through a minute, each in one line: a stranger's nonsense must not fill the disk."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[str, list[float]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a message is shown; a traceback is cut to its last line."""
        raised = record.exc_info[1] if record.exc_info else None
        if raised is not None:
            record.msg, record.args = (
                f"{record.getMessage()} ({type(raised).__name__}: {raised})".replace("\n", " "),
                (),
            )
            record.exc_info = record.exc_text = None
        now, key = time.monotonic(), str(record.msg)[:200]
        recent = [moment for moment in self._seen.get(key, ()) if now - moment < 60]
        if len(self._seen) > 1000:
            self._seen.clear()
        self._seen[key] = [*recent, now][-ALIKE_PER_MINUTE:]
        return len(recent) < ALIKE_PER_MINUTE


def quiet_logs() -> None:
    """Send what uvicorn and asyncio have to say to standard error, a few lines at most."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("mteval human serve: %(message)s"))
    handler.addFilter(FewAlike())
    for name in ("uvicorn", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.WARNING)


def server_config(app: Any, proxies: tuple[str, ...] = (), limits: ConnectionLimits | None = None) -> Config:
    """How uvicorn serves strangers; X-Forwarded-For and -Proto are believed from the proxies alone."""
    return Config(
        app,
        http=guarded_protocol(limits or fitting_limits()),
        ws="none",
        access_log=False,  # the addresses hold the annotators' tokens
        log_config=None,
        server_header=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=5,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
    )
