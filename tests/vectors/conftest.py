"""A cache of its own for every test."""

import pytest


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("MTEVAL_CACHE", str(tmp_path_factory.mktemp("cache")))
