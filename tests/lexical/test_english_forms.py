"""What English forms say: part of speech, number, tense."""

import pytest

from mteval.lexical.english_forms import (
    ADJECTIVE,
    ING,
    NOUN,
    PAST,
    PLURAL,
    SINGULAR,
    THIRD_PERSON,
    VERB,
    english_readings,
)


@pytest.mark.parametrize(
    ("word", "readings"),
    [
        ("bag", {(NOUN, SINGULAR)}),
        ("bags", {(NOUN, PLURAL)}),
        ("children", {(NOUN, PLURAL)}),
        ("sheep", {(NOUN, SINGULAR), (NOUN, PLURAL)}),
        ("stolen", {(VERB, PAST)}),
        ("running", {(VERB, ING)}),
        ("falls", {(NOUN, PLURAL), (VERB, THIRD_PERSON)}),
        ("genuine", {(ADJECTIVE, "")}),
        ("qwrtz", set()),
    ],
)
def test_a_form_is_read_as_its_ending_and_wordnet_say(word, readings):
    assert {(one.part, one.form) for one in english_readings(word)} == readings
