"""The library agrees where it is installed; where it is not, the installer is named."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from mteval.core.errors import MissingDependencyError, UsageError
from mteval.core.queries import Translate
from tests.systems._fairseq.random_checkpoints import (
    ITEMS,
    VARIANTS,
    opened,
    save,
)

pytest.importorskip("transformers", reason="the fairseq backend needs transformers")
needs_library = pytest.mark.skipif(find_spec("fairseq") is None, reason="needs fairseq (scripts/install_fairseq)")
pytestmark = pytest.mark.usefixtures("one_thread")


@needs_library
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_library_agrees(tmp_path, variant):
    save(tmp_path, **VARIANTS[variant])
    queries = [*ITEMS, Translate("the man"), Translate("a bench on the man .")]
    ours = list(opened(tmp_path, max_length="8").answer(queries))
    library = list(opened(tmp_path, library="fairseq", max_length="8").answer(queries))
    for mine, theirs in zip(ours[:2], library[:2], strict=True):
        assert mine.values == pytest.approx(theirs.values, abs=1e-4)
        assert (mine.tokens, mine.unknown) == (theirs.tokens, theirs.unknown)


def test_the_installer_is_named_where_the_library_is_missing(tmp_path, monkeypatch):
    save(tmp_path)
    monkeypatch.setitem(__import__("sys").modules, "fairseq", None)
    with pytest.raises(MissingDependencyError, match="scripts/install_fairseq"):
        list(opened(tmp_path, library="fairseq").answer(ITEMS))
    with pytest.raises(UsageError, match="library=onmt is not possible"):
        opened(tmp_path, library="onmt")
