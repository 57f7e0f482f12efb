"""Models by name: asked for on the hub only where it can be reached."""

import os
import socket
import subprocess
import sys

import pytest

from mteval.core.errors import DataError
from mteval.models.hub_access import reachable
from mteval.models.transformers_loading import config_of, model_source


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch):
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "HF_ENDPOINT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("MTEVAL_OFFLINE", raising=False)
    reachable.cache_clear()
    yield
    reachable.cache_clear()


def closed_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


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


@pytest.mark.parametrize(("given", "expected"), [({}, "64 64"), ({"LRU_CACHE_CAPACITY": "9"}, "64 9")])
def test_torch_is_told_to_keep_few_kernels_before_it_is_imported(given, expected):
    """With oneDNN's own 1024, memory grows by half a gigabyte over the first ten thousand batches of unlike sizes."""
    pytest.importorskip("transformers", reason="needs the extra hf")
    program = (
        "import os, sys\nfrom mteval.models.transformers_loading import transformers_package\n"
        "early = 'torch' in sys.modules\ntransformers_package()\n"
        "print(early, os.environ['ONEDNN_PRIMITIVE_CACHE_CAPACITY'], os.environ['LRU_CACHE_CAPACITY'])"
    )
    names = ("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "LRU_CACHE_CAPACITY")
    environment = {name: value for name, value in os.environ.items() if name not in names} | given
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", *expected.split()]
