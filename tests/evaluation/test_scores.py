"""Scores, intervals and reports of a run: numbers by hand, by loops over numpy's draws, and by sacrebleu."""

import math
from dataclasses import replace
from typing import ClassVar

import numpy as np
import pytest
import sacrebleu

from mteval.core import registry
from mteval.core.evidence import Comparison
from mteval.core.results import Finding
from mteval.core.views import View
from mteval.evaluation.settings import Settings
from mteval.statistics.resampling import DEFAULT_SEED
from tests.evaluation.small_suites import (
    codes,
    contrast_suite,
    drawn_means,
    interval,
    run_contrasts,
    run_texts,
    share_interval,
    student_interval,
    text_suite,
)

WORDS = ["bank"] * 4 + ["bat"] * 3 + ["seal"] * 2 + ["crane", "spring", "palm"]
PASSED = [True] * 4 + [False] * 3 + [True, False, True, False, True]
FEW = Settings(resamples=200, seed=3)


def score(results, metric="accuracy", system=0):
    return results.reports[system].score(metric)


def test_values_by_hand():
    found = score(run_contrasts(contrast_suite(WORDS), FEW, a=PASSED))
    assert found.values["accuracy"] == pytest.approx(7 / 12)
    assert found.values["macro"] == pytest.approx((1 + 0 + 0.5 + 1 + 0 + 1) / 6)
    assert (found.values["correct"], found.values["decided"], found.values["chance"]) == (7, 12, 0.5)
    assert (found.metric, found.spec, found.n, found.skipped) == ("accuracy", "accuracy", 12, 0)
    assert (found.higher_is_better, found.level, found.scale.decimals) == (True, 0.95, 4)


CASES = [str(i) for i in range(12)]


def test_intervals_respect_whole_clusters():
    found = score(run_contrasts(contrast_suite(WORDS), FEW, a=PASSED))
    expected = share_interval(PASSED, WORDS, 200, 3)
    assert found.intervals["accuracy"] == pytest.approx(expected)
    assert expected[1] - expected[0] > np.diff(share_interval(PASSED, CASES, 200, 3))[0]


def test_without_clusters_a_share_has_wilsons_interval():
    found = score(run_contrasts(replace(contrast_suite(WORDS), cluster=None), FEW, a=PASSED))
    assert found.intervals["accuracy"] == pytest.approx(share_interval(PASSED, CASES, 200, 3))


def test_one_cluster_alone_is_taken_case_by_case():
    results = run_contrasts(contrast_suite(["bank"] * 12), FEW, a=PASSED)
    assert score(results).intervals["accuracy"] == pytest.approx(share_interval(PASSED, CASES, 200, 3))
    assert "one-cluster" in codes(results.reports[0])


def test_the_seed_and_the_level_are_those_of_the_settings():
    found = score(run_contrasts(contrast_suite(WORDS), Settings(resamples=150, seed=8, level=0.8), a=PASSED))
    assert found.intervals["accuracy"] == pytest.approx(share_interval(PASSED, WORDS, 150, 8, 0.8))
    assert found.level == 0.8


def test_unless_told_otherwise_1000_resamples_of_sacrebleus_seed_are_drawn():
    found = score(run_contrasts(contrast_suite(WORDS), None, a=PASSED))
    assert found.intervals["accuracy"] == pytest.approx(share_interval(PASSED, WORDS, 1000, DEFAULT_SEED))


@pytest.mark.parametrize("test", ["sacrebleu-bootstrap", "sacrebleu-permutation"])
def test_with_sacrebleus_tests_intervals_are_its_percentiles(test):
    found = score(run_contrasts(contrast_suite(WORDS), replace(FEW, test=test), a=PASSED))
    assert found.intervals["accuracy"] == pytest.approx(interval(drawn_means(PASSED, WORDS, 200, 3)))


def test_a_corpus_score_has_students_interval_of_sacrebleus_resamples():
    """BLEU on resampled corpora, scored by sacrebleu one by one."""
    texts, references = FIRST * 2, REFERENCES * 2
    found = score(run_texts(text_suite(references), "bleu", replace(FEW, resamples=60), a=texts), "bleu")
    draws = np.random.default_rng(3).choice(12, size=(60, 12), replace=True)
    drawn = [sacrebleu.corpus_bleu([texts[i] for i in row], [[references[i] for i in row]]).score for row in draws]
    assert found.intervals["bleu"] == pytest.approx(student_interval(found.value, np.array(drawn), 12), abs=1e-6)


def test_without_resamples_there_are_no_intervals():
    results = run_contrasts(contrast_suite(WORDS, types=["t"] * 12), Settings(resamples=0), a=PASSED)
    assert score(results).intervals == {}
    assert results.reports[0].slices[0].scores[0].intervals == {}
    assert score(results).value == pytest.approx(7 / 12)


