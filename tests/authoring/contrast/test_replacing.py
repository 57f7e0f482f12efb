"""Contrasts of a sentence: which words are put in, and why others are not."""

import pytest

from mteval.authoring.contrast.replacing import contrasts, replaced, with_case_of
from mteval.authoring.contrast.senses import AmbiguousWord, SenseCluster
from mteval.authoring.contrast.settings import SentenceSettings
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
    sentence = candidate("Sur la rive, il dort.", "rive", "rive")
    made, reasons = contrasts(sentence, word, FRENCH, (1, 2, 3), SentenceSettings())
    assert [one.text for one in made] == ["Sur la banque, il dort.", "Sur l'école, il dort."]
    assert reasons == ["gender-differs", "other-part-of-speech"]
    plain, _ = contrasts(sentence, word, FRENCH, (1, 2, 3), SentenceSettings(agreement=False))
    assert [one.replacement for one in plain] == ["banque", "bateau", "marcher"]
    assert [one.sense for one in contrasts(sentence, word, FRENCH, (3, 2), SentenceSettings(agreement=False))[0]] == [
        2,
        3,
    ]


def test_no_contrast_equals_the_reference():
    same = replaced(candidate("la rive", "rive", "rive"), "rive", FRENCH, noun=True, agreement=True)
    assert same[2] == "contrast-equals-reference"


def test_words_that_may_stand_for_the_reference_are_no_contrasts():
    senses = (
        SenseCluster(("rive",), (9,), ("1",), ("n",), akin=("banque",)),
        SenseCluster(("banque", "école"), (8, 7), ("2",), ("n", "n")),
    )
    sentence = candidate("Sur la rive, il dort.", "rive", "rive")
    made, reasons = contrasts(sentence, AmbiguousWord("bank", senses), FRENCH, (1,), SentenceSettings())
    assert [one.replacement for one in made] == ["école"]
    assert reasons == ["shares-a-translation"]
