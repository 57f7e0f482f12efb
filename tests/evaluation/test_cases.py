"""What is kept of each case."""

from dataclasses import replace

import pytest

from mteval.core.evidence import Comparison, Outcome, Ranking, Rating, Skipped, Verdict
from mteval.core.queries import (
    UNRANKED,
    Candidate,
    Classification,
    Classify,
    LogProb,
    LogProbs,
    Rank,
    RankedWords,
    Rate,
    Rated,
    Translate,
    Translation,
    Unanswered,
)
from mteval.evaluation.cases import answer_text, outcome_of, source_text
from mteval.evaluation.settings import Settings
from tests.evaluation.small_suites import contrast_suite, run_contrasts, run_texts, text_suite

FEW = Settings(resamples=0)


def test_a_judged_case():
    first, second, third = run_contrasts(contrast_suite([*"aab"]), FEW, s=[True, False, None]).reports[0].cases
    assert (first.id, first.outcome, first.source, first.references) == ("0", "passed", "source 0", ("right",))
    assert first.answer == {"values": (-1.0, -2.0), "tokens": (), "unknown": 0}
    assert first.tags == {"word": ("a",), "sense": ("a:sense",)}
    assert first.scores == {"accuracy": 1.0}
    assert first.statistics == {"accuracy": (1, 1, 1, 1, 0.5)}
    assert first.strata == {"accuracy": "a:sense"}
    assert first.detail == {"scores": [-1.0, -2.0], "contrasts": ["wrong"], "tie": False}
    assert (second.outcome, second.scores, second.statistics["accuracy"][:3]) == (
        "failed",
        {"accuracy": 0.0},
        (0, 1, 0),
    )
    assert (third.outcome, third.scores, third.statistics, third.strata) == ("skipped", {}, {"accuracy": None}, {})
    assert list(third.detail) == ["skipped"]
    assert third.references == ("right",)


def test_a_scored_translation():
    suite = text_suite(["a cat", "a dog"], ["d1", "d2"])
    first, second = run_texts(suite, "ter,chrf", FEW, s=["a cat", "the dog"]).reports[0].cases
    assert (first.id, first.outcome, first.answer, first.references) == ("1", "scored", "a cat", ("a cat",))
    assert (first.tags, first.strata, first.detail) == ({"document": ("d1",)}, {}, {})
    assert first.scores == {"ter": 0.0, "chrf": 100.0}
    assert second.scores["ter"] == 50.0
    assert list(second.statistics) == ["ter", "chrf"]
    assert second.statistics["ter"][:2] == (1, 2)


def test_metrics_are_kept_under_the_name_they_were_asked_for_by():
    (case,) = run_texts(text_suite(["A cat"]), "bleu?lowercase=true,bleu", FEW, s=["a cat"]).reports[0].cases
    assert set(case.statistics) == {"bleu?lowercase=true", "bleu"}


def test_a_case_without_a_stratum_keeps_none():
    suite = contrast_suite([*"ab"])
    bare = replace(suite.cases[0], gold=replace(suite.cases[0].gold, item=replace(suite.cases[0].gold.item, sense="")))
    first, second = run_contrasts(replace(suite, cases=(bare, suite.cases[1])), FEW, s=[True, True]).reports[0].cases
    assert (first.strata, second.strata) == ({}, {"accuracy": "b:sense"})


@pytest.mark.parametrize(
    ("evidence", "outcome"),
    [
        (Verdict(Outcome.PASSED), "passed"),
        (Verdict(Outcome.FAILED), "failed"),
        (Verdict(Outcome.UNDECIDED), "undecided"),
        (Verdict(Outcome.SKIPPED), "skipped"),
        (Ranking(True, (1, 7)), "passed"),
        (Ranking(True, (2,)), "failed"),
        (Ranking(True), "failed"),
        (Ranking(False, (1,)), "undecided"),
        (Skipped("why"), "skipped"),
        (Comparison("a", ("b",)), "scored"),
        (Rating("i", "ann", "adequacy", 3.0), "scored"),
    ],
)
def test_the_outcome_in_one_word(evidence, outcome):
    assert outcome_of(evidence) == outcome


@pytest.mark.parametrize(
    ("query", "text"),
    [
        (Translate("a text"), "a text"),
        (LogProb("a text", ("x",)), "a text"),
        (Rank("dog", ("Hund",)), "dog"),
        (Classify(("premise", "hypothesis")), "premise ⏎ hypothesis"),
        (Rate("item 7"), "item 7"),
    ],
)
def test_what_the_system_was_given(query, text):
    assert source_text(query) == text


@pytest.mark.parametrize(
    ("answer", "kept"),
    [
        (Translation("ein Hund"), "ein Hund"),
        (Translation("Hunde", lemmas="Hund"), {"text": "Hunde", "lemmas": "Hund"}),
        (LogProbs((-1.0,), (3,)), {"values": (-1.0,), "tokens": (3,), "unknown": 0}),
        (Classification("yes", {"yes": 0.9}), {"label": "yes", "probabilities": {"yes": 0.9}}),
        (Rated(3.0), {"value": 3.0}),
        (Unanswered("too long"), {"reason": "too long"}),
        (
            RankedWords(True, (Candidate("Hund", 0.5),), ("Hund", "Köter"), (1, UNRANKED)),
            {
                "known_source": True,
                "candidates": ({"word": "Hund", "score": 0.5},),
                "known_gold": ("Hund", "Köter"),
                "gold_ranks": [1, None],
            },
        ),
    ],
)
def test_the_answer_as_it_is_kept(answer, kept):
    assert answer_text(answer) == kept
