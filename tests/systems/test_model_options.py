"""What answers of model backends depend on: signed options, and what the system says of itself."""

from __future__ import annotations

import pytest

from mteval.core.errors import UsageError
from mteval.core.options import read_options
from mteval.systems._model_options import DECODING, TOKENIZER, TORCH, answer_settings


def chosen(**given):
    return read_options((*DECODING, *TORCH, TOKENIZER), given, "the system")


def test_speed_and_place_do_not_change_answers_but_decoding_does():
    plain = answer_settings("x", chosen(), {})
    assert plain == answer_settings("x", chosen(device="cuda:1", batch_tokens="1", trust="true"), {})
    for option, value in (("beam_size", "1"), ("max_length", "9"), ("engine", "plain"), ("tokenizer", "none")):
        assert plain != answer_settings("x", chosen(**{option: value}), {})
    assert plain != answer_settings("y", chosen(), {})


def test_what_the_system_says_of_itself_wins():
    found = answer_settings("x", chosen(beam_size="3"), {"beam_size": "1", "version": "4"})
    assert (found["beam_size"], found["version"], found["backend"]) == ("1", "4", "x")


@pytest.mark.parametrize(("name", "value"), [("beam_size", "0"), ("max_length", "-1"), ("engine", "fast")])
def test_values_that_cannot_be_are_refused(name, value):
    with pytest.raises(UsageError, match=name):
        chosen(**{name: value})
