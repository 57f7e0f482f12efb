"""Reports of metrics beside human scores: scipy for the correlations, brute force for the rest."""

import math

import numpy as np
import pytest
from scipy import stats

from mteval.core.errors import UsageError
from mteval.core.version import own_version
from mteval.evaluation.correlation import CorrelationTests, MatrixCorrelation, correlation_results
from mteval.evaluation.metric_contests import CandidateMetric, HumanScores
from mteval.evaluation.settings import Settings
from mteval.statistics import correlation
from mteval.statistics.metric_tests import perm_both
from tests.evaluation.small_suites import codes, signed, student_interval

NAN = np.nan
DRAW = np.random.default_rng(3)
HUMAN = np.round(np.linspace(1, 3, 6)[:, None] + DRAW.normal(size=(6, 15)))
GOOD = HUMAN + DRAW.normal(size=HUMAN.shape)
NOISE = DRAW.normal(size=HUMAN.shape)
GOLD = HumanScores("gold", tuple("ABCDEF"), HUMAN, "ab" * 32)
FEW = Settings(resamples=60, trials=80, seed=3, level=0.9)


def metrics(**scores):
    return [CandidateMetric(name, matrix) for name, matrix in scores.items()]


def made(*tests, gold=GOLD, settings=FEW, **scores):
    return correlation_results(gold, metrics(**scores), CorrelationTests(tests or ("pearson",), settings))


def pearson_of_means(human, metric):
    return stats.pearsonr(np.nanmean(human, axis=1), np.nanmean(metric, axis=1)).statistic


def test_each_metric_has_a_report():
    results = made(good=GOOD, noise=NOISE)
    assert [report.system for report in results.reports] == [
        {"name": "good", "backend": "metric-scores"},
        {"name": "noise", "backend": "metric-scores"},
    ]
    for report, matrix in zip(results.reports, (GOOD, NOISE), strict=True):
        assert report.suite == {"name": "gold", "family": "human", "version": "0", "digest": "ab" * 32}
        assert report.scores[0].values["pearson"] == pytest.approx(pearson_of_means(HUMAN, matrix))
        assert report.settings == FEW.record()
        assert (report.scores[0].metric, report.scores[0].n, report.scores[0].skipped) == ("correlation", 90, 0)
        assert report.scores[0].scale.decimals == 4
        assert report.scores[0].higher_is_better


@pytest.mark.xfail(
    strict=True, reason="a scale bounds all values of a metric, and epsilon, beside correlations, has no bound"
)
def test_no_interval_of_a_correlation_reaches_beyond_one():
    assert made(good=GOOD).reports[0].scores[0].intervals["pearson"][1] <= 1


def test_segments_are_resampled_for_the_interval():
    draws = np.random.default_rng(3).choice(15, size=(60, 15), replace=True)
    drawn = np.array([pearson_of_means(HUMAN[:, row], GOOD[:, row]) for row in draws])
    score = made(good=GOOD).reports[0].scores[0]
    low, high = student_interval(score.values["pearson"], drawn, 15, 0.9)
    assert score.intervals["pearson"][0] == pytest.approx(low)
    assert min(1, score.intervals["pearson"][1]) == pytest.approx(min(1, high))
    assert score.level == 0.9


def test_scores_of_whole_systems_have_no_interval():
    gold = HumanScores("gold", GOLD.systems, HUMAN.mean(axis=1, keepdims=True))
    score = made(gold=gold, good=GOOD.mean(axis=1, keepdims=True)).reports[0].scores[0]
    assert score.intervals == {}
    assert score.values["pearson"] == pytest.approx(pearson_of_means(HUMAN, GOOD))
    assert not {"bs", "seed", "data"} & signed(score.signature).keys()


def test_the_signature_says_how_the_number_was_made():
    assert signed(made(good=GOOD).reports[0].scores[0].signature) == {
        "metric": "correlation",
        "gold": "gold",
        "segment": "group-by-item",
        "ties": "acc-eq",
        "bs": "60",
        "seed": "3",
        "data": ("ab" * 32)[:12],
        "mteval": own_version(),
    }


def holed():
    """Five human scores and four metric scores are missing, one of them on both sides."""
    human, metric = HUMAN.copy(), GOOD.copy()
    human[0, :5] = NAN
    metric[0, 4] = NAN
    metric[1, :3] = NAN
    return HumanScores("gold", GOLD.systems, human), metric


