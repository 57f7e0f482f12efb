"""Checkpoints that are none, files that are missing, and nothing unpickled without trust."""

from __future__ import annotations

import os

import pytest

from mteval.core.errors import DataError
from mteval.core.registry import systems
from tests.systems._fairseq.random_checkpoints import (
    ITEMS,
    opened,
    save,
    settings,
    torch,
)

pytest.importorskip("transformers", reason="the fairseq backend needs transformers")
pytestmark = pytest.mark.usefixtures("one_thread")


def test_a_checkpoint_that_is_no_translation_model(tmp_path):
    save(tmp_path)
    torch.save({"args": settings(arch="fconv"), "model": {"decoder.fc1.weight": torch.zeros(2)}}, tmp_path / "model.pt")
    with pytest.raises(DataError, match="architecture fconv"):
        list(opened(tmp_path).answer(ITEMS))
    torch.save({"weights": 1}, tmp_path / "model.pt")
    with pytest.raises(DataError, match="no fairseq checkpoint"):
        list(opened(tmp_path).answer(ITEMS))
    (tmp_path / "model.pt").write_bytes(b"PK\x03\x04 cut short")
    with pytest.raises(DataError, match="torch cannot read"):
        list(opened(tmp_path).answer(ITEMS))


def test_files_that_are_missing_are_named(tmp_path):
    with pytest.raises(DataError, match=r"model\.pt or checkpoint_best\.pt"):
        opened(tmp_path)
    save(tmp_path)
    (tmp_path / "dict.de.txt").unlink()
    with pytest.raises(DataError, match=r"dict\.de\.txt is missing.*There is: en"):
        list(opened(tmp_path).answer(ITEMS))
    save(tmp_path)
    with pytest.raises(DataError, match="the tokenizer is missing"):
        list(systems.find("fairseq")(str(tmp_path), {}).answer(ITEMS))


def test_nothing_is_unpickled_without_trust(tmp_path):
    _, weights = save(tmp_path)
    marker = tmp_path / "ran"

    class Evil:
        def __reduce__(self):
            return os.system, (f"touch {marker}",)

    torch.save({"args": settings(), "model": weights, "extra": Evil()}, tmp_path / "model.pt")
    with pytest.raises(DataError, match="trust=true"):
        list(opened(tmp_path).answer(ITEMS))
    assert not marker.exists()
    assert list(opened(tmp_path, trust="true").answer(ITEMS))
    assert marker.exists()
