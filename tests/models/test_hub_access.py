"""A hub that cannot be reached is noticed at once; one that can be is asked."""

import socket
import time

import pytest

from mteval.models import hub_access
from mteval.models.hub_access import hub_address, reachable


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch):
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "HF_ENDPOINT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("MTEVAL_OFFLINE", raising=False)
    reachable.cache_clear()
    yield
    reachable.cache_clear()


@pytest.fixture
def listening():
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def closed_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def test_what_listens_is_reachable(listening):
    assert reachable(f"http://127.0.0.1:{listening}")


@pytest.mark.parametrize("host", ["127.0.0.1", "no-such-host.invalid", "", "a" * 300])
def test_what_does_not_listen_is_not(host):
    assert not reachable(f"http://{host}:{closed_port()}")


def test_a_name_server_that_does_not_answer_is_not_waited_for(monkeypatch):
    waiting = []

    def lookup(address, timeout):
        waiting.append(address)
        time.sleep(1)
        raise OSError("too late")

    monkeypatch.setattr(hub_access.socket, "create_connection", lookup)
    assert not reachable("https://huggingface.co", patience=0.05)
    assert waiting == [("huggingface.co", 443)]


def test_behind_a_proxy_the_attempt_is_left_to_the_hub_library(monkeypatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("no_proxy", "")
    assert reachable(f"http://no-such-host.invalid:{closed_port()}")


def test_the_address_of_a_mirror_is_taken(monkeypatch):
    assert hub_address() == "https://huggingface.co"
    monkeypatch.setenv("HF_ENDPOINT", "https://mirror.example.org/")
    assert hub_address() == "https://mirror.example.org"
