"""Which addresses data is fetched from: public ones, over https, unless the user asks for any (MTEVAL_ANY_URL=1)."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from mteval.core.errors import DataError

SECONDS = 60
CHUNK = 1 << 20


def require_public(url: str) -> None:
    """Refuse an address that is no https, or leads into the user's own machine or network."""
    try:
        parts = urlsplit(url)
        scheme, host = parts.scheme.lower(), parts.hostname or ""
    except ValueError:
        raise DataError(url, "is not an address that can be read. Correct it in the manifest.") from None
    if scheme not in ("http", "https") or not host:
        raise DataError(url, f"cannot be fetched: '{scheme}' is no scheme mteval knows. Give an https:// address.")
    if os.environ.get("MTEVAL_ANY_URL", "").lower() in ("1", "true", "yes"):
        return
    if scheme != "https":
        raise DataError(url, "is not https, so anybody on the way could change it. Set MTEVAL_ANY_URL=1 to fetch it.")
    if not all(map(_is_public, _addresses(host))):
        raise DataError(
            url, "leads to this machine or its network, not to a public address. Set MTEVAL_ANY_URL=1 to fetch it."
        )


def _addresses(host: str) -> Iterator[IPv4Address | IPv6Address]:
    """The addresses of a host; none where it is not known, which fetching will say."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return
    for *_, place in found:
        yield ip_address(str(place[0]).partition("%")[0])


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_global and not (mapped or address).is_multicast


def download(url: str, output_file: str, pooch: Any) -> None:
    """Fetch a file as pooch asks for it; every address on the way, redirects too, must be public."""
    del pooch
    from requests import PreparedRequest, Response, Session
    from requests.adapters import HTTPAdapter

    class PublicAdapter(HTTPAdapter):
        """Looks at each address before it is asked."""

        def send(self, request: PreparedRequest, *args: Any, **options: Any) -> Response:
            """Ask a public address."""
            require_public(str(request.url))
            return super().send(request, *args, **options)

    with Session() as session:
        for scheme in ("https://", "http://"):
            session.mount(scheme, PublicAdapter())
        with session.get(url, stream=True, timeout=SECONDS) as response, Path(output_file).open("wb") as file:
            response.raise_for_status()
            for chunk in response.iter_content(CHUNK):
                file.write(chunk)