def test_skipped_cases_are_counted_and_not_scored():
    answered = [None, None, *PASSED[2:]]
    found = score(run_contrasts(contrast_suite(WORDS), FEW, a=answered))
    assert (found.n, found.skipped) == (10, 2)
    assert found.value == pytest.approx(5 / 10)


def test_a_score_over_nothing_is_not_a_number():
    found = score(run_contrasts(contrast_suite(WORDS), FEW, a=[None] * 12))
    assert (found.n, found.skipped) == (0, 12)
    assert all(math.isnan(value) for value in found.values.values())
    assert all(map(math.isnan, found.intervals["accuracy"]))


REFERENCES = [
    "the cat sat on the mat",
    "a dog barks at night",
    "we walk home together now",
    "rain falls on the old roof",
    "nobody came to see the play",
    "the train was late again today",
]
FIRST = [line.replace("the", "a") for line in REFERENCES]
SECOND = [line.replace("night", "noon").replace("again", "as ever") for line in REFERENCES]
DOCUMENTS = ["d1", "d1", "d2", "d3", "d2", "d3"]


def members(name):
    return [place for place, document in enumerate(DOCUMENTS) if document == name]


def test_every_metric_of_every_system_has_its_own_score():
    results = run_texts(text_suite(REFERENCES), "bleu,chrf", FEW, a=FIRST, b=SECOND)
    for place, texts in enumerate((FIRST, SECOND)):
        report = results.reports[place]
        assert [one.metric for one in report.scores] == ["bleu", "chrf"]
        assert report.score("bleu").value == pytest.approx(sacrebleu.corpus_bleu(texts, [REFERENCES]).score)
        assert report.score("chrf").value == pytest.approx(sacrebleu.corpus_chrf(texts, [REFERENCES]).score)
    assert [report.system["name"] for report in results.reports] == ["a", "b"]
    alone = run_texts(text_suite(REFERENCES), "bleu,chrf", FEW, b=SECOND).reports[0]
    assert [one.intervals for one in results.reports[1].scores] == [one.intervals for one in alone.scores]


def test_slices_are_the_scores_of_their_cases():
    """Values by sacrebleu on the segments of a document; intervals those of a run on these segments alone."""
    suite = text_suite(REFERENCES * 2, DOCUMENTS * 2, sliced=True)
    results = run_texts(suite, "bleu,chrf", FEW, a=FIRST * 2, b=SECOND * 2)
    for report, texts in zip(results.reports, (FIRST, SECOND), strict=True):
        assert [(part.tag, part.value) for part in report.slices] == [("document", name) for name in ("d1", "d2", "d3")]
        for part in report.slices:
            own = members(part.value) * 2
            translations, references = [texts[i] for i in own], [REFERENCES[i] for i in own]
            bleu, chrf = part.scores
            assert bleu.value == pytest.approx(sacrebleu.corpus_bleu(translations, [references]).score)
            assert chrf.value == pytest.approx(sacrebleu.corpus_chrf(translations, [references]).score)
            assert (bleu.n, bleu.skipped, bleu.spec, chrf.spec) == (4, 0, "bleu", "chrf")
            alone = run_texts(text_suite(references), "bleu,chrf", FEW, a=translations).reports[0]
            assert texts is SECOND or not math.isnan(chrf.intervals["chrf"][0])
            assert [one.intervals for one in part.scores] == [one.intervals for one in alone.scores]
            assert [one.signature for one in part.scores] == [one.signature for one in report.scores]


def test_slices_of_several_clusters_resample_whole_clusters():
    words, passed = WORDS[:9], PASSED[:9]
    types = ["x", "y", "x", "y", "x", "x", "y", "y", "x"]
    report = run_contrasts(contrast_suite(words, types=types), FEW, a=passed).reports[0]
    for part in report.slices:
        own = [i for i, kind in enumerate(types) if kind == part.value]
        values, labels = [passed[i] for i in own], [words[i] for i in own]
        assert part.scores[0].value == pytest.approx(np.mean(values))
        assert part.scores[0].intervals["accuracy"] == pytest.approx(share_interval(values, labels, 200, 3))


def test_macro_averages_of_a_slice_are_over_its_own_strata():
    report = run_contrasts(contrast_suite(WORDS, types=["x"] * 7 + ["y"] * 5), FEW, a=PASSED).reports[0]
    assert [part.scores[0].values["macro"] for part in report.slices] == pytest.approx(
        [(1 + 0) / 2, (0.5 + 1 + 0 + 1) / 4]
    )


def test_a_case_of_several_values_is_in_several_slices():
    suite = contrast_suite(["bank", "bat", "seal"], types=["x", "y", "x"])
    first = replace(suite.cases[0], tags={**suite.cases[0].tags, "type": ("x", "y")})
    report = run_contrasts(replace(suite, cases=(first, *suite.cases[1:])), FEW, a=[True, False, True]).reports[0]
    assert [(part.value, part.scores[0].n, part.scores[0].value) for part in report.slices] == [
        ("x", 2, 1),
        ("y", 2, 0.5),
    ]


