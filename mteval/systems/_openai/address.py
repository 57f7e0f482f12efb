"""Where an endpoint is and how to be let in: its address, and a key that comes from the environment and goes nowhere else."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from mteval.core.errors import UsageError

DEFAULT_KEY = "OPENAI_API_KEY"
HIDDEN = "***"


@dataclass(frozen=True, slots=True)
class EndpointAddress:
    """The address of an OpenAI-compatible server and the key for it, which never shows."""

    url: str
    key: str = field(default="", repr=False)

    @property
    def host(self) -> str:
        """The server's name, as reports show it."""
        return urlsplit(self.url).hostname or ""

    def without_key(self, text: str) -> str:
        """A text of the server's without the key, which some servers repeat."""
        return text.replace(self.key, HIDDEN) if self.key else text


def endpoint_address(url: str, key_variable: str | None) -> EndpointAddress:
    """Check the address, and take the key from the environment."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise UsageError(f"url={_shown(url)} is no address of a server. Write url=http://HOST:PORT/v1.")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise UsageError(
            f"url={_shown(url)} holds more than an address. Keys go into the environment variable {DEFAULT_KEY}, or the "
            "one that key_env=NAME names."
        )
    path = parts.path.rstrip("/") or "/v1"
    return EndpointAddress(f"{parts.scheme}://{parts.netloc}{path}", _key(parts.hostname, key_variable))


def _shown(url: str) -> str:
    """An address without whatever might be a secret in it."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.hostname}{parts.path}" if parts.hostname else "…"


def _key(host: str, variable: str | None) -> str:
    key = os.environ.get(variable or DEFAULT_KEY, "").strip()
    if key and (not key.isascii() or not key.isprintable() or " " in key):
        raise UsageError(
            f"The environment variable {variable or DEFAULT_KEY} does not hold a key: it has spaces or odd signs."
        )
    if not key and (variable is not None or host == "api.openai.com"):
        raise UsageError(f"{host} wants a key. Put it into the environment variable {variable or DEFAULT_KEY}.")
    return key
