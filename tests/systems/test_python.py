"""Answers from Python functions."""

from __future__ import annotations

import sys

import pytest

from mteval.core import registry
from mteval.core.errors import CapabilityError, MtevalError, UsageError
from mteval.core.queries import Classification, Classify, LogProb, LogProbs, Translate, Translation, Unanswered
from mteval.systems.python import PythonCallable

LABELS = ("negative", "neutral", "positive")
QUERIES = [Classify(("It was good.",), LABELS), Classify(("It was bad.",), LABELS)]


def ask(function, *queries, **options):
    return list(PythonCallable.of(function, **options).answer(queries))


def test_a_function_answers_with_strings_pairs_numbers_or_nothing():
    given = ask(lambda texts: [text.upper() for text in texts], Translate("hello"), QUERIES[0])
    assert given == [Translation("HELLO"), Classification("IT WAS GOOD.")]
    assert ask(lambda texts: [("neutral", {"neutral": 1})], QUERIES[0]) == [Classification("neutral", {"neutral": 1.0})]
    assert ask(lambda queries: [[-1, -2.5]], LogProb("s", ("a", "b"))) == [LogProbs((-1.0, -2.5))]
    assert ask(lambda texts: [None], Translate("x")) == [Unanswered("the function gave no answer")]


def test_pairs_of_texts_arrive_as_tuples_and_queries_on_demand():
    seen = []
    pair = Classify(("premise", "hypothesis"), ())
    ask(lambda texts: seen.extend(texts) or ["x"], pair)
    ask(lambda texts: seen.extend(texts) or ["x"], pair, queries="true")
    assert seen == [("premise", "hypothesis"), pair]


def test_batches_are_as_large_as_asked():
    sizes = []
    ask(lambda texts: sizes.append(len(texts)) or texts, *[Translate("x")] * 5, batch="2")
    assert sizes == [2, 2, 1]


def test_another_number_of_answers_is_refused():
    with pytest.raises(MtevalError, match="asked 1 questions and gave 2"):
        ask(lambda texts: ["a", "b"], Translate("x"))


def test_an_answer_of_another_kind_is_refused():
    with pytest.raises(CapabilityError, match="int"):
        ask(lambda texts: [3], Translate("x"))


def test_a_function_is_found_by_its_name(tmp_path, monkeypatch):
    (tmp_path / "shouting_model.py").write_text("def shout(texts):\n    return [t + '!' for t in texts]\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    system = registry.systems.find("python")("shouting_model:shout", {})
    assert list(system.answer([Translate("hey")])) == [Translation("hey!")]
    assert system.signature["source"]


@pytest.mark.parametrize("argument", ["nothing", "no_such_module_here:f", "json:no_such_function"])
def test_what_is_no_function_is_refused(argument):
    with pytest.raises(UsageError):
        registry.systems.find("python")(argument, {})


def test_what_goes_wrong_in_a_function_is_told_as_its_fault():
    def failing(texts):
        raise ZeroDivisionError("no such thing")

    with pytest.raises(
        MtevalError, match=r"The function .*failing failed \(ZeroDivisionError: no such thing\)"
    ) as told:
        ask(failing, Translate("x"))
    assert isinstance(told.value.__cause__, ZeroDivisionError)


def test_a_module_that_breaks_on_import_is_named(tmp_path, monkeypatch):
    (tmp_path / "breaks_on_import.py").write_text("1 / 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UsageError, match=r"'breaks_on_import' cannot be imported \(division by zero\)"):
        registry.systems.find("python")("breaks_on_import:f", {})


def test_a_function_at_hand_is_run_through_the_interface(root):
    from mteval import api
    from mteval.evaluation.pairs import Settings

    def always_positive(texts):
        return ["positive"] * len(texts)

    results = api.run(
        "sentiment-checklist-en",
        systems={"optimist": always_positive},
        options={"instances": "2"},
        settings=Settings(test="none", resamples=0),
    )
    report = results.reports[0]
    assert report.system["name"] == "optimist"
    assert "constant-answer" in [finding.code for finding in report.findings]
    rates = {part.value: part.scores[0].value for part in report.slices if part.tag == "capability"}
    assert rates["Robustness"] == 0.0
    assert rates["Temporal"] == 0.5
