"""Asking, judging and what is refused before anything is asked."""

from dataclasses import replace
from typing import ClassVar

import pytest

from mteval.core import registry
from mteval.core.errors import CapabilityError, MtevalError
from mteval.core.evidence import Skipped, Verdict
from mteval.core.options import NOTHING_CHOSEN, parse_specs
from mteval.core.queries import LogProb, LogProbs, Translate, Translation, Unanswered
from mteval.evaluation.opened import named_systems
from mteval.evaluation.run import answer_cached, answer_suite, evaluate, family_of, judge_all
from mteval.evaluation.settings import Settings
from tests.evaluation.small_suites import contrast_suite, run_texts, scorer, text_suite

FEW = Settings(resamples=0)


class Counting:
    """A system that remembers how often it was asked."""

    answers = (LogProb,)
    chosen = NOTHING_CHOSEN
    signature: ClassVar = {}

    def __init__(self, fingerprint=""):
        self.fingerprint = fingerprint
        self.asked = 0

    def answer(self, queries):
        self.asked += len(queries)
        return (LogProbs((-1.0, -2.0)) for _ in queries)

    def findings(self):
        return ()


@pytest.fixture(autouse=True)
def empty_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("MTEVAL_CACHE", str(tmp_path / "cache"))


SUITE = contrast_suite([*"abc"])


def test_a_system_that_can_be_told_again_is_asked_once():
    first, again = Counting("model 1"), Counting("model 1")
    for system in (first, again):
        evaluate(SUITE, named_systems({"m": system}), (), FEW)
    assert (first.asked, again.asked) == (3, 0)


def test_a_system_that_cannot_be_told_again_is_asked_each_time(tmp_path):
    system = Counting()
    for _ in range(2):
        evaluate(SUITE, named_systems({"m": system}), (), FEW)
    assert system.asked == 6
    assert not (tmp_path / "cache").exists()


def test_each_model_has_its_own_answers():
    systems = {"a": Counting("model 1"), "b": Counting("model 2"), "c": Counting()}
    evaluate(SUITE, named_systems(systems), (), FEW)
    assert [one.asked for one in systems.values()] == [3, 3, 3]


def test_answers_are_kept_for_other_uses_than_scores(tmp_path):
    for expected in (3, 0):
        system = Counting("model 1")
        assert len(answer_cached(SUITE, named_systems({"m": system})[0])) == 3
        assert system.asked == expected
    plain = Counting()
    for _ in range(2):
        answer_cached(SUITE, named_systems({"m": plain})[0])
    assert plain.asked == 6


def test_cases_of_one_question_are_asked_once():
    system = Counting()
    cases = (SUITE.cases[0], replace(SUITE.cases[0], id="again"), SUITE.cases[1])
    answers = answer_suite(replace(SUITE, cases=cases), named_systems({"m": system})[0])
    assert system.asked == 2
    assert len(answers) == 3


def test_progress_is_told_by_system():
    told = []
    evaluate(SUITE, named_systems({"m": Counting()}), (), FEW, lambda *news: told.append(news))
    assert told[-1] == ("m", 3, 3)


def test_a_system_that_cannot_answer_is_refused_before_it_is_asked():
    system = Counting()
    system.answers = (Translate,)
    with pytest.raises(CapabilityError, match="'contrasts' asks for LogProb, but 'python' only answers Translate"):
        evaluate(SUITE, named_systems({"m": system}), (), FEW)
    with pytest.raises(CapabilityError, match="asks for LogProb"):
        answer_cached(SUITE, named_systems({"m": system})[0])
    assert system.asked == 0


def test_no_system_is_asked_where_one_cannot_answer():
    able, unable = Counting(), Counting()
    unable.answers = ()
    with pytest.raises(CapabilityError, match="only answers nothing"):
        evaluate(SUITE, named_systems({"a": able, "b": unable}), (), FEW)
    assert able.asked == 0


def test_unanswered_questions_are_skipped_with_their_reason():
    evidence = judge_all(SUITE, [LogProbs((-1.0, -2.0)), Unanswered("too long"), LogProbs((-2.0, -1.0))])
    assert [type(one) for one in evidence] == [Verdict, Skipped, Verdict]
    assert evidence[1].reason == "too long"


class Together(registry.families.find("contrastive")):
    """Judges all answers at once."""

    def judge_all(self, suite, answers):
        return [Skipped(f"{len(answers)} answers to {suite.name}") for _ in answers]


def test_a_family_that_judges_together_is_given_all_answers():
    suite = contrast_suite([*"ab"], family=Together)
    assert [one.reason for one in judge_all(suite, [Translation("x")] * 2)] == ["2 answers to contrasts"] * 2


def test_a_suite_nobody_judges_is_refused():
    with pytest.raises(MtevalError, match="'contrasts' was not loaded by the library"):
        family_of(replace(SUITE, family=None))
    assert family_of(SUITE) is SUITE.family


def test_a_metric_that_looks_for_other_evidence_is_refused():
    with pytest.raises(CapabilityError, match="'bleu' needs Comparison evidence, but this suite yields Verdict"):
        evaluate(SUITE, named_systems({"m": Counting()}), parse_specs("bleu"), FEW)


def test_skipped_cases_are_evidence_for_any_metric():
    report = evaluate(SUITE, named_systems({"m": scorer([None] * 3)}), parse_specs("accuracy"), FEW).reports[0]
    assert report.score("accuracy").n == 0


def test_a_metric_without_a_wish_takes_any_evidence(monkeypatch):
    monkeypatch.setattr(registry.metrics.find("accuracy"), "evidence", None)
    assert evaluate(SUITE, named_systems({"m": Counting()}), (), FEW).reports[0].score("accuracy").n == 3


def test_a_suites_own_metrics_are_taken_unless_others_are_named():
    assert [one.metric for one in run_texts(text_suite(["a b"]), "", FEW, a=["a"]).reports[0].scores] == [
        "bleu",
        "chrf",
        "ter",
    ]
    assert [one.metric for one in run_texts(text_suite(["a b"]), "ter", FEW, a=["a"]).reports[0].scores] == ["ter"]


def test_a_suite_of_no_cases_gives_no_score():
    report = evaluate(replace(SUITE, cases=()), named_systems({"m": Counting()}), (), Settings(resamples=5)).reports[0]
    assert report.score("accuracy").n == 0
