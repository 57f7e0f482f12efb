"""The tables of learnt weights."""

import pytest

from mteval.core.errors import UnknownNameError
from mteval.lexical.learnt_weights import learnt_weights


def test_a_table_gives_numbers():
    weights = learnt_weights("names")
    assert weights["calendar"] < -1
    assert weights["instance"] > 1


def test_an_unknown_table_is_named():
    with pytest.raises(UnknownNameError, match="verbs"):
        learnt_weights("verbs")
