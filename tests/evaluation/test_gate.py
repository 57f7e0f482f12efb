"""The gate: what counts as a drop, with metrics of either direction, clusters, slices, lost scores and Holm's correction."""

import math
from dataclasses import replace

import pytest

from mteval.core.errors import UsageError
from mteval.core.results import Report, Results
from mteval.evaluation.gate import Change, changes, matched, unable_to_fail
from mteval.evaluation.settings import TESTS, Settings
from tests.evaluation.small_suites import DIGEST, contrast_suite, run_contrasts, run_texts, text_suite

DRAWN = Settings(test="permutation", trials=200, resamples=200, grow=False, seed=5)
WORDS = [f"w{i}" for i in range(40)]
TYPES = ["x"] * 20 + ["y"] * 20
BEFORE = [True] * 40
AFTER = [False] * 14 + [True] * 26  # fourteen cases, all of the type x, fall


def gated(before, after, settings=DRAWN, suite=None, **same):
    suite = suite or contrast_suite(WORDS, types=TYPES)
    return changes(run_contrasts(suite, settings, sys=after), run_contrasts(suite, settings, sys=before), settings)


def test_a_drop_is_found_in_the_score_and_in_the_slice_it_comes_from():
    whole, x, y = gated(BEFORE, AFTER)
    assert [(one.tag, one.value) for one in (whole, x, y)] == [("", ""), ("type", "x"), ("type", "y")]
    assert [(one.before, one.after) for one in (whole, x, y)] == [(1, 26 / 40), (1, 6 / 20), (1, 1)]
    assert [one.worse for one in (whole, x, y)] == [True, True, False]
    assert [one.dropped for one in (whole, x, y)] == [True, True, False]
    assert {(one.suite, one.system, one.spec, one.test) for one in (whole, x, y)} == {
        ("contrasts", "sys", "accuracy", "permutation")
    }


def test_a_rise_is_no_drop():
    found = gated(AFTER, BEFORE)
    assert not any(one.worse or one.dropped for one in found)
    assert all(one.cases == () for one in found)


def test_what_stayed_the_same_is_not_worse():
    found = gated(AFTER, AFTER)
    assert not any(one.worse for one in found)
    assert [one.p_value for one in found] == [1, 1, 1]


def test_a_small_loss_is_worse_but_has_not_dropped():
    whole = gated(BEFORE, [False, *BEFORE[1:]], replace(DRAWN, test="mcnemar"))[0]
    assert whole.worse
    assert not whole.dropped
    assert whole.cases == ("0",)


def test_a_drop_needs_a_corrected_p_value_below_five_per_cent():
    change = Change("s", "a", "m", "", "", 1.0, 0.5, 0.01, 0.05, True)
    assert not change.dropped
    assert replace(change, p_adjusted=0.0499).dropped
    assert not replace(change, p_adjusted=0.01, worse=False).dropped


def test_p_values_are_corrected_over_all_scores_and_slices():
    multitest = pytest.importorskip("statsmodels.stats.multitest", reason="statsmodels is the oracle")
    found = gated(BEFORE, AFTER)
    expected = multitest.multipletests([one.p_value for one in found], method="holm")[1]
    assert [one.p_adjusted for one in found] == pytest.approx(list(expected))


@pytest.mark.parametrize("test", ["auto", *TESTS[:-1]])
def test_the_gate_tests_as_a_run_of_both_would(test):
    settings = replace(DRAWN, test=test)
    suite = contrast_suite([f"w{i // 2}" for i in range(40)], types=TYPES)
    found = gated(BEFORE, AFTER, settings, suite)
    (whole,) = run_contrasts(suite, settings, before=BEFORE, after=AFTER).comparisons
    assert (found[0].p_value, found[0].test) == (whole.p_value, whole.test)
    part = replace(suite, cases=suite.cases[:20], slices=())
    (of_slice,) = run_contrasts(part, settings, before=BEFORE, after=AFTER).comparisons
    assert found[1].p_value == of_slice.p_value