def test_cells_both_have_count_and_those_a_metric_lacks_are_skipped():
    gold, metric = holed()
    score = made(gold=gold, good=metric).reports[0].scores[0]
    assert (score.n, score.skipped) == (90 - 5 - 3, 3)


def test_points_are_the_means_over_the_cells_both_have():
    gold, metric = holed()
    points = made(gold=gold, good=metric).reports[0].extras["systems"]
    assert [point["system"] for point in points] == list(gold.systems)
    for row, point in enumerate(points):
        both = ~np.isnan(gold.scores[row] + metric[row])
        assert point["human"] == pytest.approx(gold.scores[row][both].mean())
        assert point["metric"] == pytest.approx(metric[row][both].mean())


def test_few_systems_are_told():
    for systems, told in ((4, True), (5, False)):
        gold = HumanScores("gold", GOLD.systems[:systems], HUMAN[:systems])
        found = codes(made(gold=gold, good=GOOD[:systems]).reports[0])
        assert found == ({"few-systems": 4} if told else {})


def test_systems_a_metric_does_not_score_are_told():
    metric = GOOD.copy()
    metric[[1, 4]] = NAN
    (finding,) = made(good=metric).reports[0].findings
    assert (finding.code, finding.count, finding.cases) == ("system-not-scored", 2, ("B", "E"))
    assert finding.message.startswith("The metric has no scores of B, E;")


def test_at_most_ten_systems_that_are_not_scored_are_named():
    names = tuple(f"s{i}" for i in range(16))
    human = DRAW.normal(size=(16, 4))
    metric = human.copy()
    metric[2:14] = NAN
    found = made(gold=HumanScores("gold", names, human), m=metric).reports[0].findings[0]
    assert (found.count, found.cases) == (12, names[2:12])


def test_a_constant_metric_is_told():
    report = made(flat=np.full(HUMAN.shape, 2.0)).reports[0]
    assert codes(report) == {"one-category": 1}
    assert math.isnan(report.scores[0].values["pearson"])


@pytest.mark.parametrize("test", ["pairwise_accuracy", "pearson", "spearman", "kendall_b", "kendall_c"])
def test_metrics_are_tested_on_system_means(test):
    found = made(test, good=GOOD, noise=NOISE).comparisons[0]
    measure = correlation.CORRELATIONS[test]
    people = HUMAN.mean(axis=1)
    expected = perm_both(GOOD, NOISE, lambda s: measure(people, s.mean(axis=-1)), resamples=80, seed=3)
    # The headline of `correlation` is the accuracy: its test is what reports rank metrics by.
    spec = "correlation" if test == "pairwise_accuracy" else test
    assert (found.a, found.b, found.metric, found.spec) == ("good", "noise", test, spec)
    assert found.difference == pytest.approx(expected.difference)
    assert found.p_value == expected.p_value
    assert (found.test, found.n, found.suite) == ("perm-both", 90, "gold")


def standardised(matrix):
    return (matrix - np.nanmean(matrix)) / np.nanstd(matrix)


def by_segment(measure):
    """The mean over segments of a measure of (human, metric)."""
    return lambda metric: np.nanmean([measure(h, m) for h, m in zip(HUMAN.T, standardised(metric).T, strict=True)])


SEGMENT_MEASURES = {
    "segment_pearson": lambda metric: stats.pearsonr(HUMAN.ravel(), metric.ravel()).statistic,
    "segment_kendall_b": by_segment(lambda h, m: stats.kendalltau(h, m).statistic),
}


@pytest.mark.parametrize("test", list(SEGMENT_MEASURES))
def test_metrics_are_tested_on_segments(test):
    measure = SEGMENT_MEASURES[test]
    found = made(test, good=GOOD, noise=NOISE).comparisons[0]
    assert found.difference == pytest.approx(measure(GOOD) - measure(NOISE))
    assert found.p_value < 0.05


def test_metrics_are_tested_on_accuracy_with_ties():
    results = made("segment_acc_eq", good=GOOD, noise=NOISE)
    values = [report.scores[0].values["segment_acc_eq"] for report in results.reports]
    assert results.comparisons[0].difference == pytest.approx(values[0] - values[1])


