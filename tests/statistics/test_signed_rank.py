"""Wilcoxon's signed-rank test beside scipy's, with ties and zeros, few and many differences."""

import numpy as np
import pytest
from scipy.stats import wilcoxon

from mteval.statistics.signed_rank import signed_rank_p

ALTERNATIVES = {1: "greater", 2: "two-sided"}


@pytest.mark.parametrize("sides", [1, 2])
@pytest.mark.parametrize("zeros", ["wilcox", "zsplit"])
@pytest.mark.parametrize("size", [3, 7, 9, 40])
def test_scipy_gives_the_same(size, zeros, sides):
    rng = np.random.default_rng(size)
    for _ in range(3):
        differences = rng.integers(-4, 6, size)
        theirs = wilcoxon(differences, alternative=ALTERNATIVES[sides], zero_method=zeros).pvalue
        assert signed_rank_p(differences, sides, zeros) == pytest.approx(float(theirs), rel=1e-9)


def test_nothing_has_no_p_value_and_zeros_prove_nothing():
    assert np.isnan(signed_rank_p([]))
    assert signed_rank_p([0, 0, 0]) == 1.0
