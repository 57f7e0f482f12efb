"""Addresses data is not fetched from."""

import contextlib
import http.server
import shutil
import socket
import ssl
import subprocess
import threading

import pytest

from mteval.core.errors import DataError
from mteval.storage import addresses
from mteval.storage.addresses import download, require_public
from mteval.storage.downloads import fetch


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/x",
        "https://localhost/x",
        "https://[::1]/x",
        "https://[::ffff:127.0.0.1]/x",
        "https://169.254.169.254/latest/meta-data",
        "https://10.1.2.3/x",
        "https://192.168.0.1/x",
        "https://[fe80::1]/x",
        "https://[fd00::1]/x",
        "https://0.0.0.0/x",
        "https://2130706433/x",
        "https://[::7f00:1]/x",
        "https://[64:ff9b::7f00:1]/x",
        "https://[64:ff9b::a01:203]/x",
        "https://[2002:7f00:1::]/x",
    ],
)
def test_own_machine_and_network_are_refused(url, monkeypatch):
    with pytest.raises(DataError, match="not to a public address"):
        require_public(url)
    monkeypatch.setenv("MTEVAL_ANY_URL", "1")
    assert require_public(url) == ()


def test_public_addresses_are_asked():
    assert require_public("https://8.8.8.8/x") == ("8.8.8.8",)
    assert require_public("https://[2606:4700:4700::1111]/x") == ("2606:4700:4700::1111",)
    assert require_public("https://[64:ff9b::808:808]/x") == ("64:ff9b::808:808",)


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("http://8.8.8.8/x", "is not https"),
        ("ftp://8.8.8.8/x", "'ftp' is no scheme mteval knows"),
        ("file:///etc/passwd", "'file' is no scheme mteval knows"),
        ("far.txt", "'' is no scheme mteval knows"),
        ("https://[", "is not an address"),
    ],
)
def test_other_schemes_are_refused_with_a_sentence(url, sentence):
    with pytest.raises(DataError, match=sentence):
        fetch(url, "0" * 64)


def test_a_digest_that_is_a_path_is_refused():
    with pytest.raises(DataError, match="is no digest"):
        fetch("https://8.8.8.8/x", "../../../../x")


class Redirecting(http.server.BaseHTTPRequestHandler):
    """Sends everybody on to a place inside."""

    def do_GET(self):
        self.send_response(302)
        self.send_header("location", "https://169.254.169.254/secret")
        self.end_headers()

    def log_message(self, *args):
        """Say nothing."""


def test_a_redirect_into_the_network_is_not_followed(tmp_path, monkeypatch):
    asked, real = [], require_public

    def checked(url):
        asked.append(url)
        return real(url)

    monkeypatch.setattr(addresses, "require_public", checked)
    # The first address stands for a public one.
    monkeypatch.setattr(addresses, "_any_allowed", lambda: len(asked) == 1)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Redirecting) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        with pytest.raises(DataError, match="not to a public address"):
            download(f"http://127.0.0.1:{running.server_address[1]}/x", str(tmp_path / "x"), None)
        running.shutdown()
    assert asked[1] == "https://169.254.169.254/secret"


PUBLIC = "93.184.216.34"


def resolving(monkeypatch, *answers):
    """A name server that gives these answers one after the other, the last from then on; numbers are their own."""
    left, real = list(answers), socket.getaddrinfo

    def getaddrinfo(host, port, *args, **options):
        if host not in ("data.example", "mirror.example"):
            return real(host, port, *args, **options)
        given = left.pop(0) if len(left) > 1 else left[0]
        return [row for one in given for row in real(one, port, *args, **options)]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)


@pytest.fixture
def no_proxy(monkeypatch):
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


