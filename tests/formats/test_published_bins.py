"""Bins as the published scripts name them: a bound belongs to the bin it ends."""

import pytest

from mteval.formats._published_bins import (
    ANTECEDENT_DISTANCE,
    LINGEVAL_DISTANCE,
    LINGEVAL_FREQUENCY,
    WORD_SENSE_FREQUENCY,
)


@pytest.mark.parametrize(
    ("bins", "value", "label"),
    [
        (WORD_SENSE_FREQUENCY, 0, "0-20"),
        (WORD_SENSE_FREQUENCY, 20, "0-20"),
        (WORD_SENSE_FREQUENCY, "21", "21-50"),
        (WORD_SENSE_FREQUENCY, 10_000, "5k-10k"),
        (WORD_SENSE_FREQUENCY, 10_001, ">10k"),
        (LINGEVAL_FREQUENCY, 0, "0"),
        (LINGEVAL_FREQUENCY, 5, "3-5"),
        (LINGEVAL_DISTANCE, 15, "15"),
        (LINGEVAL_DISTANCE, 16, ">15"),
        (ANTECEDENT_DISTANCE, 3, "3"),
        (ANTECEDENT_DISTANCE, 4, ">3"),
        (ANTECEDENT_DISTANCE, None, None),
        (ANTECEDENT_DISTANCE, "far", None),
        (ANTECEDENT_DISTANCE, -1, None),
    ],
)
def test_labels(bins, value, label):
    assert bins.label(value) == label


def test_every_bin_has_a_label():
    for bins in (WORD_SENSE_FREQUENCY, LINGEVAL_FREQUENCY, LINGEVAL_DISTANCE, ANTECEDENT_DISTANCE):
        assert len(bins.labels) == len(bins.bounds) + 1
