"""Files on the network: fetched once, from a server of this machine, and never taken unverified."""

from __future__ import annotations

import hashlib
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from mteval.core.errors import DataError
from mteval.storage.downloads import fetch, offline, verify

DATA = b"some data\n"
DIGEST = hashlib.sha256(DATA).hexdigest()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        """Say nothing."""


@contextmanager
def serving(folder):
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("MTEVAL_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("MTEVAL_OFFLINE", raising=False)
    monkeypatch.setenv("MTEVAL_ANY_URL", "1")  # the server is on this machine, which is no public address
    return tmp_path / "cache"


@pytest.fixture
def served(tmp_path):
    (tmp_path / "served").mkdir()
    (tmp_path / "served" / "set.json").write_bytes(DATA)
    with serving(tmp_path / "served") as address:
        yield f"{address}/set.json"


def test_a_file_is_fetched_once_and_then_kept(cache, served, monkeypatch):
    found = fetch(served, DIGEST)
    assert found.read_bytes() == DATA
    assert found.parent == cache / "data"
    assert found.name == f"{DIGEST[:16]}-set.json"
    monkeypatch.setenv("MTEVAL_OFFLINE", "1")
    assert fetch(served, DIGEST) == found


def test_a_file_that_is_another_is_refused_and_not_kept(cache, served):
    with pytest.raises(DataError, match="not the one the manifest describes"):
        fetch(served, "0" * 64)
    assert [path for path in cache.rglob("*") if path.is_file()] == []


def test_offline_nothing_is_fetched(cache, monkeypatch):
    monkeypatch.setenv("MTEVAL_OFFLINE", "yes")
    with pytest.raises(DataError, match=r"MTEVAL_OFFLINE forbids fetching it\. Fetch it once while online"):
        fetch("http://127.0.0.1:9/set.json", DIGEST)


def test_a_server_that_is_not_there_is_said_with_what_to_do(cache, tmp_path):
    with serving(tmp_path) as address:
        pass
    with pytest.raises(DataError, match="cannot be fetched") as raised:
        fetch(f"{address}/set.json", DIGEST)
    assert f"{DIGEST[:16]}-set.json" in str(raised.value)


@pytest.mark.parametrize(
    ("value", "forbidden"), [("1", True), ("TRUE", True), ("yes", True), ("0", False), ("", False), ("no", False)]
)
def test_the_users_word_on_the_network(monkeypatch, value, forbidden):
    monkeypatch.setenv("MTEVAL_OFFLINE", value)
    assert offline() is forbidden


def test_a_file_is_verified(tmp_path):
    path = tmp_path / "f"
    with pytest.raises(DataError, match="no such file, though the manifest names it"):
        verify(path, DIGEST)
    path.write_bytes(DATA)
    verify(path, DIGEST)
    path.write_bytes(DATA + b"more")
    with pytest.raises(DataError, match=rf"but its manifest says {DIGEST[:12]}"):
        verify(path, DIGEST)


def test_an_endless_file_is_given_up(cache, served, monkeypatch):
    monkeypatch.setenv("MTEVAL_MAX_BYTES", "9")
    with pytest.raises(DataError, match=r"has more than 9 bytes\..* MTEVAL_MAX_BYTES"):
        fetch(served, DIGEST)
    assert not [path for path in cache.rglob("*") if path.is_file()]
