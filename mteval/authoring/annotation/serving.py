"""Starts the server of a job and says who goes where."""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from mteval.authoring.annotation.job import read_job
from mteval.core.errors import MissingDependencyError, UsageError


@dataclass(frozen=True, slots=True)
class Address:
    """Where the server listens, and how annotators reach it where that differs."""

    host: str = "127.0.0.1"
    port: int = 8100
    url: str | None = None


def serve_job(path: Path, address: Address, database: Path | None, announce: Callable[[str, str], None]) -> None:
    """Serve a job until interrupted; once it listens, `announce` gets everybody's name and link, the organiser's last."""
    job = read_job(path)
    try:
        import uvicorn

        from mteval.authoring.annotation.app import open_server
    except ImportError as error:
        remedy = "Install it with: pip install 'mteval-suites[serve]'"
        raise MissingDependencyError("mteval human serve", error.name or "starlette", remedy) from error
    server = open_server(job, database or path.with_suffix(".sqlite"))
    listening = _listen(address.host, address.port)
    base = (address.url or f"http://{_shown(address.host)}:{listening.getsockname()[1]}").rstrip("/")
    for one in server.database.progress():
        announce(one.annotator, f"{base}/a/{one.token}")
    announce("organiser", f"{base}/o/{server.database.meta('organiser')}")
    # No access log: the addresses hold the annotators' tokens.
    config = uvicorn.Config(server.app(), access_log=False, log_level="warning", server_header=False)
    uvicorn.Server(config).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        # Listening before the links are told: whoever follows one at once waits instead of being refused.
        listening.listen(128)
    except OSError as error:
        listening.close()
        raise UsageError(f"Cannot listen on {host}:{port}: {error.strerror}. Choose another --port.") from None
    return listening


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host
