"""Batches: every query answered once, in order, within the budget, whatever memory holds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mteval.core.queries import Translate, Translation, Unanswered
from mteval.models.batching import BatchPlan, answer_in_batches, buckets, is_out_of_memory


@given(st.lists(st.integers(0, 50), max_size=40), st.integers(1, 100))
def test_buckets_hold_every_index_once_within_the_budget(costs, budget):
    found = list(buckets(costs, budget))
    assert sorted(i for bucket in found for i in bucket) == list(range(len(costs)))
    assert all(len(bucket) == 1 or len(bucket) * max(costs[i] for i in bucket) <= budget for bucket in found)


@given(st.lists(st.text("ab", max_size=6), max_size=30), st.integers(1, 20), st.integers(1, 7), st.integers(1, 5))
def test_answers_come_in_order_however_small_memory_is(texts, budget, window, room):
    def run(batch):
        if len(batch) > room:
            raise RuntimeError("CUDA out of memory")
        return [Translation(text.upper()) for text in batch]

    def prepare(query):
        return Unanswered("empty") if not query.source else query.source

    plan = BatchPlan(prepare, len, run, budget, window)
    found = list(answer_in_batches([Translate(text) for text in texts], plan))
    assert found == [Translation(text.upper()) if text else Unanswered("empty") for text in texts]


def test_answers_come_before_all_queries_are_read():
    seen = []
    plan = BatchPlan(
        lambda query: query.source, len, lambda batch: [seen.append(t) or Translation(t) for t in batch], 10, window=2
    )
    stream = answer_in_batches([Translate(str(i)) for i in range(10)], plan)
    next(stream)
    assert len(seen) == 2


@pytest.mark.parametrize(
    ("error", "verdict"),
    [
        (MemoryError(), True),
        (RuntimeError("CUDA out of memory. Tried to allocate 2 GiB"), True),
        (RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried to allocate 8 bytes"), True),
        (RuntimeError("std::bad_alloc"), True),
        (RuntimeError("The size of tensor a (3) must match"), False),
    ],
)
def test_lack_of_memory_is_told_from_other_errors(error, verdict):
    assert is_out_of_memory(error) is verdict
