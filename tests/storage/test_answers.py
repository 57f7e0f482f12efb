"""Answers by content: what is known is not asked again, and every kind of answer survives."""

from __future__ import annotations

import pytest

from mteval.core.errors import MtevalError
from mteval.core.queries import (
    Candidate,
    Classification,
    LogProb,
    LogProbs,
    Rank,
    RankedWords,
    Rated,
    Translate,
    Translation,
    Unanswered,
)
from mteval.storage import answers
from mteval.storage.answers import AnswerCache, answer_all, decode_answer, encode_answer, query_key


class Upper:
    """Translates into capitals, and remembers what it was asked."""

    def __init__(self, fingerprint="upper 1"):
        self.fingerprint = fingerprint
        self.asked = []

    def answer(self, queries):
        self.asked.append([query.source for query in queries])
        return (Translation(query.source.upper()) for query in queries)


def texts(found):
    return [one.text for one in found]


@pytest.mark.parametrize(
    "answer",
    [
        Translation("Ü\u2028", "lemma", 2, "0-0 1-2"),
        LogProbs((-1.5, -0.1), (3, 4), 1),
        LogProbs((float("-inf"), float("-inf"))),
        RankedWords(True, (Candidate("a", 0.25), Candidate("b", -1.0)), ("a",), (1,)),
        RankedWords(False),
        Classification("yes", {"yes": 0.75, "no": 0.25}),
        Rated(4.5),
        Unanswered("too long"),
    ],
)
def test_every_kind_of_answer_is_the_same_after_storing(answer, tmp_path):
    assert decode_answer(encode_answer(answer)) == answer
    AnswerCache(tmp_path).keep([("key", answer)])
    assert AnswerCache(tmp_path).known(["key", "other"]) == {"key": answer}


def test_a_key_depends_on_the_system_the_kind_and_every_field():
    queries = [
        Translate("a"),
        Translate("b"),
        Translate("a", ("b",)),
        LogProb("a", ()),
        LogProb("a", ("b",)),
        LogProb("a", (), ("b",)),
        LogProb("a", (), (), ("b",)),
        Rank("a", ("b",)),
        Rank("a", ("b",), 5),
    ]
    keys = {query_key(system, query) for system in ("x", "y") for query in queries}
    assert len(keys) == 2 * len(queries)
    assert query_key("x", Translate("a")) == query_key("x", Translate("a"))


def test_what_is_known_is_not_asked_again(tmp_path):
    system, cache = Upper(), AnswerCache(tmp_path)
    assert texts(answer_all(system, [Translate("a"), Translate("b")], cache)) == ["A", "B"]
    assert texts(answer_all(system, [Translate("c"), Translate("a"), Translate("c")], cache)) == ["C", "A", "C"]
    assert system.asked == [["a", "b"], ["c"]]
    other = Upper("upper 2")
    answer_all(other, [Translate("a")], AnswerCache(tmp_path))
    assert other.asked == [["a"]]


@pytest.mark.parametrize("fingerprint", ["", "upper"])
def test_without_a_fingerprint_or_a_cache_everything_is_asked(tmp_path, fingerprint):
    system = Upper(fingerprint)
    cache = None if fingerprint else AnswerCache(tmp_path)
    for _ in range(2):
        assert texts(answer_all(system, [Translate("a"), Translate("a")], cache)) == ["A", "A"]
    assert system.asked == [["a", "a"], ["a", "a"]]


def test_each_chunk_is_kept_before_the_next_is_asked(tmp_path, monkeypatch):
    monkeypatch.setattr(answers, "CHUNK", 2)

    class Killed(Upper):
        def answer(self, queries):
            if len(self.asked) == 2:
                raise KeyboardInterrupt
            return super().answer(queries)

    queries = [Translate(letter) for letter in "abcdefg"]
    with pytest.raises(KeyboardInterrupt):
        answer_all(Killed(), queries, AnswerCache(tmp_path))
    again = Upper("upper 1")
    assert texts(answer_all(again, queries, AnswerCache(tmp_path))) == list("ABCDEFG")
    assert again.asked == [["e", "f"], ["g"]]


def test_progress_starts_with_what_is_known_and_ends_with_all(tmp_path, monkeypatch):
    monkeypatch.setattr(answers, "CHUNK", 2)
    cache, told = AnswerCache(tmp_path), []
    answer_all(Upper(), [Translate("a")], cache)
    answer_all(Upper(), [Translate(letter) for letter in "abcd"], cache, lambda *counts: told.append(counts))
    assert told == [(1, 4), (3, 4), (4, 4)]


def test_progress_without_a_cache_is_told_every_64_answers():
    told = []
    answer_all(Upper(), [Translate("a")] * 130, None, lambda *counts: told.append(counts))
    assert told == [(64, 130), (128, 130), (130, 130)]


@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_system_that_answers_too_little_or_too_much_is_refused(tmp_path, count):
    class Miscounting(Upper):
        def answer(self, queries):
            return iter([Translation("x")] * count)

    cache = AnswerCache(tmp_path)
    queries = [Translate("a"), Translate("b")]
    with pytest.raises(MtevalError, match=f"gave {count} answers to 2 queries"):
        answer_all(Miscounting(), queries, cache)
    assert cache.known([query_key("upper 1", query) for query in queries]) == {}
