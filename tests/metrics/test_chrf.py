"""chrf gives sacrebleu's digits on every option."""

from __future__ import annotations

import pytest

from mteval.core import registry
from mteval.core.errors import UnknownNameError, UsageError
from tests.metrics.sacrebleu_peer import (
    CHRF_OPTIONS,
    agree_on_random_text,
    agree_on_real_lines,
)


def test_random_text_scores_as_in_sacrebleu(speed):
    agree_on_random_text("chrf", CHRF_OPTIONS)


def test_real_lines_score_as_in_sacrebleu(outputs, speed):
    agree_on_real_lines("chrf", outputs)


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"char_ordr": "6"}, UnknownNameError, "char_order"),
        ({"beta": "two"}, UsageError, "beta=two"),
    ],
)
def test_wrong_options_are_refused(options, error, said):
    with pytest.raises(error, match=said):
        registry.metrics.find("chrf")(**options)
