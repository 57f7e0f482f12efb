"""Which addresses data is fetched from: public ones, over https, unless the user asks for any (MTEVAL_ANY_URL=1).

A name is looked up once: the connection goes to the very address that was checked, so that a name server that answers
otherwise the second time leads nowhere else. Behind a proxy it is the proxy that looks names up.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator, Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from mteval.core.errors import DataError
from mteval.text.packed import LIMIT_VARIABLE, byte_limit

if TYPE_CHECKING:
    from requests import PreparedRequest, Session

SECONDS = 60
CHUNK = 1 << 20
TRANSLATED = IPv6Network("64:ff9b::/96")
"""IPv6 addresses that gateways translate into the IPv4 address at their end (RFC 6052)."""


def require_public(url: str) -> tuple[str, ...]:
    """Refuse an address that is no https, or leads into the user's own machine or network; gives the host's addresses.

    None are given where any is allowed, and where the host is not known, which fetching will say.
    """
    try:
        parts = urlsplit(url)
        scheme, host = parts.scheme.lower(), parts.hostname or ""
    except ValueError:
        raise DataError(url, "is not an address that can be read. Correct it in the manifest.") from None
    if scheme not in ("http", "https") or not host:
        raise DataError(url, f"cannot be fetched: '{scheme}' is no scheme mteval knows. Give an https:// address.")
    if _any_allowed():
        return ()
    if scheme != "https":
        raise DataError(url, "is not https, so anybody on the way could change it. Set MTEVAL_ANY_URL=1 to fetch it.")
    found = tuple(_addresses(host))
    if not all(map(_is_public, found)):
        raise DataError(
            url, "leads to this machine or its network, not to a public address. Set MTEVAL_ANY_URL=1 to fetch it."
        )
    return tuple(dict.fromkeys(map(str, found)))


def _any_allowed() -> bool:
    """Whether the user wants data from wherever it lies."""
    return os.environ.get("MTEVAL_ANY_URL", "").lower() in ("1", "true", "yes")


def _addresses(host: str) -> Iterator[IPv4Address | IPv6Address]:
    """The addresses of a host; none where it is not known."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return
    for *_, place in found:
        yield ip_address(str(place[0]).partition("%")[0])


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    last = _inner(address) if isinstance(address, IPv6Address) else address
    return last.is_global and not last.is_multicast and not last.is_reserved


def _inner(address: IPv6Address) -> IPv4Address | IPv6Address:
    """The IPv4 address that an IPv6 address stands for, where it does."""
    if address in TRANSLATED:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or address


def download(url: str, output_file: str, pooch: Any) -> None:
    """Fetch a file as pooch asks for it; every address on the way, redirects too, must be public."""
    del pooch
    with (
        _public_session() as session,
        session.get(url, stream=True, timeout=SECONDS) as response,
        Path(output_file).open("wb") as file,
    ):
        response.raise_for_status()
        most = byte_limit()
        for chunk in response.iter_content(CHUNK):
            file.write(chunk)
            if file.tell() > most:
                problem = (
                    f"has more than {most} bytes. If that is right, set {LIMIT_VARIABLE} to the bytes it may have."
                )
                raise DataError(url, problem)


def _public_session() -> Session:
    """A session that connects to addresses that were checked, and to no others."""
    import requests
    from requests.adapters import HTTPAdapter

    class PublicAdapter(HTTPAdapter):
        """Looks at each address before it is asked."""

        address = ""

        def send(self, request: PreparedRequest, *args: Any, **options: Any) -> requests.Response:
            """Ask the host at its public addresses, one after the other until one answers."""
            found: Sequence[str] = require_public(str(request.url))
            # A request that was redirected comes with the host of the one before.
            request.headers.pop("Host", None)
            if _any_allowed() or requests.utils.select_proxy(str(request.url), options.get("proxies")):
                self.address = ""
                return super().send(request, *args, **options)
            parts = urlsplit(str(request.url))
            if not found:
                # Not looked up again: a name server could name a place inside the second time.
                raise requests.ConnectionError(f"The host {parts.hostname} is not known.", request=request)
            request.headers["Host"] = parts.netloc.rpartition("@")[2]
            for self.address in found[:-1]:
                try:
                    return super().send(request, *args, **options)
                except requests.ConnectionError:
                    continue
            self.address = found[-1]
            return super().send(request, *args, **options)

        def build_connection_pool_key_attributes(
            self, request: PreparedRequest, verify: Any, cert: Any = None
        ) -> tuple[dict[str, Any], dict[str, Any]]:
            """Connect to the address; the certificate must be the name's."""
            host, pool = super().build_connection_pool_key_attributes(request, verify, cert)
            if self.address:
                pool |= {"server_hostname": host["host"], "assert_hostname": host["host"]}
                host |= {"host": self.address}
            return host, pool

    session = requests.Session()
    for scheme in ("https://", "http://"):
        session.mount(scheme, PublicAdapter())
    return session
