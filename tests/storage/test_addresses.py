"""Addresses data is not fetched from."""

import http.server
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
    ],
)
def test_own_machine_and_network_are_refused(url, monkeypatch):
    with pytest.raises(DataError, match="not to a public address"):
        require_public(url)
    monkeypatch.setenv("MTEVAL_ANY_URL", "1")
    require_public(url)


def test_public_addresses_are_asked():
    require_public("https://8.8.8.8/x")
    require_public("https://[2606:4700:4700::1111]/x")


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
    # The first address stands for a public one.
    monkeypatch.setattr(addresses, "require_public", lambda url: (asked.append(url), len(asked) > 1 and real(url)))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Redirecting) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        with pytest.raises(DataError, match="not to a public address"):
            download(f"http://127.0.0.1:{running.server_address[1]}/x", str(tmp_path / "x"), None)
        running.shutdown()
    assert asked[1] == "https://169.254.169.254/secret"
