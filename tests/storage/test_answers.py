"""Answers by content: what is known is not asked again, and every kind of answer survives."""

from __future__ import annotations

import sqlite3

import pytest

from mteval.core.errors import MtevalError
from mteval.core.queries import (
    QUERIES_AT_ONCE,
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
from mteval.storage.content_cache import CacheWarning


class Upper:
    """Translates into capitals, and remembers what it was asked."""

    at_once = QUERIES_AT_ONCE

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


class InPairs(Upper):
    at_once = 2


def test_each_portion_is_kept_before_the_next_is_asked(tmp_path):
    class Killed(InPairs):
        def answer(self, queries):
            if len(self.asked) == 2:
                raise KeyboardInterrupt
            return super().answer(queries)

    queries = [Translate(letter) for letter in "abcdefg"]
    with pytest.raises(KeyboardInterrupt):
        answer_all(Killed(), queries, AnswerCache(tmp_path))
    again = InPairs()
    assert texts(answer_all(again, queries, AnswerCache(tmp_path))) == list("ABCDEFG")
    assert again.asked == [["e", "f"], ["g"]]


def test_progress_starts_with_what_is_known_and_ends_with_all(tmp_path):
    cache, told = AnswerCache(tmp_path), []
    answer_all(InPairs(), [Translate("a")], cache)
    answer_all(InPairs(), [Translate(letter) for letter in "abcd"], cache, lambda *counts: told.append(counts))
    assert told == [(1, 4), (2, 4), (4, 4)]  # a, b; then c, d: portions are those of a run from the beginning


def test_questions_of_like_length_are_asked_together_within_a_window(tmp_path, monkeypatch):
    monkeypatch.setattr(answers, "WINDOW", 4)
    system = InPairs()
    sources = ["ccc", "a", "dddd", "bb", "g", "f"]
    assert texts(answer_all(system, [Translate(source) for source in sources], AnswerCache(tmp_path))) == [
        source.upper() for source in sources
    ]
    assert system.asked == [["a", "bb"], ["ccc", "dddd"], ["g", "f"]]


def test_targets_count_as_length_too():
    asked = [(str(place), query) for place, query in enumerate([LogProb("a", ("bbb", "c")), LogProb("aaa", ("b",))])]
    assert [key for key, _ in answers.by_length(asked)] == ["1", "0"]


def backwards(system, portions):
    """Elsewhere the last portion is answered first."""
    for place in reversed(range(len(portions))):
        yield place, list(system.answer(portions[place]))


@pytest.mark.parametrize("cached", [True, False])
def test_answers_from_elsewhere_find_their_questions_in_whatever_order_they_come(tmp_path, cached):
    system, told = InPairs(), []
    cache = AnswerCache(tmp_path) if cached else None
    queries = [Translate(letter) for letter in "abcda"]
    found = answer_all(system, queries, cache, lambda *counts: told.append(counts), backwards)
    assert texts(found) == list("ABCDA")
    assert told[-1] == (5, 5)
    assert system.asked[-1] == ["a", "b"]


def test_what_came_from_elsewhere_before_it_broke_is_kept(tmp_path):
    def breaking(system, portions):
        yield 1, list(system.answer(portions[1]))
        raise MtevalError("the cluster is gone")

    queries = [Translate(letter) for letter in "abcdef"]
    with pytest.raises(MtevalError, match="gone"):
        answer_all(InPairs(), queries, AnswerCache(tmp_path), None, breaking)
    again = InPairs()
    answer_all(again, queries, AnswerCache(tmp_path))
    assert again.asked == [["a", "b"], ["e", "f"]]


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


class Clock:
    def __init__(self, monkeypatch):
        self.now = 0.0
        monkeypatch.setattr(answers.time, "monotonic", lambda: self.now)


class Slow:
    """Takes so long for each answer, gives the answers of a call together or one by one, and may break off."""

    fingerprint = "slow"
    at_once = 30

    def __init__(self, clock, seconds, *, together, until=10**9):
        self.clock, self.seconds, self.together, self.until = clock, seconds, together, until
        self.asked = 0

    def answer(self, queries):
        made = self._made(queries)
        return iter(list(made)) if self.together else made

    def _made(self, queries):
        for query in queries:
            if self.asked == self.until:
                raise KeyboardInterrupt
            self.asked += 1
            self.clock.now += self.seconds
            yield Translation(query.source.upper())


def queries(count):
    return [Translate(f"text {number}") for number in range(count)]


def kept(folder):
    with sqlite3.connect(folder / "answers.sqlite") as connection:
        return connection.execute("SELECT count(*) FROM kept").fetchone()[0]


@pytest.mark.parametrize("together", [True, False])
def test_a_slow_run_that_is_broken_off_at_80_percent_keeps_nearly_all(tmp_path, monkeypatch, together):
    clock = Clock(monkeypatch)
    system = Slow(clock, 1.0, together=together, until=201)
    with pytest.raises(KeyboardInterrupt):
        answer_all(system, queries(252), AnswerCache(tmp_path))
    assert 201 - Slow.at_once <= kept(tmp_path) <= 201
    again = Slow(clock, 1.0, together=together)
    found = answer_all(again, queries(252), AnswerCache(tmp_path))
    assert [one.text for one in found] == [f"TEXT {number}" for number in range(252)]
    assert again.asked <= 51 + Slow.at_once


def test_answers_that_come_one_by_one_are_on_disk_every_few_seconds(tmp_path, monkeypatch):
    clock = Clock(monkeypatch)
    seen = []

    class Watched(Slow):
        def _made(self, queries):
            for answer in super()._made(queries):
                seen.append((self.asked, kept(tmp_path)))
                yield answer

    cache = AnswerCache(tmp_path)
    answer_all(Watched(clock, 1.0, together=False), queries(40), cache)
    assert max(asked - stored for asked, stored in seen) <= 4


def test_a_run_that_goes_on_asks_in_the_portions_of_a_run_from_the_beginning(tmp_path, monkeypatch):
    clock = Clock(monkeypatch)
    portions = []

    class Watched(Slow):
        def answer(self, queries):
            portions.append([query.source for query in queries])
            return super().answer(queries)

    with pytest.raises(KeyboardInterrupt):
        answer_all(Watched(clock, 0.0, together=True, until=70), queries(100), AnswerCache(tmp_path / "killed"))
    answer_all(Watched(clock, 0.0, together=True), queries(100), AnswerCache(tmp_path / "killed"))
    gone_on = portions[3:]
    portions.clear()
    answer_all(Watched(clock, 0.0, together=True), queries(100), AnswerCache(tmp_path / "whole"))
    assert list(map(len, portions)) == [30, 30, 30, 10]
    assert gone_on == portions[2:]


def test_scattered_questions_are_asked_together(tmp_path, monkeypatch):
    system = Slow(Clock(monkeypatch), 0.0, together=False)
    asked = queries(400)
    answer_all(system, [one for number, one in enumerate(asked) if number % 40], AnswerCache(tmp_path))
    calls = []
    monkeypatch.setattr(system, "answer", lambda part: calls.append(len(part)) or system._made(part))
    answer_all(system, asked, AnswerCache(tmp_path))
    assert calls == [10]


@pytest.mark.parametrize(
    "answer",
    [
        Translation("ä"), LogProbs((-1.5, -2.0)), Classification("a", {"a": 0.5}), Rated(1.0), Unanswered("why"),
        RankedWords(known_source=True, candidates=(Candidate("w", 0.5), Candidate("v", 0.25))),
    ],
)  # fmt: skip
def test_every_answer_comes_back(answer):
    assert decode_answer(encode_answer(answer)) == answer


@pytest.mark.parametrize(
    "row", ['["Path", {}]', "[]", '["Translation", {"other": 1}]', "{", "null", '["Translation", 3]']
)
def test_a_damaged_answer_is_asked_again(tmp_path, monkeypatch, row):
    system = Slow(Clock(monkeypatch), 0.0, together=False)
    answer_all(system, queries(3), AnswerCache(tmp_path))
    with sqlite3.connect(tmp_path / "answers.sqlite") as connection:
        connection.execute("UPDATE kept SET value = ? WHERE rowid = 2", [row])
    with pytest.warns(CacheWarning, match="damaged"):
        found = answer_all(system, queries(3), AnswerCache(tmp_path))
    assert [one.text for one in found] == ["TEXT 0", "TEXT 1", "TEXT 2"]
    assert system.asked == 4
