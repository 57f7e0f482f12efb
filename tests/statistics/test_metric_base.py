"""What a metric has that says nothing of its own."""

from __future__ import annotations

import numpy as np
import pytest

from mteval.core.errors import UnknownNameError
from mteval.core.options import WHOLE, Option
from mteval.core.protocols import Statistics
from mteval.core.results import PERCENT
from mteval.statistics.metric_base import MetricBase


class Bare(MetricBase):
    """A metric with one option."""

    name = "bare"
    options = (Option("order", WHOLE, 4, "longest n-grams", minimum=1),)


def test_options_are_read_as_they_took_effect():
    assert Bare().chosen["order"] == 4
    assert Bare(order="2").chosen["order"] == 2


def test_an_option_that_is_none_is_refused_with_the_nearest_and_the_metric():
    with pytest.raises(UnknownNameError, match="bare") as raised:
        Bare(oder="2")
    assert "'order'" in str(raised.value)


def test_without_a_word_of_its_own_it_has_neither_sentence_scores_nor_decisions():
    nothing = Statistics(np.zeros((2, 1)), np.ones(2, dtype=bool))
    assert (Bare().per_case(nothing), Bare().decisions(nothing), Bare().signature) == (None, None, "")
    assert (Bare.scale, Bare.higher_is_better) == (PERCENT, True)
