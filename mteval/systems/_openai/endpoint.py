"""Requests to an OpenAI-compatible server: kept-alive connections, time-outs, and retries that wait as long as they are told."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from importlib.util import find_spec
from threading import Event, Lock
from typing import Any

from mteval.core.errors import MissingDependencyError, MtevalError
from mteval.systems._openai.address import EndpointAddress

Body = Mapping[str, Any]
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 60.0
LONGEST_WAIT = 600.0
"""The longest Retry-After that is waited for."""
PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
"""Statuses that may be gone the next time."""
ESCAPED_SURROGATE = rb"\ud"
"""How half a character begins in JSON, which no file could hold; whole ones are escaped as two of them."""
CLOSED = {401: "does not accept the key", 403: "does not allow this"}
FAILURES_IN_A_ROW = 5
SHOWN = 200


class EndpointError(MtevalError):
    """The server cannot be used at all, so that asking on is no use."""


class RequestFailureError(Exception):
    """One request came to nothing; `passing` where it may succeed another time, after `pause` seconds if the server says so."""

    def __init__(self, reason: str, *, passing: bool, pause: float | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.passing = passing
        self.pause = pause


@dataclass(frozen=True, slots=True)
class EndpointSettings:
    """How patient a client is, and how many requests it has under way at once."""

    timeout: float = 120.0
    retries: int = 5
    concurrency: int = 8


@dataclass(frozen=True, slots=True)
class ServerReply:
    """What a server sent, and the seconds the last attempt took."""

    data: dict[str, Any]
    seconds: float


class Endpoint:
    """A client of one server, for many threads."""

    def __init__(self, address: EndpointAddress, settings: EndpointSettings) -> None:
        if find_spec("httpx") is None:
            raise MissingDependencyError(
                "The openai backend", "the package httpx", "Run: pip install 'mteval-suites[llm]'"
            )
        import httpx

        self.address = address
        self.settings = settings
        self._abandoned = Event()
        self._lock = Lock()
        self._failures = 0
        self._answered = False
        self._listed: tuple[str, ...] = ()
        many = settings.concurrency
        self._client = httpx.Client(
            headers={"Authorization": f"Bearer {address.key}"} if address.key else {},
            timeout=httpx.Timeout(settings.timeout, connect=min(10.0, settings.timeout), pool=None),
            limits=httpx.Limits(max_connections=many, max_keepalive_connections=many),
        )

    def served(self, model: str) -> dict[str, Any]:
        """What the server says of a model; nothing where it has no list of models.

        A server that cannot be reached is refused.
        """
        import httpx

        try:
            reply = self._client.get(f"{self.address.url}/models", timeout=min(30.0, self.settings.timeout))
        except httpx.HTTPError as error:
            raise EndpointError(
                f"There is no answer from {self.address.url} ({_name(error)}). Is the server running, and the url right?"
            ) from None
        if reply.status_code in CLOSED:
            raise EndpointError(self._refused(reply.status_code, reply.text))
        entries = _entries(reply)
        known = {str(entry.get("id")): entry for entry in entries}
        self._listed = tuple(known)
        # A server of one model, such as llama.cpp's, mostly answers by it whatever name it is asked for by.
        return known.get(model) or (entries[0] if len(entries) == 1 else {})

    def abandon(self) -> None:
        """Let requests that wait for another attempt give up."""
        self._abandoned.set()

    def resume(self) -> None:
        """Ask again after having given up."""
        self._abandoned.clear()

    def post(self, path: str, body: Body) -> ServerReply:
        """Send a request, again and again where the fault may pass; a reply is a JSON object."""
        for attempt in range(self.settings.retries + 1):
            try:
                reply = self._attempt(path, body)
            except RequestFailureError as failure:
                if not failure.passing or attempt == self.settings.retries:
                    self._count_failure(failure)
                    raise
                if self._abandoned.wait(_backoff(attempt) if failure.pause is None else failure.pause):
                    raise
            else:
                self._failures, self._answered = 0, True
                return reply
        raise AssertionError  # pragma: no cover  (the last attempt returns or raises)

    def _attempt(self, path: str, body: Body) -> ServerReply:
        import httpx

        started = time.perf_counter()
        try:
            reply = self._client.post(f"{self.address.url}/{path}", json=dict(body))
        except httpx.TimeoutException:
            raise RequestFailureError(f"no answer within {self.settings.timeout:g} seconds", passing=True) from None
        except httpx.HTTPError as error:
            raise RequestFailureError(f"the connection broke ({_name(error)})", passing=True) from None
        if reply.status_code != httpx.codes.OK:
            raise self._failure(reply.status_code, reply.text, reply.headers.get("Retry-After"), path)
        try:
            data = reply.json()
            if ESCAPED_SURROGATE in reply.content.lower():
                json.dumps(data, ensure_ascii=False).encode()
        except (ValueError, RecursionError):
            raise RequestFailureError("the reply is no JSON", passing=True) from None
        if not isinstance(data, dict):
            raise RequestFailureError("the reply is no JSON object", passing=True)
        if data.get("error"):
            raise RequestFailureError(f"the server says: {self._message(data)}", passing=False)
        if not isinstance(data.get("choices"), list) or not data["choices"]:
            raise RequestFailureError("the reply holds no answer", passing=True)
        return ServerReply(data, time.perf_counter() - started)

    def _failure(self, status: int, text: str, retry_after: str | None, path: str) -> Exception:
        if status in CLOSED:
            return EndpointError(self._refused(status, text))
        message = self._shortened(text)
        if status == 404:
            listed = f" It lists these models: {', '.join(self._listed[:10])}." if self._listed else ""
            return EndpointError(f"{self.address.url}/{path} is not found on this server: {message}.{listed}")
        if status == 429 and "insufficient_quota" in text:
            return EndpointError(f"{self.address.host} says that nothing is left to spend: {message}")
        wait = seconds_to_wait(retry_after)
        if wait is not None and wait > LONGEST_WAIT:
            return EndpointError(f"{self.address.host} asks to come back in {wait:.0f} seconds. Run again then.")
        return RequestFailureError(f"the server said {status}: {message}", passing=status in PASSING, pause=wait)

    def _count_failure(self, failure: RequestFailureError) -> None:
        """Several questions in a row without an answer mean that the server is gone, not that the questions are hard."""
        with self._lock:
            # A question may be too long for the model; only if none was ever answered is the way of asking wrong.
            if not failure.passing and self._answered:
                return
            self._failures += 1
            if self._failures >= FAILURES_IN_A_ROW:
                raise EndpointError(
                    f"{self.address.host} does not answer: {self._failures} questions in a row came to nothing; the last time, "
                    f"{failure.reason}. Answers that were kept are not asked for again: run once more to go on."
                )

    def _refused(self, status: int, text: str) -> str:
        return f"{self.address.host} {CLOSED[status]} ({status}): {self._shortened(text)}"

    def _shortened(self, text: str) -> str:
        import json

        try:
            data = json.loads(text)
        except ValueError:
            data = None
        message = self._message(data) if isinstance(data, dict) else text
        return self.address.without_key(" ".join(message.split()))[:SHOWN] or "(no message)"

    def _message(self, data: Mapping[str, Any]) -> str:
        error = data.get("error") or data.get("detail") or data.get("message") or ""
        found = error.get("message", "") if isinstance(error, dict) else error
        return self.address.without_key(str(found))[:SHOWN]


def seconds_to_wait(header: str | None) -> float | None:
    """The seconds a Retry-After header asks for, given as a number or as a date; None where it says nothing."""
    if not header:
        return None
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        date = parsedate_to_datetime(header)
    except ValueError:
        return None
    moment = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())


def _backoff(attempt: int) -> float:
    """Twice as long each time, somewhere in the upper half, lest all threads come back together."""
    return min(LONGEST_PAUSE, FIRST_PAUSE * 2.0**attempt) * random.uniform(0.5, 1.0)


def _entries(reply: Any) -> list[dict[str, Any]]:
    try:
        data = reply.json()
    except ValueError:
        return []
    entries = data.get("data") if isinstance(data, dict) else None
    return [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []


def _name(error: Exception) -> str:
    return type(error).__name__
