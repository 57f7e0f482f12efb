"""The oracles are numpy's own draws, sacrebleu's bootstrap, scipy's intervals, and brute force."""

import tracemalloc

import numpy as np
import pytest
from sacrebleu.metrics import BLEU
from sacrebleu.significance import _bootstrap_resample, estimate_ci
from scipy.stats import binomtest, t

from mteval.core.evidence import Comparison, Outcome, Verdict
from mteval.core.protocols import Statistics
from mteval.core.registry import metrics
from mteval.statistics.additive import AdditiveMetric, sums_by_stratum
from mteval.statistics.metric_base import MetricBase
from mteval.statistics.resampling import (
    DEFAULT_SEED,
    Observation,
    Resampling,
    block_rows,
    blocks,
    bootstrap,
    bootstrap_weights,
    cluster_indices,
    percentile_interval,
    several_clusters,
)

TEXT = [
    f"the {a} {b} runs over the {a} hill"
    for a in ("old", "red", "big", "sly")
    for b in ("dog", "fox", "cat", "hen", "cow")
]
NOISY = [line.replace("runs over", "ran across") if i % 3 else line for i, line in enumerate(TEXT)]


class Mean(AdditiveMetric):
    keys = ("mean",)
    signature = "mean"

    def observe(self, evidence):
        raise NotImplementedError

    def combine(self, sums):
        with np.errstate(invalid="ignore"):
            return sums[..., :1] / sums[..., 1:]


def observed(values):
    rows = np.column_stack([values, np.ones(len(values))])
    return Observation(Mean(), Statistics(rows, np.ones(len(values), bool)))


def test_draws_are_sacrebleus_whatever_the_block_size(monkeypatch):
    monkeypatch.setattr("mteval.statistics.resampling.BLOCK_BYTES", 1)
    weights = np.concatenate(list(bootstrap_weights(7, 100, 12345)))
    drawn = np.random.default_rng(12345).choice(7, size=(100, 7), replace=True)
    assert (weights == [np.bincount(row, minlength=7) for row in drawn]).all()


def test_bleu_interval_is_sacrebleus():
    bleu = metrics.find("bleu")()
    statistics = bleu.observe([Comparison(ours, (theirs,)) for ours, theirs in zip(NOISY, TEXT, strict=True)])
    ours = bootstrap([Observation(bleu, statistics)], 1000, 12345)[0][:, 0]
    peer = BLEU()
    stats = peer._extract_corpus_statistics(NOISY, [TEXT])
    theirs = np.array([score.score for score in _bootstrap_resample(stats, peer, 1000)[1]])
    assert ours == pytest.approx(theirs, rel=1e-6)  # sacrebleu resamples in single precision
    low, high = percentile_interval(ours)
    assert (high - low) / 2 == pytest.approx(estimate_ci(theirs)[1], rel=1e-6)


def test_interval_bounds_are_order_statistics():
    assert percentile_interval(np.arange(1000.0)) == (25.0, 974.0)


def test_interval_over_nothing_is_not_a_number():
    assert np.isnan(percentile_interval(np.full(10, np.nan))).all()


def test_clusters_are_drawn_whole():
    clusters = cluster_indices(["a", "a", "b", "c", "c", "c"])
    weights = np.concatenate(list(bootstrap_weights(6, 50, 1, clusters)))
    assert (weights[:, 0] == weights[:, 1]).all()
    assert (weights[:, 3] == weights[:, 5]).all()
    assert (weights[:, [0, 2, 3]].sum(axis=1) == 3).all()


def test_cluster_bootstrap_is_wider_when_clusters_agree():
    values = np.repeat(np.random.default_rng(0).normal(size=20), 10)
    clusters = np.repeat(np.arange(20), 10)
    plain = bootstrap([observed(values)], 500)[0].std()
    clustered = bootstrap([observed(values)], 500, clusters=clusters)[0].std()
    assert clustered > 2 * plain


def test_sums_by_stratum_equal_a_loop():
    generator = np.random.default_rng(5)
    rows, weights = generator.normal(size=(30, 3)), generator.integers(0, 4, size=(6, 30)).astype(float)
    strata = generator.integers(-1, 4, size=30)
    found = sums_by_stratum(Statistics(rows, np.ones(30, bool), strata, ("a", "b", "c", "d")), weights)
    for resample in range(6):
        for stratum in range(5):
            members = strata == (stratum if stratum < 4 else -1)
            expected = (weights[resample, members, None] * rows[members]).sum(axis=0)
            assert found[resample, stratum] == pytest.approx(expected)


