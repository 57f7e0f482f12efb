"""ROUGE-S and ROUGE-SU: skip-bigrams of Lin's examples, and how far they may skip."""

from __future__ import annotations

import pytest

from tests.metrics._rouge.scoring import rouge


@pytest.mark.parametrize(
    ("translation", "shared_pairs"),
    [
        ("police kill the gunman", 3),
        ("the gunman kill police", 1),
        ("the gunman police killed", 2),
        ("gunman the killed police", 0),
    ],
)
def test_skip_bigrams_of_the_police_and_the_gunman(translation, shared_pairs):
    # Lin (2004), section 5: 3/6, 1/6, 2/6; the last shares words but no pair.
    reference = "police killed the gunman"
    assert rouge("rouge-s", translation, reference)["f"] == pytest.approx(100 * shared_pairs / 6)
    unigrams = len(set(translation.split()) & set(reference.split()))
    assert rouge("rouge-su", translation, reference)["f"] == pytest.approx(100 * (shared_pairs + unigrams) / 10)


def test_skip_distance_counts_the_words_between():
    # One word between at most: (a,c) (a,b) (c,b) (c,d) (b,d) against (a,b) (a,c) (b,c) (b,d) (c,d): four match.
    found = rouge("rouge-s", "a c b d", "a b c d", skip="1")
    assert found["recall"] == pytest.approx(80)
    assert found["precision"] == pytest.approx(80)
    assert rouge("rouge-s", "a c b d x", "a b c d x", skip="0") == rouge("rouge-2", "a c b d x", "a b c d x")
