"""Places of tokens in a text, whatever a server shows of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mteval.systems._openai.log_probabilities import (
    TokenScores,
    TokenScoresError,
    check_answers,
    echoed,
    of_prompt,
    target_scores,
)


def echo(tokens, values=None):
    values = values or [None, *(-float(i) for i in range(1, len(tokens)))]
    return {"choices": [{"logprobs": {"tokens": tokens, "token_logprobs": values, "text_offset": [99] * len(tokens)}}]}


def as_bytes(text, sizes):
    """A text cut into tokens of so many bytes, each decoded alone as servers do."""
    data, tokens, place = text.encode(), [], 0
    while place < len(data):
        size = sizes[len(tokens) % len(sizes)]
        tokens.append(data[place : place + size])
        place += size
    starts, done = [], 0
    for token in tokens:
        starts.append(len(data[:done].decode(errors="ignore")))
        done += len(token)
    return [token.decode(errors="replace") for token in tokens], starts


@given(st.text("abc äß漢🐕.", min_size=1, max_size=20), st.lists(st.integers(1, 5), min_size=1, max_size=6))
def test_tokens_of_bytes_are_placed_where_their_characters_begin(text, sizes):
    text = f"{text}\n"
    tokens, starts = as_bytes(text, sizes)
    try:
        found = echoed(echo([*tokens, "next"]), text)
    except TokenScoresError:
        # Left unanswered, never scored wrongly: parts of characters beside whole ones beyond ASCII.
        assert any("\ufffd" in token for token in tokens)
        return
    whole = [place for place, token in enumerate(tokens) if "\ufffd" not in token and token.isascii()]
    assert len(found.starts) == len(tokens)
    for place in whole:
        if place and "\ufffd" not in tokens[place - 1]:
            assert found.starts[place] == starts[place]


@pytest.mark.parametrize("before", [[], ["<s>"], ["<s>", "<lang>"], [""]])
def test_tokens_before_the_text_are_left_out(before):
    found = echoed(echo([*before, "Ger", "man:", " ja", "\n", "x"]), "German: ja\n")
    assert found.starts[-4:] == (0, 3, 7, 10)
    assert found.ends[-4:] == (3, 7, 10, 11)


def test_a_space_that_the_tokenizer_puts_first_is_no_part_of_the_text():
    assert echoed(echo([" Ger", "man", "."]), "German.").starts == (0, 3, 6)


def test_the_first_token_of_a_prompt_need_not_be_told():
    entries = [{str(i): {"logprob": -1.0, "decoded_token": token}} for i, token in enumerate(["man:", " ja", "\n"])]
    found = of_prompt({"choices": [{"prompt_logprobs": [None, *entries]}]}, "German: ja\n")
    assert found.starts == (0, 3, 7, 10)
    assert found.values == (None, -1.0, -1.0, -1.0)


@pytest.mark.parametrize("tokens", [["Ger", "many"], ["man", "Ger", "."], ["German"], ["G"]])
def test_tokens_that_do_not_join_up_are_refused(tokens):
    with pytest.raises(TokenScoresError):
        echoed(echo(tokens), "German.")


def test_scoring_starts_before_a_token_that_holds_the_end_of_the_prompt_for_all_targets():
    merged = TokenScores((0, 3, 6), (3, 6, 9), (None, -2.0, -4.0))
    cut = TokenScores((0, 3, 5, 6), (3, 5, 6, 9), (None, -1.0, -8.0, -16.0))
    assert target_scores((merged, cut), 5) == [(-6.0, 2), (-25.0, 3)]
    assert target_scores((cut,), 5) == [(-24.0, 2)]


def test_a_target_token_without_a_value_is_refused():
    with pytest.raises(TokenScoresError, match="no log-probability"):
        target_scores((TokenScores((0, 3), (3, 6), (-1.0, None)),), 3)


def test_the_test_lets_honest_scores_pass():
    one, other = TokenScores((0, 3), (3, 6), (None, -1.0)), TokenScores((0, 3), (3, 6), (None, -2.0))
    check_answers(one, other, 3)
    with pytest.raises(TokenScoresError, match="the same"):
        check_answers(one, one, 3)
