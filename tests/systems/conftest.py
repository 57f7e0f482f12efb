"""Random models on disk, and one thread for torch: two would fight over the cores with the other test process."""

from __future__ import annotations

import threading

import pytest

from tests.systems import llm_server, tiny_models


@pytest.fixture
def one_thread():
    """Torch on one thread."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="session")
def saved(tmp_path_factory):
    """The folder of a random model of a kind, made once."""
    made = {}

    def give(kind, words=None):
        if kind not in made:
            made[kind] = tiny_models.save(kind, tmp_path_factory.mktemp(kind), words)
        return str(made[kind])

    return give


@pytest.fixture(scope="session")
def byte_model():
    """A small language model over bytes."""
    pytest.importorskip("torch", reason="the small model needs torch")
    pytest.importorskip("transformers", reason="the small model needs transformers")
    return llm_server.ByteModel()


@pytest.fixture
def server(byte_model, monkeypatch, tmp_path):
    """A server around it, an empty cache, and no pauses between attempts."""
    pytest.importorskip("httpx", reason="needs the extra llm")
    from mteval.systems._openai import endpoint

    monkeypatch.setattr(endpoint, "FIRST_PAUSE", 0.001)
    monkeypatch.setenv("MTEVAL_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    running = llm_server.LanguageModelServer(byte_model)
    thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield running
    running.released.set()
    running.shutdown()
    running.server_close()