def test_the_gate_respects_clusters():
    """All cases of a word come out alike: of ten words six passed before and three now, one of them new."""
    words = [f"w{i // 8}" for i in range(80)]
    before, after = ([i // 8 in passed for i in range(80)] for passed in ((0, 1, 2, 3, 4, 5), (0, 1, 6)))
    bootstrap = replace(DRAWN, test="bootstrap")
    clustered = gated(before, after, bootstrap, contrast_suite(words))[0]
    plain = gated(before, after, bootstrap, replace(contrast_suite(words), cluster=None))[0]
    assert plain.dropped
    assert clustered.worse
    assert clustered.p_value > 5 * plain.p_value


REFERENCES = [f"the {a} {b} sat here all of today" for a in ("old", "red", "big", "sly") for b in ("dog", "cat", "hen")]
BAD = [line.replace("sat here", "went there" if i % 2 else "is") for i, line in enumerate(REFERENCES)]


def gated_texts(metrics, before, after, settings=DRAWN):
    suite = text_suite(REFERENCES)
    now, then = (run_texts(suite, metrics, settings, sys=texts) for texts in (after, before))
    return changes(now, then, settings)


def test_where_lower_is_better_a_rise_is_a_drop_in_quality():
    ter, chrf = gated_texts("ter,chrf", REFERENCES, BAD)
    assert ter.after > ter.before == 0
    assert chrf.after < chrf.before == 100
    assert ter.worse
    assert chrf.worse
    assert ter.dropped
    assert chrf.dropped


def test_where_lower_is_better_a_fall_is_none():
    ter, chrf = gated_texts("ter,chrf", BAD, REFERENCES)
    assert not ter.worse
    assert not chrf.worse


def test_the_cases_that_lost_most_come_first():
    """Sentence scores by TER: one, two and three of the eight words are wrong, and one segment got better."""
    before = list(REFERENCES)
    before[4] = REFERENCES[4].replace("sat here", "went there")
    after = list(REFERENCES)
    after[0] = REFERENCES[0].replace("sat", "x")
    after[3] = REFERENCES[3].replace("sat here all", "x y z")
    after[7] = REFERENCES[7].replace("sat here", "x y")
    for metric in ("ter", "chrf"):
        assert gated_texts(metric, before, after)[0].cases == ("4", "8", "1")


def test_cases_that_fell_from_passed_to_failed_are_listed_up_to_twenty():
    assert gated(BEFORE, AFTER)[0].cases == tuple(str(i) for i in range(14))
    assert gated(BEFORE, AFTER)[1].cases == tuple(str(i) for i in range(14))
    assert gated(BEFORE, [False] * 30 + [True] * 10)[0].cases == tuple(str(i) for i in range(20))
    assert len(gated_texts("chrf", REFERENCES * 1, BAD)[0].cases) == 12


def test_at_most_twenty_cases_are_listed_by_their_sentence_scores():
    suite = text_suite(REFERENCES * 2)
    now, then = (run_texts(suite, "chrf", DRAWN, sys=texts) for texts in (BAD * 2, REFERENCES * 2))
    assert len(changes(now, then, DRAWN)[0].cases) == 20


def test_a_score_that_is_lost_has_dropped_without_a_test():
    """What could be scored before cannot be any more; no chance explains that."""
    whole, x, y = gated(BEFORE, [None] * 20 + [True] * 20, replace(DRAWN, test="bootstrap"))
    assert (x.before, x.p_value, x.p_adjusted, x.test) == (1, 0, 0, "")
    assert math.isnan(x.after)
    assert x.dropped
    assert not whole.worse
    assert not y.worse


def test_a_score_that_was_not_there_before_has_not_dropped():
    _, x, _ = gated([None] * 20 + [True] * 20, AFTER, replace(DRAWN, test="bootstrap"))
    assert math.isnan(x.before)
    assert not x.worse
    assert not x.dropped


def test_a_slice_holds_the_cases_that_have_its_value_now():
    suite = contrast_suite(WORDS, types=TYPES)
    then, now = run_contrasts(suite, DRAWN, sys=BEFORE), run_contrasts(suite, DRAWN, sys=AFTER)
    (report,) = now.reports
    cases = [replace(case, tags={**case.tags, "type": ("x", "y")}) if case.id == "0" else case for case in report.cases]
    both = Results((replace(report, cases=tuple(cases)),))
    assert [one.after for one in changes(both, then, DRAWN)][1:] == [6 / 20, 20 / 21]


def test_only_metrics_both_have_are_compared():
    suite = text_suite(REFERENCES)
    then = run_texts(suite, "chrf,ter", DRAWN, sys=REFERENCES)
    now = run_texts(suite, "bleu,chrf", DRAWN, sys=BAD)
    assert [one.spec for one in changes(now, then, DRAWN)] == ["chrf"]
    with_options = run_texts(suite, "chrf?word_order=2", DRAWN, sys=BAD)
    assert changes(with_options, then, DRAWN) == []


def test_cases_are_matched_by_id():
    suite = contrast_suite(WORDS)
    then, now = run_contrasts(suite, DRAWN, sys=BEFORE), run_contrasts(suite, DRAWN, sys=AFTER)
    (report,) = now.reports
    turned = Results((replace(report, cases=report.cases[::-1]),))
    assert changes(turned, then, DRAWN)[0].after == 26 / 40
    fewer = Results((replace(report, cases=report.cases[10:]),))
    assert changes(fewer, then, DRAWN)[0].after == pytest.approx(26 / 30)


def test_a_gate_without_a_test_is_refused():
    with pytest.raises(UsageError, match="--test none"):
        gated(BEFORE, AFTER, replace(DRAWN, test="none"))


@pytest.mark.parametrize("test", ["auto", "bootstrap", "permutation", "sacrebleu-bootstrap"])
def test_without_draws_nothing_can_be_tested(test):
    with pytest.raises(UsageError, match="Without draws no drop can be tested"):
        gated(BEFORE, AFTER, replace(DRAWN, test=test, trials=0))


def test_an_exact_test_needs_no_draws():
    without = replace(DRAWN, resamples=0, trials=0)
    assert gated(BEFORE, AFTER, replace(without, test="mcnemar"))[0].dropped
    assert not any(one.worse for one in gated(AFTER, BEFORE, replace(without, test="mcnemar")))


@pytest.mark.parametrize("test", ["auto", "bootstrap", "mcnemar"])
def test_of_five_clusters_no_drop_can_be_told(test):
    """All five words fall: the exact p-value is 2/2⁵, and a bootstrap is not believed."""
    suite = contrast_suite([f"w{i // 4}" for i in range(20)])
    (five,) = gated([True] * 20, [False] * 20, replace(DRAWN, test=test), suite)
    assert five.worse
    assert not five.dropped
    assert five.p_value == pytest.approx(2 / 2**5) or (test == "bootstrap" and math.isnan(five.p_value))
    six = contrast_suite([f"w{i // 4}" for i in range(24)])
    assert gated([True] * 24, [False] * 24, replace(DRAWN, test=test), six)[0].dropped


def test_many_slices_are_drawn_for_until_their_correction_decides():
    """Twenty slices of a text suite that all fall: 1/101 is no evidence for any of 21, the p-values of more draws are."""
    names = [f"d{i // 15}" for i in range(300)]
    references = [f"the {i} old dogs sat here all of today" for i in range(300)]
    worse = [line.replace("sat here", "went there") for line in references]
    suite = replace(text_suite(references, names, sliced=True), cluster=None)
    few = Settings(resamples=20, trials=100)
    now, then = (run_texts(suite, "chrf", few, sys=texts) for texts in (worse, references))
    assert not any(one.dropped for one in changes(now, then, replace(few, grow=False)))
    grown = changes(now, then, few)
    assert len(grown) == 21
    assert all(one.dropped for one in grown)


def test_other_data_are_refused():
    suite = contrast_suite(WORDS)
    other = replace(suite, source=replace(suite.source, digest="f" * 64))
    with pytest.raises(UsageError, match="'contrasts' come from different data"):
        changes(run_contrasts(suite, DRAWN, sys=BEFORE), run_contrasts(other, DRAWN, sys=BEFORE), DRAWN)


@pytest.mark.parametrize("side", [0, 1])
def test_results_without_their_cases_are_refused(side):
    suite = contrast_suite(WORDS)
    sides = [run_contrasts(suite, replace(DRAWN, keep_cases=place != side), sys=BEFORE) for place in (0, 1)]
    with pytest.raises(UsageError, match="'contrasts' have no cases"):
        changes(*sides, DRAWN)


def report(suite, system):
    return Report({"name": suite, "digest": DIGEST}, {"name": system}, ())


def pairs(baseline, now):
    found = matched(*(Results(tuple(report(*one) for one in side)) for side in (baseline, now)))
    return [tuple((one.suite["name"], one.system["name"]) for one in pair) for pair in found]


def test_reports_of_one_suite_and_system_belong_together():
    baseline = [("s", "a"), ("s", "b"), ("t", "a")]
    now = [("t", "a"), ("s", "b"), ("s", "c"), ("u", "a")]
    assert pairs(baseline, now) == [(("t", "a"), ("t", "a")), (("s", "b"), ("s", "b"))]


def test_one_system_on_each_side_is_matched_whatever_its_name():
    assert pairs([("s", "old")], [("s", "new")]) == [(("s", "old"), ("s", "new"))]
    assert pairs([("s", "old"), ("s", "a")], [("s", "a")]) == [(("s", "a"), ("s", "a"))]


def test_nothing_in_common_is_refused():
    for baseline, now in (([("s", "a")], [("t", "a")]), ([("s", "a"), ("s", "b")], [("s", "c")])):
        with pytest.raises(UsageError, match="no suite and system in common"):
            pairs(baseline, now)


def change(p, draws=79):
    return Change("s", "a", "m", "", "", 1.0, 0.5, p, p, True, test="bootstrap", draws=draws)


def told(found):
    return [(one.code, one.count, one.message) for one in unable_to_fail(found)]


def test_a_gate_that_cannot_fail_says_so():
    """Four tests and 79 draws: the smallest p is 4 · 1/80, which is not below 0.05; 80 give 4/81."""
    ((code, count, message),) = told([change(0.5)] * 4)
    assert (code, count) == ("gate-cannot-fail", 4)
    assert message.startswith("With 79 draws, Holm's correction for 4 scores and slices leaves no p-value below 0.05")
    assert message.endswith("Leave --resamples out, or give 80 or more.")
    assert told([change(0.5, 80)] * 4) == []


def test_what_is_surer_than_any_draw_is_not_counted_by_holms_rule():
    """Two exact p-values below 1/(n+1) leave two to be corrected for."""
    exact = [change(1e-6, 0), change(1e-6, 0)]
    assert told([*exact, change(0.5, 40), change(0.5, 40)]) == []
    ((_, count, message),) = told([*exact, change(0.5, 39), change(0.5, 39)])
    assert count == 2
    assert message.endswith("give 40 or more.")


def test_only_what_was_drawn_for_too_seldom_is_counted():
    assert [count for _, count, _ in told([change(0.5, 10), change(0.5, 1000), change(0.5, 1000)])] == [1]


def test_what_was_not_tested_or_needs_no_draws_is_not_told():
    assert told([change(math.nan, 0)]) == []
    assert told([change(0.5, 0)]) == []
    assert told([]) == []


def test_scores_that_were_not_tested_are_not_corrected_for():
    assert told([change(0.5, 20), change(math.nan, 0), change(math.nan, 0)]) == []
