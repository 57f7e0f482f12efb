"""The kernels as plain Python: the same numbers as compiled, and formulas by hand."""

import numpy as np
import pytest

from mteval.core import registry
from mteval.metrics import _candidate_kernels, _candidates
from mteval.metrics._candidate_kernels import character_f, f_score, sentence_bleu, shared_bits
from mteval.text.compiled import bind_together

CANDIDATES = ["the cat sat on the mat .", "a cat was sitting on the mat .", "", "on on on on on"]


@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize("metric", ["chrf++", "bleu"])
def test_the_plain_kernels_are_the_compiled_ones(monkeypatch, metric):
    plain = bind_together(_candidate_kernels.FUNCTIONS, lambda function: function)["all_segments"]
    compiled = registry.metrics.find(metric)().expected([CANDIDATES])[0]
    monkeypatch.setattr(_candidates, "_kernel", lambda: plain)
    assert registry.metrics.find(metric)().expected([CANDIDATES])[0] == pytest.approx(compiled, abs=1e-12)


def test_shared_bits_by_hand():
    assert shared_bits(np.array([0b1011, 1], np.uint64), np.array([0b0110, 3], np.uint64)) == 2


def test_f_score_by_hand():
    assert f_score(0.5, 1.0, 4.0) == pytest.approx(100 * 5 * 0.5 / (4 * 0.5 + 1))
    assert f_score(0.0, 0.0, 4.0) == 0


def test_formulas_by_hand():
    matches, own, other = np.array([2, 1]), np.array([2, 1]), np.array([4, 3])
    # precisions 1 and 1, recalls 1/2 and 1/3: mean 5/12, with beta 1
    assert character_f(matches, own, other, np.array([1.0, 0.0])) == pytest.approx(100 * 2 * (5 / 12) / (1 + 5 / 12))
    # both precisions 100, brevity penalty e^(1 - 4/2)
    settings = np.array([0.0, 0.0, 1.0, 1.0, 1.0])
    assert sentence_bleu(matches, own, other, settings) == pytest.approx(100 * np.exp(-1))
