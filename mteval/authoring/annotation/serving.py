"""Starts the server of a job and says who goes where."""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import urlsplit

from mteval.authoring.annotation.job import read_job
from mteval.core.errors import MissingDependencyError, UsageError
from mteval.storage.allocator import share_arenas

HEAPS = 2
"""The server's threads come and go; with a heap for each, its memory would follow their number."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where the server listens, how annotators reach it where that differs, and the proxies it believes."""

    host: str = "127.0.0.1"
    port: int = 8100
    url: str | None = None
    proxies: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.url is not None and not _is_site(self.url):
            raise UsageError(f"--url {self.url} must be http:// or https:// and a host, without a path.")
        for one in self.proxies:
            if not _is_network(one):
                raise UsageError(f"--proxy {one} must be an IP address or network, such as 127.0.0.1 or 10.0.0.0/8.")


def serve_job(path: Path, address: Address, database: Path | None, announce: Callable[[str, str], None]) -> None:
    """Serve a job until interrupted; once it listens, `announce` gets everybody's name and link, the organiser's last."""
    job = read_job(path)
    try:
        import uvicorn

        from mteval.authoring.annotation.app import open_server
        from mteval.authoring.annotation.connections import quiet_logs, server_config
    except ImportError as error:
        remedy = "Install it with: pip install 'mteval-suites[serve]'"
        raise MissingDependencyError("mteval human serve", error.name or "starlette", remedy) from error
    server = open_server(job, database or path.with_suffix(".sqlite"))
    listening = _listen(address.host, address.port)
    server.url = (address.url or f"http://{_shown(address.host)}:{listening.getsockname()[1]}").rstrip("/")
    for one in server.database.progress():
        announce(one.annotator, f"{server.url}/a/{one.token}")
    announce("organiser", f"{server.url}/o/{server.database.meta('organiser')}")
    quiet_logs()
    share_arenas(HEAPS)
    uvicorn.Server(server_config(server.app(), address.proxies)).run(sockets=[listening])


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


def _is_site(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return bool(
            parts.scheme in ("http", "https") and parts.hostname and parts.port != 0 and parts.path in ("", "/")
        )
    except ValueError:
        return False


def _is_network(text: str) -> bool:
    try:
        return bool(ip_network(text))
    except ValueError:
        return False
