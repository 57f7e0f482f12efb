"""Tercom's words are those of sacrebleu's tokenizer, whatever the options."""

import itertools

import pytest
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

from mteval.metrics._ter.tokens import Tercom

LINES = ["The cat's 3.5 — here, (now)!", "中文，日本語。 ok", "  A\tB  ", "", "don't-stop 10-20 &amp; <skipped> $5"]


@pytest.mark.parametrize("options", list(itertools.product([False, True], repeat=4)))
@pytest.mark.parametrize("line", LINES)
def test_words_are_those_of_sacrebleu(line, options):
    assert Tercom(*options)(line) == TercomTokenizer(*options)(line.rstrip()).split()
