"""Against scipy's isotonic regression."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mteval.statistics.isotonic import rising_means

optimize = pytest.importorskip("scipy.optimize")
ROWS = st.lists(st.tuples(st.integers(0, 3), st.integers(1, 4)), min_size=1, max_size=12)


@pytest.mark.skipif(not hasattr(optimize, "isotonic_regression"), reason="scipy has it from 1.12 on")
@given(ROWS)
def test_means_are_those_of_scipy(rows):
    values, weights = ([float(number) for number in column] for column in zip(*rows, strict=True))
    expected = optimize.isotonic_regression(values, weights=weights).x
    assert rising_means(values, weights) == pytest.approx(list(expected))


def test_what_rises_stays_and_what_falls_is_pooled():
    assert rising_means([0, 1, 0, 1], [1, 1, 3, 1]) == [0, 0.25, 0.25, 1]
    assert rising_means([], []) == []
