"""Answers are kept as they come: by count and by time, so that a killed run loses a few seconds."""

import sqlite3

import pytest

from mteval.core.queries import (
    Candidate,
    Classification,
    LogProbs,
    RankedWords,
    Rated,
    Translate,
    Translation,
    Unanswered,
)
from mteval.storage import answers
from mteval.storage.answers import CHUNK, AnswerCache, answer_all, decode_answer, encode_answer
from mteval.storage.content_cache import CacheWarning


class Clock:
    def __init__(self, monkeypatch):
        self.now = 0.0
        monkeypatch.setattr(answers.time, "monotonic", lambda: self.now)


class Slow:
    """Takes so long for each answer, gives the answers of a call together or one by one, and may break off."""

    fingerprint = "slow"

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
    assert 201 - CHUNK <= kept(tmp_path) <= 201
    again = Slow(clock, 1.0, together=together)
    found = answer_all(again, queries(252), AnswerCache(tmp_path))
    assert [one.text for one in found] == [f"TEXT {number}" for number in range(252)]
    assert again.asked <= 51 + CHUNK


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
    assert list(map(len, portions)) == [CHUNK, CHUNK, CHUNK, 4]
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
