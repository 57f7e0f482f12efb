"""Perturbations change one small thing, the same one for the same seed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mteval.checklists.perturbations import PERTURBATIONS, letters, perturb
from mteval.core.errors import UnknownNameError

SENTENCE = "The restaurant was remarkably pleasant."


@pytest.mark.parametrize("name", PERTURBATIONS)
def test_the_same_seed_makes_the_same_change(name):
    assert perturb(name, SENTENCE, 3) == perturb(name, SENTENCE, 3)


def test_a_typo_swaps_two_neighbours_and_keeps_all_letters():
    changed = perturb("typo", SENTENCE, 1)
    assert changed != SENTENCE
    assert sorted(changed) == sorted(SENTENCE)
    different = [place for place, (a, b) in enumerate(zip(SENTENCE, changed, strict=True)) if a != b]
    assert different == [different[0], different[0] + 1]


def test_a_dropped_letter_makes_the_text_one_shorter():
    assert len(perturb("drop-letter", SENTENCE, 2)) == len(SENTENCE) - 1


def test_first_and_last_letters_stay():
    for seed in range(50):
        changed = perturb("typo", "wonderful", seed)
        assert changed[0] == "w"
        assert changed[-1] == "l"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("contractions", "I did not like it, and it is not good.", "I didn't like it, and it isn't good."),
        ("contractions", "I don't care.", "I do not care."),
        ("contractions", "No such form here.", "No such form here."),
        ("punctuation", "It was good.", "It was good"),
        ("punctuation", "यह अच्छा था।", "यह अच्छा था"),
        ("punctuation", "It was good", "It was good."),
        ("accents", "Cette pièce était à côté.", "Cette piece etait a cote."),
        ("accents", "كان رائعًا", "كان رائعا"),
        ("accents", "ख़राब でした мой", "ख़राब でした мой"),
        ("lowercase", "It Was", "it was"),
    ],
)
def test_hand_made_examples(name, text, expected):
    assert perturb(name, text) == expected


def test_marks_stay_with_their_letters():
    assert letters("किताब") == ["कि", "ता", "ब"]
    assert letters("स्तर") == ["स्त", "र"]


def test_short_words_are_left_alone():
    assert perturb("typo", "I am so ill", 1) == "I am so ill"


@given(st.text(max_size=40), st.sampled_from(["typo", "drop-letter", "double-letter", "keyboard"]), st.integers(0, 9))
def test_any_text_can_be_perturbed(text, name, seed):
    assert abs(len(letters(perturb(name, text, seed))) - len(letters(text))) <= 1


def test_an_unknown_perturbation_is_refused():
    with pytest.raises(UnknownNameError, match="typo"):
        perturb("typos", SENTENCE)
