"""Lines cut together are cut as Python cuts them one by one."""

from __future__ import annotations

import sys

from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.text.flat_tokens import WordTable, characters, flat_tokens
from mteval.text.tokens import Vocabulary, cut_13a, tokenizer

SPACES = "".join(chr(code) for code in range(sys.maxunicode + 1) if chr(code).isspace())
lines = st.lists(st.text(alphabet=st.sampled_from("ab,.1-ß👍\ud800" + SPACES), max_size=12), max_size=6)


def sequences(flat):
    return [flat.tokens[start:end].tolist() for start, end in zip(flat.bounds, flat.bounds[1:], strict=False)]


@settings(max_examples=150, deadline=None)
@given(st.lists(lines, min_size=1, max_size=3))
def test_words_are_those_of_split_and_keep_their_numbers_from_call_to_call(calls):
    numbers = Vocabulary()
    table = WordTable(lambda word: numbers.numbers([word]))
    names = {}
    for own in calls:
        for line, tokens in zip(own, sequences(table(own)), strict=True):
            words = line.split()
            assert len(words) == len(tokens)
            assert all(names.setdefault(word, token) == token for word, token in zip(words, tokens, strict=True))
    assert len(set(names.values())) == len(names)


def test_all_spaces_of_python_cut_words():
    seen = WordTable(lambda word: [len(word)])
    assert sequences(seen([SPACES.join("abc"), SPACES, ""])) == [[1, 1, 1], [], []]


def test_the_table_grows():
    texts = [" ".join(f"w{place * 7919 + line}" for place in range(100)) for line in range(3000)]
    numbers = Vocabulary()
    table = WordTable(lambda word: numbers.numbers([word]))
    names = Vocabulary()
    for start in range(0, len(texts), 500):
        part = texts[start : start + 500]
        assert sequences(table(part)) == [names.numbers(line.split()) for line in part]


@settings(max_examples=80, deadline=None)
@given(lines)
def test_characters_are_those_of_the_line_without_its_spaces(own):
    assert sequences(characters(own)) == [list(map(ord, "".join(line.split()))) for line in own]
    assert sequences(characters(own, spaces=True)) == [list(map(ord, line)) for line in own]


@settings(max_examples=80, deadline=None)
@given(lines)
def test_tokens_of_many_lines_are_those_of_each(own):
    for name in ("13a", "none"):
        together, alone = tokenizer(name), tokenizer(name)
        assert sequences(together.of_many(own)) == [together(line) for line in own]
        cut = cut_13a if name == "13a" else str.split
        assert sequences(together.of_many(own)) == [together._vocabulary.numbers(cut(line.rstrip())) for line in own]
        assert [len(alone(line)) for line in own] == flat_tokens([alone(line) for line in own]).lengths.tolist()
