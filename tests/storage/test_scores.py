"""Scores by content: equal texts are scored once, in batches that are kept."""

from __future__ import annotations

import numpy as np
import pytest

from mteval.storage.scores import ScoreCache, content_key


class Lengths:
    """Scores a text by its length and half of it, and remembers what it was asked."""

    def __init__(self, texts, fails_at=None):
        self.texts, self.fails_at, self.asked = texts, fails_at, []

    def __call__(self, positions):
        if len(self.asked) == self.fails_at:
            raise KeyboardInterrupt
        self.asked.append(list(positions))
        return [(len(self.texts[at]), len(self.texts[at]) / 2) for at in positions]


def keys(texts):
    return [content_key("model", [text]) for text in texts]


def test_an_equal_text_is_scored_once_and_stands_everywhere(tmp_path):
    texts = ["aa", "b", "aa", "cccc"]
    score = Lengths(texts)
    found = ScoreCache(tmp_path).complete(keys(texts), score, 2)
    assert found.tolist() == [[2, 1], [1, 0.5], [2, 1], [4, 2]]
    assert found.dtype == np.float64
    assert score.asked == [[0, 1], [3]]


def test_what_was_scored_before_is_not_scored_again(tmp_path):
    ScoreCache(tmp_path).complete(keys(["aa", "b"]), Lengths(["aa", "b"]), 8)
    texts = ["b", "ddd", "aa"]
    score = Lengths(texts)
    assert ScoreCache(tmp_path).complete(keys(texts), score, 8)[:, 0].tolist() == [1, 3, 2]
    assert score.asked == [[1]]


def test_a_batch_is_kept_before_the_next_is_scored(tmp_path):
    texts = ["a", "bb", "ccc", "dddd", "eeeee"]
    with pytest.raises(KeyboardInterrupt):
        ScoreCache(tmp_path).complete(keys(texts), Lengths(texts, fails_at=2), 2)
    again = Lengths(texts)
    assert ScoreCache(tmp_path).complete(keys(texts), again, 2)[:, 0].tolist() == [1, 2, 3, 4, 5]
    assert again.asked == [[4]]


def test_digits_survive(tmp_path):
    value = 0.1 + 0.2
    for _ in range(2):
        found = ScoreCache(tmp_path).complete(["k"], lambda _: [[value, float("nan")]], 1)
        assert found[0, 0] == value
        assert np.isnan(found[0, 1])


def test_a_key_depends_on_the_model_and_on_every_text_in_its_place():
    made = [
        ("m", ["a", "b"]),
        ("n", ["a", "b"]),
        ("m", ["b", "a"]),
        ("m", ["ab"]),
        ("m", ["a", None]),
        ("m", ["a", ""]),
    ]
    assert len({content_key(*one) for one in made}) == len(made)