def test_slices_come_in_the_order_of_the_suite_then_of_the_cases():
    suite = contrast_suite(["w"] * 4, types=["c", "a", "d", "b"])
    suite = replace(suite, order={"type": ("b", "missing", "d")})
    report = run_contrasts(suite, FEW, a=[True] * 4).reports[0]
    assert [part.value for part in report.slices] == ["b", "d", "c", "a"]


def test_cases_without_the_tag_are_in_no_slice():
    report = run_contrasts(contrast_suite(["w"] * 3, types=["x", "", "x"]), FEW, a=[True] * 3).reports[0]
    assert [(part.value, part.scores[0].n) for part in report.slices] == [("x", 2)]


def test_a_report_keeps_its_cases_unless_told_not_to():
    suite = contrast_suite(WORDS)
    assert [case.id for case in run_contrasts(suite, FEW, a=PASSED).reports[0].cases] == [str(i) for i in range(12)]
    assert run_contrasts(suite, replace(FEW, keep_cases=False), a=PASSED).reports[0].cases == ()


def test_a_report_says_how_it_was_resampled():
    report = run_contrasts(contrast_suite(WORDS), FEW, a=PASSED).reports[0]
    assert report.settings == replace(FEW, seed=3).record()
    assert report.settings["resamples"] == 200


REFERENCE = registry.families.find("reference")


class SeenTests(View):
    """Tells each system which tests its report is shown with."""

    def findings(self, reports, tests):
        told = ",".join(f"{test.spec}:{test.a}-{test.b}" for test in tests)
        return {report.system["name"]: [Finding("tests", told)] for report in reports[:1]}


class WithSupport(REFERENCE):
    """The family of references, with a metric of its own beside those asked for, extras and a view."""

    supporting: ClassVar[tuple[str, ...]] = ("ter", "chrf")
    view: ClassVar[View] = SeenTests()

    def extras(self, suite, answers, evidence, measure):
        short = [one if len(one.translation.split()) < 6 else Comparison("", ("",)) for one in evidence]
        return {
            "again": measure(registry.metrics.find("ter")(), evidence),
            "short": measure(registry.metrics.find("chrf")(), short),
            "supporting": measure.supporting,
            "slices": measure.slices,
        }


@pytest.fixture
def supported():
    suite = text_suite(REFERENCES, [f"d{i}" for i in range(6)], sliced=True)
    return run_texts(replace(suite, family=WithSupport({})), "chrf", FEW, a=FIRST, b=SECOND)


def test_metrics_of_the_family_are_computed_beside_those_asked_for(supported):
    """TER is; chrF was asked for already."""
    for report, texts in zip(supported.reports, (FIRST, SECOND), strict=True):
        assert [one.metric for one in report.scores] == ["chrf"]
        assert [one.metric for one in report.supporting] == ["ter"]
        assert report.supporting[0].value == pytest.approx(sacrebleu.corpus_ter(texts, [REFERENCES]).score)
        assert [len(part.scores) for part in report.slices] == [1] * 6


def test_a_family_measures_with_the_draws_of_the_run(supported):
    report = supported.reports[0]
    again = report.extras["again"]
    assert (again.values, again.intervals, again.n) == (
        report.supporting[0].values,
        report.supporting[0].intervals,
        6,
    )
    assert again.metric == "ter"
    assert report.extras["short"].value != report.score("chrf").value
    assert report.extras["supporting"] == report.supporting
    assert report.extras["slices"] == report.slices


def test_supporting_metrics_are_tested_for_the_family_and_not_shown(supported):
    assert [test.spec for test in supported.comparisons] == ["chrf"]
    assert [rank.spec for rank in supported.ranks] == ["chrf"]
    told = [finding.message for finding in supported.reports[0].findings if finding.code == "tests"]
    assert told == ["chrf:a-b,ter:a-b"]
    assert "tests" not in codes(supported.reports[1])


def test_all_cases_of_one_suite_are_of_the_same_report():
    report = run_texts(text_suite(REFERENCES), "chrf", FEW, a=FIRST).reports[0]
    assert report.suite["name"] == "reference.txt"
    assert report.system["name"] == "a"
    assert report.extras == {}
    assert report.supporting == ()
    assert report.slices == ()


def test_findings_of_suite_system_family_and_run_are_told():
    suite = text_suite(["", *REFERENCES[1:]])
    report = run_texts(suite, "chrf", FEW, a=["x", *REFERENCES[1:]]).reports[0]
    assert codes(report) == {"empty-line": 1, "identical-to-reference": 5, "no-interval": 1}
