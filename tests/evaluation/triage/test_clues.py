"""What detectors look at."""

import numpy as np
import pytest

from mteval.evaluation.triage.clues import Clues
from tests.evaluation.triage.small_batches import REFERENCES, SOURCES, TRANSLATIONS, batch


def test_originals_are_source_and_references():
    assert Clues(batch()).originals(3) == [SOURCES[3], REFERENCES[3]]


def test_ratios_are_logarithms_centred_on_what_is_usual():
    ratios = Clues(batch(_3=TRANSLATIONS[3] * 2)).ratios[0]
    assert np.median(ratios) == pytest.approx(0)
    # Five characters are added on both sides.
    assert ratios[3] == pytest.approx(np.log((2 * len(TRANSLATIONS[3]) + 5) / (len(REFERENCES[3]) + 5)))
