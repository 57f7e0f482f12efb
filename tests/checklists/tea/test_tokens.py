"""Sentences cut into words, characters or scripts, and joined again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mteval.checklists.tea.tokens import characters, scripts, spaces, words


@given(st.text(max_size=30))
@pytest.mark.parametrize("cut", [spaces, words, characters, scripts])
def test_tokens_joined_are_the_sentence(cut, sentence):
    assert "".join(cut(sentence)) == sentence
