"""Contrasts of a sentence: which words are put in, and why others are not."""

import pytest

from mteval.authoring.contrast.replacing import contrasts, replaced, with_case_of
from mteval.authoring.contrast.senses import AmbiguousWord, SenseCluster
from tests.authoring.contrast.french import FRENCH, candidate


@pytest.mark.parametrize(
    ("model", "word", "expected"),
    [("Rive", "banque", "Banque"), ("RIVE", "banque", "BANQUE"), ("rive", "banque", "banque")],
)
def test_capitals_are_copied(model, word, expected):
    assert with_case_of(model, word) == expected


def test_contrasts_of_a_sentence():
    word = AmbiguousWord(
        "bank",
        (
            SenseCluster(("rive",), (9,), ("1",), ("n",)),
            SenseCluster(("banque", "école"), (8, 7), ("2",), ("n", "n")),
            SenseCluster(("bateau",), (6,), ("3",), ("n",)),
            SenseCluster(("marcher",), (5,), ("4",), ("v",)),
        ),
    )
    made, reasons = contrasts(candidate("Sur la rive, il dort.", "rive", "rive"), word, FRENCH, most=3, agreement=True)
    assert [one.text for one in made] == ["Sur la banque, il dort.", "Sur l'école, il dort."]
    assert reasons == ["gender-differs", "other-part-of-speech"]
    plain, _ = contrasts(candidate("Sur la rive, il dort.", "rive", "rive"), word, FRENCH, most=3, agreement=False)
    assert [one.replacement for one in plain] == ["banque", "bateau", "marcher"]


def test_no_contrast_equals_the_reference():
    same = replaced(candidate("la rive", "rive", "rive"), "rive", FRENCH, noun=True, agreement=True)
    assert same[2] == "contrast-equals-reference"
