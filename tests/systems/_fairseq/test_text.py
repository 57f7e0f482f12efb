"""Dictionaries that belong to another model."""

from __future__ import annotations

import pytest

from mteval.core.errors import DataError
from tests.systems._fairseq.random_checkpoints import (
    ITEMS,
    opened,
    save,
)

pytest.importorskip("transformers", reason="the fairseq backend needs transformers")
pytestmark = pytest.mark.usefixtures("one_thread")


def test_a_dictionary_of_another_model_is_refused(tmp_path):
    save(tmp_path)
    (tmp_path / "dict.de.txt").write_text("der 1\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"5 entries .* has 12: they do not belong together"):
        list(opened(tmp_path).answer(ITEMS))
    (tmp_path / "dict.de.txt").write_text("der\n", encoding="utf-8")
    with pytest.raises(DataError, match="line 1: 'PIECE COUNT' was expected"):
        list(opened(tmp_path).answer(ITEMS))
