"""What every request must pass: size, rate and origin limits; and what every answer carries."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import time
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any
from urllib.parse import urlsplit

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LARGEST_BODY = 64 * 1024
BODY_SECONDS = 30.0
BURST, PER_SECOND = 60, 5.0
STRANGER_BURST, STRANGER_PER_SECOND = 30, 0.5
MOST_BUCKETS = 10_000
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # Personal links hold the token, so no page may pass its own address on to another site.
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cross-origin-opener-policy": "same-origin",
}


def form_token(secret: str, token: str) -> str:
    """The proof that a form came from a page we made for this annotator."""
    return hmac.new(secret.encode(), f"form/{token}".encode(), hashlib.sha256).hexdigest()


def proves(secret: str, token: str, given: str) -> bool:
    """Whether a form carries the right proof."""
    return hmac.compare_digest(form_token(secret, token).encode(), given.encode())


def from_elsewhere(headers: Mapping[str, str], url: str = "") -> bool:
    """Whether a browser says that the request was made by another site; `url` is the site's own address, where known."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = headers.get("origin")
    if origin in (None, ""):
        return False
    try:
        place, own = urlsplit(origin), urlsplit(url)
        at_home = bool(own.hostname) and (place.hostname, place.port) == (own.hostname, own.port)
    except ValueError:
        return True
    return not at_home and place.netloc != headers.get("host", "")


def whole_number(text: str, *, digits: int = 9) -> int | None:
    """The number that up to so many digits 0–9 write; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


class BodyTooLargeError(Exception):
    """More came than was announced, or than is allowed."""


class BodyTooSlowError(Exception):
    """The body of a request did not come in time."""


class RateLimit:
    """Token buckets: each key may do `burst` things at once and `per_second` in the long run."""

    def __init__(self, burst: int = BURST, per_second: float = PER_SECOND) -> None:
        self.burst, self.per_second = burst, per_second
        self._buckets: dict[str, tuple[float, float]] = {}

    def allows(self, key: str, at: float | None = None) -> bool:
        """Take one from the bucket of a key."""
        moment = time.monotonic() if at is None else at
        level, last = self._buckets.pop(key, (float(self.burst), moment))
        level = min(self.burst, level + (moment - last) * self.per_second)
        if len(self._buckets) >= MOST_BUCKETS:
            self._buckets.pop(next(iter(self._buckets)))
        allowed = level >= 1
        self._buckets[key] = (level - 1 if allowed else level, moment)
        return allowed


class Guard:
    """Wraps the app: bodies that are too large or too slow are refused, and every answer gets the headers above."""

    def __init__(self, app: App, largest: int = LARGEST_BODY, body_seconds: float = BODY_SECONDS) -> None:
        self.app, self.largest, self.body_seconds = app, largest, body_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        length = whole_number(headers.get("content-length", "0"))
        if length is None or length > self.largest:
            await _refuse(self._dressed(send), 413, "Too large.")
            return
        await self.app(scope, self._counted(receive), self._dressed(send))

    def _counted(self, receive: Receive) -> Receive:
        """A body without a length, or with a false one, is cut off where the limit is, a slow one when the time is up."""
        total, more = 0, True
        deadline = time.monotonic() + self.body_seconds

        async def counted() -> Message:
            nonlocal total, more
            if not more:
                return await receive()
            try:
                message = await asyncio.wait_for(receive(), max(deadline - time.monotonic(), 0))
            except TimeoutError:
                raise BodyTooSlowError from None
            total += len(message.get("body", b""))
            more = bool(message.get("more_body"))
            if total > self.largest:
                raise BodyTooLargeError
            return message

        return counted

    def _dressed(self, send: Send) -> Send:
        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = message.setdefault("headers", [])
                present = {name.lower() for name, _ in given}
                ours = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*given, *(pair for pair in ours if pair[0] not in present)]
            await send(message)

        return dressed


async def _refuse(send: Send, status: int, text: str) -> None:
    body = text.encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
