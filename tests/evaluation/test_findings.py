"""What a reader is told of the run: one cluster, no interval, skipped cases, unread context, unknown tokens."""

from dataclasses import replace
from math import isnan, nan
from typing import ClassVar

import pytest

from mteval.core.evidence import Outcome, Skipped, Verdict
from mteval.core.options import OptionValues
from mteval.core.queries import LogProb, LogProbs, Translate, Translation
from mteval.core.results import Score, Slice
from mteval.core.suites import Case
from mteval.evaluation.findings import skipped_cases, unknown_tokens, unread_context, without_interval
from mteval.evaluation.opened import named_systems
from mteval.evaluation.settings import Settings
from tests.evaluation.small_suites import contrast_suite, run_contrasts, run_texts, text_suite

DRAWN = Settings(resamples=50)


def found(code, words, settings=DRAWN, cluster="word", **systems):
    suite = replace(contrast_suite(words), cluster=cluster)
    half = [place % 2 == 0 for place in range(len(words))]
    report = run_contrasts(suite, settings, **(systems or {"a": half})).reports[0]
    return [(one.count, one.message) for one in report.findings if one.code == code]


def test_one_cluster_says_nothing_of_others():
    ((_, message),) = found("one-cluster", ["a"] * 8)
    assert message.startswith("All cases belong to one cluster by 'word': they were resampled one by one")


def test_two_clusters_a_single_case_and_a_suite_without_clusters_are_not_one_cluster():
    assert found("one-cluster", [*"aaab"]) == []
    assert found("one-cluster", ["a"]) == []
    assert found("one-cluster", ["a"] * 8, cluster=None) == []


def test_a_score_of_two_clusters_has_no_interval_and_says_so():
    ((count, message),) = found("no-interval", [*"aaabbb"])
    assert count == 1
    assert message.startswith(
        "There is no interval for accuracy: all cases are equal, or fewer than 3 cases or clusters"
    )
    assert found("no-interval", [*"aabbcc"], a=[True, True, True, False, False, False]) == []


def test_a_share_of_independent_cases_always_has_an_interval():
    assert found("no-interval", [*"ab"], cluster=None) == []
    assert found("no-interval", [*"abcdefgh"], a=[True] * 8) == []


def test_without_resamples_no_interval_was_asked_for():
    assert found("no-interval", [*"aaabbb"], Settings(resamples=0)) == []


def test_a_score_over_nothing_is_not_said_to_lack_an_interval():
    assert found("no-interval", [*"aaabbb"], a=[None] * 6) == []


def scored(spec, value, bounds):
    return Score(spec, {spec: value}, {spec: bounds}, 9, 0, True, "", spec=spec)


def test_slices_without_an_interval_are_named_or_counted():
    bare, whole = scored("bleu", 40.0, (nan, nan)), scored("chrf", 50.0, (48.0, 52.0))
    parts = [Slice("type", value, (bare,)) for value in "xy"]
    (one,) = without_interval([whole], parts[:1])
    assert (one.code, one.count) == ("no-interval", 1)
    assert "no interval for type x:" in one.message
    (both,) = without_interval([bare], parts)
    assert both.count == 3
    assert "no interval for bleu, 2 slices:" in both.message
    assert list(without_interval([whole], [Slice("type", "z", (whole,))])) == []


def test_equal_segments_have_no_interval_of_bleu():
    texts = ["a b c d e"] * 8
    report = run_texts(text_suite(["a b c d f"] * 8), "bleu", DRAWN, a=texts).reports[0]
    assert [one.count for one in report.findings if one.code == "no-interval"] == [1]
    assert all(map(isnan, report.scores[0].intervals["bleu"]))


def with_context(*contexts):
    """A suite with one case per (source context, target context)."""
    suite = contrast_suite(["w"] * len(contexts))
    cases = [
        replace(case, query=replace(case.query, source_context=source, target_context=target))
        for case, (source, target) in zip(suite.cases, contexts, strict=True)
    ]
    return replace(suite, cases=tuple(cases))


def system(**chosen):
    opened = named_systems({"a": len})[0].system
    opened.chosen = OptionValues((), chosen)
    return opened


CONTEXTS = ((("before",), ()), ((), ("davor",)), ((), ()))


def test_context_that_a_model_does_not_read_is_told():
    (found,) = unread_context(with_context(*CONTEXTS), system(context=0))
    assert (found.code, found.count) == ("unread-context", 2)
    assert found.message.startswith("2 cases have preceding sentences")


@pytest.mark.parametrize("chosen", [{"context": 1}, {"context": 3}, {"other": 0}, {}])
def test_a_model_that_reads_context_or_knows_none_is_told_nothing(chosen):
    assert list(unread_context(with_context(*CONTEXTS), system(**chosen))) == []


def test_without_context_there_is_none_to_read():
    assert list(unread_context(with_context(((), ())), system(context=0))) == []
    plain = replace(with_context(((), ())), cases=(Case("1", Translate("text")),))
    assert list(unread_context(plain, system(context=0))) == []


def test_unknown_tokens_are_counted_with_the_first_cases():
    suite = contrast_suite(["w"] * 9)
    answers = [LogProbs((0.0, 0.0), unknown=place % 4) for place in range(8)]
    (found,) = unknown_tokens(suite, [*answers, Translation("x", unknown=2)])
    assert (found.code, found.count, found.cases) == ("unknown-token", 14, ("1", "2", "3", "5", "6"))
    assert found.message.startswith("14 tokens in 7 cases are unknown")


def test_where_every_token_is_known_nothing_is_said():
    suite = contrast_suite(["w"] * 2)
    assert list(unknown_tokens(suite, [LogProbs((0.0,)), Skipped("no count at all")])) == []


def test_skipped_cases_are_told_by_reason_with_the_first_cases():
    suite = contrast_suite(["w"] * 9)
    passed = Verdict(Outcome.PASSED)
    evidence = [Skipped("too long"), passed, *[Skipped("no answer")] * 6, Skipped("too long")]
    long, none = skipped_cases(suite, evidence)
    assert (long.code, long.count, long.cases) == ("skipped", 2, ("0", "8"))
    assert long.message == "2 cases were skipped: too long."
    assert (none.count, none.cases) == (6, ("2", "3", "4", "5", "6"))


def test_a_run_tells_what_its_system_left_unanswered_and_did_not_know():
    report = run_contrasts(contrast_suite([*"abcdef"]), DRAWN, a=[True, None, True, None, True, True]).reports[0]
    assert [(one.code, one.count, one.cases) for one in report.findings] == [("skipped", 2, ("1", "3"))]


def test_a_run_tells_of_unknown_tokens_and_unread_context():
    suite = with_context(*CONTEXTS)

    class Model:
        answers = (LogProb,)
        chosen = OptionValues((), {"context": 0})
        signature: ClassVar = {"model": "m"}
        fingerprint = ""

        def answer(self, queries):
            return (LogProbs((-1.0, -2.0), unknown=1) for _ in queries)

        def findings(self):
            return ()

    from mteval.evaluation.run import evaluate

    report = evaluate(suite, named_systems({"m": Model()}), (), DRAWN).reports[0]
    assert {one.code: one.count for one in report.findings} == {
        **{"unread-context": 2, "unknown-token": 3},
        "one-cluster": 1,
    }
