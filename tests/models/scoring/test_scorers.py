"""Trees of prefixes and plain batches give the same scores; a batch too large for memory is halved."""

from __future__ import annotations

import numpy as np
import pytest

from mteval.core.queries import Unanswered
from mteval.models.scoring import scorers
from tests.systems.hugging_face_models import ITEMS, PROMPT, SEQUENCE_MODELS, opened

pytest.importorskip("torch", reason="the hugging-face backend needs torch")
pytest.importorskip("transformers", reason="the hugging-face backend needs transformers")
pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.mark.parametrize("kind", [*SEQUENCE_MODELS[:-1], "gpt2", "llama"])
def test_trees_are_trusted_where_they_should_be(saved, kind, monkeypatch):
    monkeypatch.setattr(scorers.CheckedScorer, "_agree", lambda *_: True)
    options = {"prompt": PROMPT} if kind in ("gpt2", "llama") else {}
    tree = [answer.values for answer in opened(saved(kind), **options).answer(ITEMS)]
    plain = [answer.values for answer in opened(saved(kind), engine="plain", **options).answer(ITEMS)]
    assert np.concatenate(tree) == pytest.approx(np.concatenate(plain), abs=1e-4)


def test_a_tree_that_disagrees_is_not_used(saved, monkeypatch):
    folder = saved("marian")
    plain = [answer.values for answer in opened(folder, engine="plain").answer(ITEMS)]
    monkeypatch.setattr(scorers.TreeScorer, "__call__", lambda self, items: [(0.0,) * len(i.sequences) for i in items])
    assert [answer.values for answer in opened(folder).answer(ITEMS)] == plain


def test_a_batch_that_memory_cannot_hold_is_halved(saved, monkeypatch):
    folder = saved("marian")
    expected = [answer.values for answer in opened(folder, engine="plain").answer(ITEMS)]
    whole, sizes = scorers.PlainScorer.__call__, []

    def cramped(self, items):
        sizes.append(len(items))
        if len(items) > 1:
            raise RuntimeError("[enforce fail at alloc_cpu.cpp] DefaultCPUAllocator: can't allocate memory")
        return whole(self, items)

    monkeypatch.setattr(scorers.PlainScorer, "__call__", cramped)
    found = [answer.values for answer in opened(folder, engine="plain").answer(ITEMS)]
    assert sizes[0] == len(ITEMS)
    assert np.concatenate(found) == pytest.approx(np.concatenate(expected), abs=1e-5)


def test_an_item_too_large_for_memory_alone_is_left_unanswered(saved, monkeypatch):
    def full(self, items):
        raise MemoryError

    monkeypatch.setattr(scorers.PlainScorer, "__call__", full)
    assert all(isinstance(answer, Unanswered) for answer in opened(saved("marian"), engine="plain").answer(ITEMS))


def test_other_errors_are_not_taken_for_lack_of_memory(saved, monkeypatch):
    def broken(self, items):
        raise RuntimeError("shapes do not match")

    monkeypatch.setattr(scorers.PlainScorer, "__call__", broken)
    with pytest.raises(RuntimeError, match="shapes"):
        list(opened(saved("marian"), engine="plain").answer(ITEMS))
