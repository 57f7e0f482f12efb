"""Metrics beside people, with holes on both sides; scipy is the oracle."""

import numpy as np
import pytest
from scipy import stats

from mteval.statistics.correlation import GroupedPairs
from mteval.statistics.meta_evaluation import KEYS, SYSTEM_KEYS, meta_evaluate

NAN = np.nan
SYSTEMS, SEGMENTS = 5, 12


@pytest.fixture
def scores():
    """Scores of systems and segments with ties and holes; one segment has one cell only, one has none."""
    draw = np.random.default_rng(3)
    human = np.round(np.linspace(1, 3, SYSTEMS)[:, None] + draw.normal(size=(SYSTEMS, SEGMENTS)))
    metric = human + draw.normal(size=human.shape)
    human[draw.random(human.shape) < 0.15] = NAN
    metric[draw.random(human.shape) < 0.15] = NAN
    human[1:, 3] = NAN
    metric[0, 3] = 7.0
    human[0, 3] = 2.0
    metric[:, 5] = NAN
    return human, metric


def values(human, metric, weights=None):
    weights = np.ones((1, human.shape[1])) if weights is None else weights
    return dict(zip(KEYS, meta_evaluate(human, metric, weights)[0], strict=True))


def both_present(human, metric):
    both = ~np.isnan(human + metric)
    return np.where(both, human, NAN), np.where(both, metric, NAN), both


def test_system_level_is_over_the_cells_both_sides_have(scores):
    human, metric, _ = both_present(*scores)
    x, y = np.nanmean(human, axis=1), np.nanmean(metric, axis=1)
    found = values(*scores)
    assert found["pearson"] == pytest.approx(stats.pearsonr(x, y).statistic)
    assert found["spearman"] == pytest.approx(stats.spearmanr(x, y).statistic)
    assert found["kendall_b"] == pytest.approx(stats.kendalltau(x, y).statistic)
    assert found["kendall_c"] == pytest.approx(stats.kendalltau(x, y, variant="c").statistic)
    pairs = [(a, b) for a in range(SYSTEMS) for b in range(a)]
    assert found["pairwise_accuracy"] == np.mean([(x[a] > x[b]) == (y[a] > y[b]) for a, b in pairs])


def test_pooled_pearson_is_over_all_cells(scores):
    human, metric, both = both_present(*scores)
    assert values(*scores)["segment_pearson"] == pytest.approx(stats.pearsonr(human[both], metric[both]).statistic)


def test_kendall_is_averaged_over_the_segments_where_it_is_defined(scores):
    human, metric, both = both_present(*scores)
    taus = [stats.kendalltau(human[b, j], metric[b, j]).statistic for j, b in enumerate(both.T) if b.sum() >= 2]
    assert np.isnan(taus).any() or len(taus) < SEGMENTS
    assert values(*scores)["segment_kendall_b"] == pytest.approx(np.nanmean(taus))


def accuracies(human, metric, epsilon):
    """acc_eq of each segment by counting its pairs of systems; NaN where there is none."""
    found = []
    for j in range(human.shape[1]):
        own = [i for i in range(len(human)) if not np.isnan(human[i, j] + metric[i, j])]
        right = []
        for a, b in ((a, b) for a in own for b in own if a < b):
            gap = metric[a, j] - metric[b, j]
            tied = abs(gap) <= epsilon
            people = np.sign(human[a, j] - human[b, j])
            right.append(people == 0 if tied else people == np.sign(gap))
        found.append(np.mean(right) if right else NAN)
    return np.array(found)


def test_segment_accuracy_counts_ties_at_the_best_threshold(scores):
    human, metric = scores
    found = values(human, metric)
    by_hand = accuracies(human, metric, found["epsilon"])
    assert found["segment_acc_eq"] == pytest.approx(np.nanmean(by_hand))
    gaps = GroupedPairs.collect(human.T, metric.T).gap
    assert found["segment_acc_eq"] == pytest.approx(max(np.nanmean(accuracies(human, metric, e)) for e in (0, *gaps)))


def test_weights_are_the_same_as_repeating_segments(scores):
    human, metric = scores
    weights = np.random.default_rng(1).integers(0, 3, size=(4, SEGMENTS)).astype(float)
    weights[:, :2] += 1
    epsilon = values(human, metric)["epsilon"]
    for row, found in zip(weights, meta_evaluate(human, metric, weights), strict=True):
        repeated = [np.repeat(side, row.astype(int), axis=1) for side in (human, metric)]
        expected = values(*repeated)
        for key, value in zip(KEYS, found, strict=True):
            if key not in ("segment_acc_eq", "epsilon"):
                assert value == pytest.approx(expected[key], nan_ok=True)
        # The threshold stays that of all segments.
        accuracy, threshold = found[KEYS.index("segment_acc_eq")], found[KEYS.index("epsilon")]
        assert threshold == epsilon
        assert accuracy == pytest.approx(np.nanmean(accuracies(*repeated, epsilon)))


def test_a_system_without_scores_is_left_out_of_the_system_level():
    human = np.array([[1.0, 2], [3, 3], [5, 4], [9, 9]])
    metric = np.array([[1.0, 1], [2, 3], [7, 7], [NAN, NAN]])
    assert values(human, metric)["pearson"] == pytest.approx(stats.pearsonr([1.5, 3, 4.5], [1, 2.5, 7]).statistic)


def test_two_systems_are_enough_and_one_is_not():
    human, metric = np.array([[1.0, 2.0], [3.0, 5.0]]), np.array([[1.0, 3.0], [4.0, 5.0]])
    two = values(human, metric)
    assert two["pearson"] == pytest.approx(1)
    assert two["segment_kendall_b"] == 1
    one = values(human[:1], metric[:1])
    assert all(np.isnan(one[key]) for key in SYSTEM_KEYS)
    assert np.isnan([one["segment_acc_eq"], one["segment_kendall_b"], one["epsilon"]]).all()
    assert one["segment_pearson"] == pytest.approx(1)


def test_a_resample_without_some_system_has_no_system_level():
    """The second system has the first segment only, which the second resample does not draw."""
    human, metric = np.array([[1.0, 2, 3], [3, NAN, NAN]]), np.array([[1.0, 3, 2], [4, 5, 5]])
    found = meta_evaluate(human, metric, np.array([[1.0, 1, 1], [0, 2, 1]]))
    assert np.isnan(found[:, KEYS.index("pearson")]).all()
    assert found[0, KEYS.index("segment_pearson")] == pytest.approx(
        stats.pearsonr([1, 2, 3, 3], [1, 3, 2, 4]).statistic
    )


def test_without_any_common_cell_nothing_is_defined():
    human, metric = np.array([[1.0, NAN], [3.0, NAN]]), np.array([[NAN, 1.0], [NAN, 2.0]])
    assert np.isnan(list(values(human, metric).values())).all()


def test_a_constant_metric_has_no_correlation():
    human = np.array([[1.0, 2, 3], [3, 3, 4], [5, 4, 6]])
    found = values(human, np.full(human.shape, 2.0))
    for key in ("pearson", "spearman", "kendall_b", "kendall_c", "segment_kendall_b", "segment_pearson"):
        assert np.isnan(found[key])


def test_correlations_do_not_depend_on_where_the_scale_begins():
    draw = np.random.default_rng(0)
    human, metric = draw.normal(size=(2, 4, 30))
    plain, shifted = values(human, metric), values(human + 1e6, metric - 1e6)
    assert shifted["segment_pearson"] == pytest.approx(plain["segment_pearson"])