def test_memory_stays_bounded():
    cases = 20_000
    tracemalloc.start()
    bootstrap([observed(np.arange(float(cases)))], 2000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 6 * 64 * 2**20 < 2000 * cases * 16


def test_a_value_counts_each_case_once():
    assert observed(np.array([1.0, 2.0, 6.0])).value() == pytest.approx([3.0])


def test_a_part_is_the_observation_of_some_cases():
    part = observed(np.array([1.0, 2.0, 6.0])).part(np.array([2, 0]))
    assert part.statistics.rows[:, 0].tolist() == [6, 1]
    assert part.statistics.counted.tolist() == [True, True]
    assert part.statistics.strata is None
    assert part.value() == pytest.approx([3.5])


def stratified(strata, names):
    rows = np.column_stack([np.arange(len(strata)), np.ones(len(strata))])
    return Observation(Mean(), Statistics(rows, np.ones(len(strata), bool), np.array(strata), names))


def test_a_part_keeps_only_the_strata_it_has():
    part = stratified([2, 0, 1, 2], ("a", "b", "c")).part(np.array([0, 1, 3])).statistics
    assert part.strata_names == ("a", "c")
    assert part.strata.tolist() == [1, 0, 1]


def test_cases_without_a_stratum_stay_without_one_in_a_part():
    part = stratified([-1, 1, 0, -1], ("a", "b")).part(np.array([0, 1, 3])).statistics
    assert part.strata_names == ("b",)
    assert part.strata.tolist() == [-1, 0, -1]


def test_strata_without_names_are_left_as_they_are():
    part = stratified([3, 5], ()).part(np.array([1])).statistics
    assert (part.strata.tolist(), part.strata_names) == ([5], ())


def test_a_resampling_draws_by_its_own_seed_and_clusters():
    one, clusters = observed(np.arange(12.0)), np.arange(12) // 3
    drawn = Resampling(40, 9, 0.9, clusters).estimates([one])[0]
    assert (drawn == bootstrap([one], 40, 9, clusters)[0]).all()
    assert not (drawn == bootstrap([one], 40, 9)[0]).all()
    assert not (drawn == bootstrap([one], 40, 10, clusters)[0]).all()


@pytest.mark.parametrize("level", [0.9, 0.95])
def test_a_change_has_students_interval_of_its_estimates(level):
    """Twelve cases count, of four clusters: t with 9 or 1 degrees of freedom, and √(m/(m−1))."""
    drawn, counted = np.random.default_rng(0).normal(5, 1, 200), np.arange(15) < 12
    for clusters, units in ((None, 12), (np.arange(15) // 3, 4)):
        half = t.ppf((1 + level) / 2, units - 3) * drawn.std(ddof=1) * np.sqrt(units / (units - 1))
        found = Resampling(200, level=level, clusters=clusters).change(5.2, drawn, counted)
        assert found == pytest.approx((5.2 - half, 5.2 + half))


def test_sacrebleus_intervals_are_percentiles():
    like = Resampling(100, level=0.9, percentile=True)
    assert like.change(7.0, np.arange(100.0), np.ones(9, bool)) == (5, 94)
    one = observed(np.arange(8.0))
    assert like.intervals(one, np.arange(100.0)[:, None]) == {"mean": (5, 94)}
    assert Resampling(100, percentile=True).intervals(one, np.arange(100.0)[:, None]) == {"mean": (2, 97)}


def test_values_that_are_no_shares_have_students_interval():
    one = observed(np.arange(20.0))
    drawn = np.random.default_rng(1).normal(9.5, 1.3, (500, 1))
    half = t.ppf(0.975, 17) * drawn.std(ddof=1) * np.sqrt(20 / 19)
    assert Resampling(500).intervals(one, drawn)["mean"] == pytest.approx((9.5 - half, 9.5 + half))


def accuracy(passed):
    metric = metrics.find("accuracy")()
    outcomes = {True: Outcome.PASSED, False: Outcome.FAILED, None: Outcome.UNDECIDED}
    return Observation(metric, metric.observe([Verdict(outcomes[one]) for one in passed]))


def test_a_share_has_wilsons_interval_of_the_decided_cases():
    one = accuracy([True] * 9 + [False] * 3 + [None] * 5)
    resampling = Resampling(200)
    found = resampling.intervals(one, resampling.estimates([one])[0])["accuracy"]
    expected = binomtest(9, 12).proportion_ci(0.95, "wilson")
    assert found == pytest.approx((expected.low, expected.high))


def test_a_share_of_clusters_is_wider_than_one_of_cases():
    one = accuracy([True] * 40 + [False] * 20)
    clustered = Resampling(500, clusters=np.arange(60) // 5)
    low, high = clustered.intervals(one, clustered.estimates([one])[0])["accuracy"]
    plain = binomtest(40, 60).proportion_ci(0.95, "exact")
    assert 0 <= low < plain.low < plain.high < high <= 1


def test_units_are_what_counts():
    counted = np.array([True, True, False, True])
    assert Resampling(1).units(counted) == 3
    assert Resampling(1, clusters=np.array([0, 0, 1, 2])).units(counted) == 2


def test_a_part_of_a_resampling_numbers_its_clusters_anew():
    part = Resampling(10, 3, 0.9, np.array([0, 1, 2, 2, 4])).part(np.array([1, 2, 3, 4]))
    assert part.clusters.tolist() == [0, 1, 1, 2]
    assert (part.resamples, part.seed, part.level) == (10, 3, 0.9)


def test_a_part_within_one_cluster_is_resampled_case_by_case():
    assert Resampling(10, clusters=np.array([0, 1, 1])).part(np.array([1, 2])).clusters is None


def test_a_part_without_clusters_is_resampled_the_same_way():
    whole = Resampling(10, 3)
    assert whole.part(np.array([0, 1])) is whole


def test_blocks_cover_all_resamples(monkeypatch):
    monkeypatch.setattr("mteval.statistics.resampling.BLOCK_BYTES", 8 * 100 * 10)
    assert block_rows(10) == 96  # a hundred rows fit, and whole blocks are of 32
    assert block_rows(1000) == 32
    assert block_rows(0) == 992
    assert list(blocks(200, 10)) == [96, 96, 8]
    assert list(blocks(96, 10)) == [96]
    assert list(blocks(0, 10)) == []


def test_a_block_of_64_mebibytes_holds_1024_rows_of_8192_cases():
    assert block_rows(8192) == 1024


def test_clusters_draw_as_many_clusters_as_there_are():
    """Drawing clusters is drawing that many cases, each then standing for its whole cluster."""
    clusters = np.array([0, 0, 1, 2, 2, 2])
    weights = np.concatenate(list(bootstrap_weights(6, 40, 5, clusters)))
    plain = np.concatenate(list(bootstrap_weights(3, 40, 5)))
    assert (weights == plain[:, clusters]).all()


class Median(MetricBase):
    """No function of sums; the second key is the number of cases drawn."""

    keys = ("median", "drawn")

    def observe(self, evidence):
        raise NotImplementedError

    def estimate(self, statistics, weights):
        values = statistics.rows[:, 0]
        medians = [np.median(np.repeat(values, row.astype(int))) for row in weights]
        return np.column_stack([medians, weights.sum(axis=1)])


class ByStratum(Mean):
    """The mean of the first stratum."""

    stratified = True

    def combine(self, sums):
        return super().combine(sums[:, 0])


def test_metrics_of_all_kinds_are_estimated_on_the_same_draws():
    draw = np.random.default_rng(1)
    plain, wide = observed(draw.normal(size=9)), observed(draw.normal(size=9))
    strata = np.array([0, 1, 0, 1, 0, 1, 0, 1, 0])
    split = Observation(ByStratum(), Statistics(plain.statistics.rows, np.ones(9, bool), strata, ("a", "b")))
    middle = Observation(Median(), plain.statistics)
    mixed = [plain, split, middle, wide]
    weights = np.concatenate(list(bootstrap_weights(9, 50, 3)))
    together = bootstrap(mixed, 50, 3)
    for one, found in zip(mixed, together, strict=True):
        assert found == pytest.approx(one.metric.estimate(one.statistics, weights), nan_ok=True)
    assert (together[2][:, 1] == 9).all()
    assert [bootstrap([one], 50, 3)[0].shape for one in mixed] == [(50, 1), (50, 1), (50, 2), (50, 1)]


def test_the_default_seed_is_sacrebleus():
    assert DEFAULT_SEED == 12345
    one = observed(np.arange(8.0))
    assert (bootstrap([one], 20)[0] == bootstrap([one], 20, 12345)[0]).all()


def test_resampling_nothing_gives_nothing():
    one = observed(np.arange(4.0))
    assert bootstrap([], 10) == []
    assert bootstrap([one], 0)[0].shape == (0, 1)
    assert bootstrap([one], -1)[0].shape == (0, 1)
    empty = bootstrap([observed(np.zeros(0))], 5)[0]
    assert empty.shape == (5, 1)
    assert np.isnan(empty).all()


def test_one_case_is_drawn_again_and_again():
    assert bootstrap([observed(np.array([2.0]))], 3)[0].tolist() == [[2], [2], [2]]


def test_bounds_of_few_resamples_are_the_lowest_and_the_highest():
    assert percentile_interval(np.array([3.0, 1.0, 2.0])) == (1, 3)
    assert percentile_interval(np.array([5.0])) == (5, 5)


def test_resamples_without_a_value_are_left_out_of_an_interval():
    assert percentile_interval(np.concatenate([np.arange(100.0), np.full(50, np.nan)]), 0.9) == (5, 94)


def test_rounding_does_not_move_a_bound():
    """40 · (1 − 0.9) / 2 is 2, and 1.9999999999999991 in floating point."""
    assert percentile_interval(np.arange(40.0), 0.9) == (2, 37)


def test_clusters_are_numbered_as_they_appear():
    assert cluster_indices(["b", "a", "b"]).tolist() == [0, 1, 0]


def test_one_cluster_is_as_good_as_none():
    assert several_clusters(["a", "a"]) is None
    assert several_clusters(["a", "b", "a"]).tolist() == [0, 1, 0]