def test_every_pair_is_tested_on_every_statistic_and_corrected_within_it():
    multitest = pytest.importorskip("statsmodels.stats.multitest", reason="statsmodels is the oracle")
    other = HUMAN + 2 * DRAW.normal(size=HUMAN.shape)
    results = made("segment_pearson", "pearson", good=GOOD, noise=NOISE, other=other)
    assert [(test.spec, test.a, test.b) for test in results.comparisons] == [
        (name, a, b)
        for name in ("segment_pearson", "pearson")
        for a, b in (("good", "noise"), ("good", "other"), ("noise", "other"))
    ]
    for part in (results.comparisons[:3], results.comparisons[3:]):
        expected = multitest.multipletests([test.p_value for test in part], method="holm")[1]
        assert [test.p_adjusted for test in part] == pytest.approx(list(expected))


def test_metrics_are_ranked_on_every_statistic():
    results = made("segment_pearson", "pearson", noise=NOISE, good=GOOD)
    assert [(rank.suite, rank.metric) for rank in results.ranks] == [("gold", "segment_pearson"), ("gold", "pearson")]
    assert results.ranks[0].clusters == (("good",), ("noise",))


def test_two_metrics_are_tested_on_the_cells_both_and_people_have():
    gold, metric = holed()
    noise = NOISE.copy()
    noise[2, :4] = NAN
    for test in ("segment_pearson", "pearson"):
        (found,) = made(test, gold=gold, a=metric, b=noise).comparisons
        assert found.n == 90 - 5 - 3 - 4
    cells = ~np.isnan(gold.scores + metric + noise)
    (found,) = made("segment_pearson", gold=gold, a=metric, b=noise).comparisons
    expected = [stats.pearsonr(gold.scores[cells], one[cells]).statistic for one in (metric, noise)]
    assert found.difference == pytest.approx(expected[0] - expected[1])
    (found,) = made("pearson", gold=gold, a=metric, b=noise).comparisons
    sides = [np.where(cells, one, NAN) for one in (gold.scores, metric, noise)]
    assert found.difference == pytest.approx(pearson_of_means(*sides[:2]) - pearson_of_means(sides[0], sides[2]))


def test_a_system_one_metric_lacks_is_left_out_of_their_test():
    lacking = NOISE.copy()
    lacking[2] = NAN
    (found,) = made("segment_kendall_b", a=GOOD, b=lacking).comparisons
    kept = [0, 1, 3, 4, 5]
    taus = [
        np.mean([stats.kendalltau(h, m).statistic for h, m in zip(HUMAN[kept].T, one[kept].T, strict=True)])
        for one in (GOOD, lacking)
    ]
    assert found.difference == pytest.approx(taus[0] - taus[1])
    assert found.n == 75


def test_segments_with_holes_are_left_out_of_the_test_on_grouped_kendall():
    lacking = NOISE.copy()
    lacking[2, :5] = NAN
    (found,) = made("segment_kendall_b", a=GOOD, b=lacking).comparisons
    taus = [
        np.mean([stats.kendalltau(h, m).statistic for h, m in zip(HUMAN[:, 5:].T, one[:, 5:].T, strict=True)])
        for one in (GOOD, lacking)
    ]
    assert found.difference == pytest.approx(taus[0] - taus[1])


def test_without_a_complete_segment_grouped_kendall_cannot_be_tested():
    lacking = NOISE.copy()
    for segment in range(15):
        lacking[segment % 6, segment] = NAN
    (found,) = made("segment_kendall_b", a=GOOD, b=lacking).comparisons
    assert math.isnan(found.p_value)


def test_a_statistic_that_cannot_be_tested_is_refused():
    with pytest.raises(UsageError, match="--test=epsilon is not possible"):
        CorrelationTests(("pearson", "epsilon"))


def test_unless_told_otherwise_pairwise_accuracy_is_tested_with_1000_permutations():
    wished = CorrelationTests()
    assert (wished.tests, wished.settings.trials, wished.settings.resamples) == (("pairwise_accuracy",), 1000, 1000)


def test_evidence_of_single_cases_is_no_matrix():
    with pytest.raises(TypeError, match="table"):
        MatrixCorrelation().observe([])
