"""When kernels are compiled, and how work is dealt out to threads."""

from __future__ import annotations

import numpy as np
import pytest

from mteval.text import compiled
from mteval.text.compiled import Effort, in_threads


def test_a_small_job_stays_uncompiled_and_a_large_one_does_not():
    effort = Effort(limit=100)
    assert [effort.pays(60), effort.pays(60), effort.pays(1)] == [False, True, True]


@pytest.mark.parametrize("count", [0, 1, 511, 512, 5000])
def test_threads_cover_every_item_once(count):
    seen = np.zeros(count, dtype=int)

    def mark(start, stop):
        seen[start:stop] += 1

    in_threads(mark, count)
    assert (seen == 1).all()


def test_kernels_compile_where_no_cache_can_be_written(monkeypatch):
    import numba

    real = numba.njit

    def without_cache(*given, **options):
        if options.pop("cache", False):
            raise RuntimeError("cannot cache function: no locator available")
        return real(*given, **options)

    monkeypatch.setattr(numba, "njit", without_cache)
    kernel = compiled.compile_together([_double])["_double"]
    assert kernel(21) == 42


def _double(number):
    return number * 2
