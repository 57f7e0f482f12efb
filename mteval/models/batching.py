"""Answering many queries in batches of like length, in order, halving a batch that memory cannot hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Generic, TypeVar

from mteval.core.queries import Answer, Query, Unanswered
from mteval.storage.allocator import SpareMemory

Item = TypeVar("Item")

_spare_memory = SpareMemory()

_MEMORY_SIGNS = (
    "out of memory",
    "can't allocate memory",
    "cannot allocate memory",
    "bad alloc",
    "bad_alloc",
    "not enough memory",
)


@dataclass(frozen=True, slots=True)
class BatchPlan(Generic[Item]):
    """How to answer: read a query into an item (or refuse it), what the item costs in tokens, and run a batch of them.

    `budget` is the greatest cost of a batch (items times the costliest one); `window` how many queries are read before the
    first answers come out.
    """

    prepare: Callable[[Query], Item | Unanswered]
    cost: Callable[[Item], int]
    run: Callable[[Sequence[Item]], Sequence[Answer]]
    budget: int
    window: int = 1024


def answer_in_batches(queries: Sequence[Query], plan: BatchPlan[Item]) -> Iterator[Answer]:
    """Answers in query order; within a window, items of like cost travel together."""
    feed = iter(queries)
    while window := list(islice(feed, plan.window)):
        yield from _answer_window(window, plan)
        _spare_memory.give_back()


def _answer_window(queries: Sequence[Query], plan: BatchPlan[Item]) -> list[Answer]:
    prepared = [plan.prepare(query) for query in queries]
    answers: dict[int, Answer] = {i: item for i, item in enumerate(prepared) if isinstance(item, Unanswered)}
    items = {i: item for i, item in enumerate(prepared) if not isinstance(item, Unanswered)}
    for kind in dict.fromkeys(type(item) for item in items.values()):
        alike = [i for i, item in items.items() if type(item) is kind]
        for batch in buckets([plan.cost(items[i]) for i in alike], plan.budget):
            positions = [alike[i] for i in batch]
            answers.update(zip(positions, halving([items[i] for i in positions], plan.run), strict=True))
    return [answers[i] for i in range(len(queries))]


def buckets(costs: Sequence[int], budget: int) -> Iterator[list[int]]:
    """Indices in groups of like cost, dearest first, each group's size times its dearest member within the budget."""
    order = sorted(range(len(costs)), key=lambda i: -costs[i])
    start = 0
    while start < len(order):
        size = max(1, budget // max(1, costs[order[start]]))
        yield order[start : start + size]
        start += size


def halving(batch: Sequence[Item], run: Callable[[Sequence[Item]], Sequence[Answer]]) -> list[Answer]:
    """Run a batch; if memory does not hold it, run its halves, down to single items, which are then left unanswered."""
    try:
        return list(run(batch))
    except (MemoryError, RuntimeError) as error:
        if not is_out_of_memory(error):
            raise
    if len(batch) == 1:
        return [Unanswered("this item alone does not fit in memory")]
    middle = len(batch) // 2
    return halving(batch[:middle], run) + halving(batch[middle:], run)


def is_out_of_memory(error: BaseException) -> bool:
    """Whether an error of Python, torch or CTranslate2 says that memory ran out."""
    return isinstance(error, MemoryError) or any(sign in str(error).lower() for sign in _MEMORY_SIGNS)
