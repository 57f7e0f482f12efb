"""ter gives sacrebleu's digits on every option, also where shifts and ties abound."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import strategies as st

from mteval.core import registry
from mteval.core.errors import UnknownNameError, UsageError
from tests.metrics.sacrebleu_peer import (
    agree_on_random_text,
    agree_on_real_lines,
    assert_same_as_sacrebleu,
)

TER_OPTIONS = st.fixed_dictionaries(
    {}, optional={key: st.booleans() for key in ("normalized", "no_punct", "asian_support", "case_sensitive")}
)


def test_random_text_scores_as_in_sacrebleu(speed):
    agree_on_random_text("ter", TER_OPTIONS)


def test_real_lines_score_as_in_sacrebleu(outputs, speed):
    agree_on_real_lines("ter", outputs)


def random_shuffles(seed, count):
    """Word sequences with blocks moved, words repeated and lengths far apart: what TER's beam and limits are for."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        vocabulary = int(rng.choice([2, 4, 20, 200]))
        words = list(map(str, rng.integers(vocabulary, size=rng.integers(0, 60))))
        other = list(words)
        for _ in range(rng.integers(0, 5)):
            cut, size, place = rng.integers(0, len(other) + 1), rng.integers(1, 14), rng.integers(0, len(other) + 1)
            block, other = other[cut : cut + size], other[:cut] + other[cut + size :]
            other[place:place] = block + ([str(rng.integers(vocabulary))] if rng.random() < 0.5 else [])
        yield " ".join(words), [" ".join(other[: int(rng.integers(1, 4)) if rng.random() < 0.15 else None])]


def test_shifts_in_long_repetitive_lines_are_those_of_sacrebleu(speed):
    cases = list(random_shuffles(7, 16))
    assert_same_as_sacrebleu("ter", {}, [t for t, _ in cases], [r for _, r in cases])


def test_ties_between_alignments_are_broken_as_in_sacrebleu(speed):
    # With this seed, three of the 500 lines get other edits if deletions and insertions change places.
    rng = np.random.default_rng(3)
    lines = [" ".join(map(str, rng.integers(6, size=rng.integers(1, 21)))) for _ in range(1000)]
    assert_same_as_sacrebleu("ter", {}, lines[::2], [[line] for line in lines[1::2]])


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"normalised": "true"}, UnknownNameError, "normalized"),
        ({"normalized": "perhaps"}, UsageError, "neither true nor false"),
    ],
)
def test_wrong_options_are_refused(options, error, said):
    with pytest.raises(error, match=said):
        registry.metrics.find("ter")(**options)
