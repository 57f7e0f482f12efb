"""A hub that cannot be reached is noticed at once; one that can be is asked."""

import socket
import time

import pytest

from mteval.core.errors import DataError
from mteval.models import hub_access
from mteval.models.hub_access import hub_address, reachable
from mteval.models.transformers_loading import config_of, model_source


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


def test_a_name_without_a_network_fails_with_one_sentence(monkeypatch):
    pytest.importorskip("transformers", reason="needs the extra hf")
    monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{closed_port()}")
    with pytest.raises(DataError, match=r"neither a directory .* fetched before, and http://127.* cannot be reached"):
        config_of(model_source("nobody/no-such-model", revision=None, trust=False))


def test_a_hub_that_is_reachable_is_asked(monkeypatch):
    """The library's own opener is called again, this time with the network."""
    transformers = pytest.importorskip("transformers", reason="needs the extra hf")
    asked = []

    def opener(name, *, local_files_only, **settings):
        asked.append(local_files_only)
        if local_files_only:
            raise OSError("not there")
        return "the configuration"

    monkeypatch.setattr(transformers.AutoConfig, "from_pretrained", opener)
    monkeypatch.setattr("mteval.models.transformers_loading.reachable", lambda address: True)
    assert config_of(model_source("somebody/model", revision=None, trust=False)) == "the configuration"
    assert asked == [True, False]
