"""Several language pairs: each by itself, then pooled."""

from mteval.evaluation.correlation import CorrelationTests
from mteval.evaluation.open_test_set import TestSetChoice
from mteval.evaluation.pooled_correlation import pooled_results
from mteval.evaluation.score_tables import from_test_set
from mteval.evaluation.settings import Settings
from tests.evaluation.small_test_sets import write_pair


def test_each_pair_is_reported_and_accuracy_over_both(tmp_path):
    folder = tmp_path / "wmtx"
    write_pair(folder, "en-de", 1)
    write_pair(folder, "he-en", 2, ("refB",))
    tables = {pair: from_test_set(folder, TestSetChoice(pair)) for pair in ("en-de", "he-en")}
    results = pooled_results(tables, CorrelationTests(("pairwise_accuracy",), Settings(resamples=5, trials=30)))
    suites = [report.suite["name"] for report in results.reports]
    assert suites == ["wmtx.en-de.mqm"] * 3 + ["wmtx.he-en.mqm"] * 3 + ["wmtx.en-de.mqm + wmtx.he-en.mqm"] * 3
    values = {
        (report.suite["name"], report.system["name"].rpartition("-")[0] or report.system["name"]): report.scores[
            0
        ].value
        for report in results.reports
    }
    pooled = suites[-1]
    for name in ("good", "fair", "noise"):
        both = [values[suite, name] for suite in ("wmtx.en-de.mqm", "wmtx.he-en.mqm")]
        assert abs(values[pooled, name] - sum(both) / 2) < 1e-12  # as many systems in both
    assert {test.suite for test in results.comparisons} == set(suites)
    assert results.reports[-1].scores[0].n == 20
    assert [rank.suite for rank in results.ranks] == list(dict.fromkeys(suites))
