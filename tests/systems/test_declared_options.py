"""Every backend declares its options: names and defaults that can be read back, and what is signed."""

from __future__ import annotations

import pytest

from mteval.core.errors import UnknownNameError
from mteval.core.options import read_options
from mteval.core.registry import systems

# How the work is done, or said otherwise in the signature.
UNSIGNED = {
    "command": {"timeout", "cache"},
    "ctranslate2": {"device", "threads", "batch_tokens"},
    "embeddings": {"target"},
    "fairseq": {"device", "batch_tokens", "trust"},
    "hugging-face": {"device", "batch_tokens", "trust"},
    "openai": {
        *("url", "key_env", "prompt", "concurrency", "timeout", "retries", "cache", "prices", "max_cost", "max_tokens"),
        "dry_run",
    },
    "python": {"batch"},
    "ratings": {"system"},
}


@pytest.mark.parametrize("name", systems.names())
def test_options_are_declared_with_defaults_that_can_be_given(name):
    declared = systems.find(name).options
    assert len({option.name for option in declared}) == len(declared)
    assert all(option.help for option in declared)
    for option in declared:
        assert option.default is None or option.read(option.write(option.default)) == option.default


@pytest.mark.parametrize("name", systems.names())
def test_only_options_that_change_no_answer_are_left_unsigned(name):
    unsigned = {option.name for option in systems.find(name).options if not option.signed}
    assert unsigned == UNSIGNED.get(name, set())


@pytest.mark.parametrize("name", systems.names())
def test_unknown_options_are_refused_before_anything_is_opened(name):
    with pytest.raises(UnknownNameError, match=f"option of the system backend '{name}'"):
        systems.find(name)("there is no such thing", {"no_such_option": "1"})


def test_values_of_the_right_type_are_taken_as_they_are():
    declared = systems.find("ctranslate2").options
    chosen = read_options(declared, {"beam_size": 2, "threads": "1", "source_eos": "true"}, "ctranslate2")
    assert (chosen["beam_size"], chosen["threads"], chosen["source_eos"]) == (2, 1, "true")
    assert chosen.given == {"beam_size", "threads", "source_eos"}
