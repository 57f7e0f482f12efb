"""Where the cache lies: where the user says, else where the system keeps caches."""

from __future__ import annotations

from pathlib import Path

import pytest

from mteval.storage.cache_folder import cache_folder


@pytest.mark.parametrize(
    ("chosen", "system", "folder"),
    [("/own", "/system", "/own"), ("", "/system", "/system/mteval"), (None, "", "/home/one/.cache/mteval")],
)
def test_the_nearest_wish_counts(monkeypatch, chosen, system, folder):
    monkeypatch.setenv("HOME", "/home/one")
    monkeypatch.setenv("XDG_CACHE_HOME", system)
    monkeypatch.delenv("MTEVAL_CACHE")
    if chosen is not None:
        monkeypatch.setenv("MTEVAL_CACHE", chosen)
    assert cache_folder() == Path(folder)
