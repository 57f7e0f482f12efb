"""Whether the model hub can be reached: asked once and briefly, as its library tries again and again for a minute and more."""

from __future__ import annotations

import os
import socket
from concurrent.futures import Future
from contextlib import suppress
from functools import lru_cache
from threading import Thread
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

PATIENCE = 8.0  # seconds: a connection that takes longer would not bring a model either


def hub_address() -> str:
    """The hub's address, which HF_ENDPOINT may change."""
    return os.environ.get("HF_ENDPOINT", "").rstrip("/") or "https://huggingface.co"


@lru_cache
def reachable(address: str, patience: float = PATIENCE) -> bool:
    """Whether something listens at an address; through a proxy that cannot be known, and is taken to be so."""
    parts = urlsplit(address)
    host = parts.hostname or ""
    if parts.scheme in getproxies() and not proxy_bypass(host):
        return True
    return _connects(host, parts.port or (80 if parts.scheme == "http" else 443), patience)


def _connects(host: str, port: int, patience: float) -> bool:
    """Names are looked up without a time limit of their own, so the whole attempt is left behind when it takes too long."""
    answer: Future[bool] = Future()

    def attempt() -> None:
        try:
            socket.create_connection((host, port), timeout=patience).close()
        except (OSError, UnicodeError):
            answer.set_result(False)
        else:
            answer.set_result(True)

    Thread(target=attempt, daemon=True).start()
    with suppress(TimeoutError):
        return answer.result(patience)
    return False
