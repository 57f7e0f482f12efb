"""Tokenizers cut as sacrebleu cuts."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.text.tokens import cut_13a, tokenizer


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="a1.,-&;<>'\"$ \t\n\u00a0amp", max_size=30))
def test_13a_cuts_word_by_word_as_it_cuts_the_line(line):
    from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

    wanted = Tokenizer13a()(line.rstrip()).split()
    assert cut_13a(line.rstrip()) == wanted
    cutter = tokenizer("13a")
    assert cutter(line) == cutter._vocabulary.numbers(wanted)