def test_a_name_that_changes_its_address_after_the_check_leads_nowhere_else(tmp_path, monkeypatch, no_proxy):
    resolving(monkeypatch, [PUBLIC], ["127.0.0.1"])
    dialled = []

    def connect(self, address):
        dialled.append(address[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(socket.socket, "connect", connect)
    with pytest.raises(OSError, match="Failed to establish"):
        download("https://data.example/x", str(tmp_path / "x"), None)
    assert dialled
    assert set(dialled) == {PUBLIC}


def test_one_private_address_among_public_ones_is_enough_to_refuse(monkeypatch):
    resolving(monkeypatch, [PUBLIC, "10.0.0.1"])
    with pytest.raises(DataError, match="not to a public address"):
        require_public("https://data.example/x")


def test_a_name_that_is_known_only_after_the_check_leads_nowhere(tmp_path, monkeypatch, no_proxy):
    resolving(monkeypatch, [], ["127.0.0.1"])
    dialled = []

    def connect(self, address):
        dialled.append(address[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(socket.socket, "connect", connect)
    with pytest.raises(OSError, match=r"data\.example is not known"):
        download("https://data.example/x", str(tmp_path / "x"), None)
    assert dialled == []


class Telling(http.server.BaseHTTPRequestHandler):
    """Says what host it was asked for; /far sends on to another host of the same server."""

    def do_GET(self):
        self.send_response(302 if self.path == "/far" else 200)
        if self.path == "/far":
            self.send_header("location", f"https://mirror.example:{self.server.server_address[1]}/x")
        self.end_headers()
        self.wfile.write(self.headers["Host"].encode())

    def log_message(self, *args):
        """Say nothing."""


@contextlib.contextmanager
def tls_server(folder, *names):
    """A server with a certificate of its own for its names; gives its port, the certificate and the names it was called by."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={names[0]}"]
    alternatives = ",".join(f"DNS:{name}" for name in names)
    command += ["-addext", f"subjectAltName={alternatives}", "-keyout", key, "-out", certificate]
    subprocess.run(command, check=True, capture_output=True)
    context, called = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), []
    context.load_cert_chain(certificate, key)
    context.sni_callback = lambda connection, given, _: called.append(given)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Telling) as running:
        running.socket = context.wrap_socket(running.socket, server_side=True)
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield running.server_address[1], certificate, called
        running.shutdown()


needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="makes a certificate with openssl")


@needs_openssl
def test_the_checked_address_is_asked_by_the_hosts_name(tmp_path, monkeypatch, no_proxy):
    # 127.0.0.2, where nobody listens, is tried first; both stand for public addresses.
    resolving(monkeypatch, ["127.0.0.2", "127.0.0.1"])
    monkeypatch.setattr(addresses, "_is_public", lambda address: True)
    with tls_server(tmp_path, "data.example") as (port, certificate, called):
        monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(certificate))
        download(f"https://data.example:{port}/x", str(tmp_path / "x"), None)
    assert (tmp_path / "x").read_text() == f"data.example:{port}"
    assert called == ["data.example"]


@needs_openssl
def test_a_redirect_to_another_host_asks_for_that_host(tmp_path, monkeypatch, no_proxy):
    resolving(monkeypatch, ["127.0.0.1"])
    monkeypatch.setattr(addresses, "_is_public", lambda address: True)
    with tls_server(tmp_path, "data.example", "mirror.example") as (port, certificate, called):
        monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(certificate))
        download(f"https://data.example:{port}/far", str(tmp_path / "x"), None)
    assert (tmp_path / "x").read_text() == f"mirror.example:{port}"
    assert called == ["data.example", "mirror.example"]


@needs_openssl
def test_a_certificate_of_another_name_is_refused(tmp_path, monkeypatch, no_proxy):
    resolving(monkeypatch, ["127.0.0.1"])
    monkeypatch.setattr(addresses, "_is_public", lambda address: True)
    with tls_server(tmp_path, "other.example") as (port, certificate, _):
        monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(certificate))
        with pytest.raises(OSError, match=r"(?i)hostname|certificate"):
            download(f"https://data.example:{port}/x", str(tmp_path / "x"), None)
