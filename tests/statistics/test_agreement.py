"""Agreement statistics against published worked examples, `krippendorff`, `statsmodels` and scipy."""

import numpy as np
import pytest

from mteval.statistics import agreement
from mteval.statistics.rating_table import RatingTable
from mteval.statistics.reliability import ICC_KEYS, intraclass_correlations, kendall_w, tendencies

NAN = np.nan


def table(rows):
    values = np.array(rows, dtype=float)
    return RatingTable(values, tuple(map(str, range(len(values)))), tuple(f"r{i}" for i in range(values.shape[1])))


def plain(measure, ratings, *options):
    return float(measure(ratings, ratings.unit_weights(), *options)[0])


# Krippendorff, Computing alpha-reliability (2011), example C: four observers, twelve units, missing data.
KRIPPENDORFF = table(
    np.array(
        [
            [1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN],
            [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3],
            [NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN],
            [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN],
        ]
    ).T
)

# Shrout & Fleiss (1979), table 2: six targets, four judges; the six coefficients as printed in table 4.
SHROUT_FLEISS = table([[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]])

# The worked example of Fleiss' κ with 14 raters, 10 subjects and 5 categories (κ = 0.210).
FLEISS_COUNTS = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
]

ALPHAS = {
    "nominal": agreement.krippendorff_nominal,
    "ordinal": agreement.krippendorff_ordinal,
    "interval": agreement.krippendorff_interval,
}


@pytest.fixture
def ragged():
    draw = np.random.default_rng(5)
    truth = draw.integers(1, 6, size=(60, 1))
    values = np.clip(truth + draw.integers(-1, 2, size=(60, 5)), 1, 5).astype(float)
    values[draw.random(values.shape) < 0.35] = np.nan
    return table(values)


@pytest.mark.parametrize(("level", "published"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_alpha_of_krippendorffs_own_example(level, published):
    assert plain(ALPHAS[level], KRIPPENDORFF) == pytest.approx(published, abs=5e-4)


@pytest.mark.parametrize("level", list(ALPHAS))
def test_alpha_equals_the_krippendorff_package_with_missing_data(level, ragged):
    package = pytest.importorskip("krippendorff", reason="the package krippendorff is the oracle")
    expected = package.alpha(reliability_data=ragged.values.T, level_of_measurement=level)
    assert plain(ALPHAS[level], ragged) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("level", list(ALPHAS))
def test_weights_are_the_same_as_repeating_items(level, ragged):
    weights = np.random.default_rng(1).integers(0, 4, size=(3, len(ragged.items)))
    values = ALPHAS[level](ragged, weights.astype(float))
    for row, value in zip(weights, values, strict=True):
        repeated = table(np.repeat(ragged.values, row, axis=0))
        assert plain(ALPHAS[level], repeated) == pytest.approx(value, abs=1e-12)


def test_ordinal_alpha_with_many_categories_is_the_same(ragged, monkeypatch):
    weights = np.random.default_rng(1).integers(0, 4, size=(5, len(ragged.items))).astype(float)
    few = agreement.krippendorff_ordinal(ragged, weights)
    monkeypatch.setattr(agreement, "COINCIDENCE_CELLS", 0)
    np.testing.assert_allclose(agreement.krippendorff_ordinal(ragged, weights), few, atol=1e-12)


@pytest.mark.parametrize("measure", [*ALPHAS.values(), agreement.fleiss_kappa, agreement.cohen_kappa])
def test_one_category_only_leaves_chance_correction_undefined(measure):
    assert np.isnan(plain(measure, table([[3, 3], [3, 3], [3, 3]])))


def test_an_annotator_without_common_items_gives_nan():
    assert np.isnan(plain(agreement.cohen_kappa, table([[1, NAN], [2, NAN], [NAN, 1]])))


def test_fleiss_of_the_worked_example():
    rows = [[value for value, n in enumerate(counts) for _ in range(n)] for counts in FLEISS_COUNTS]
    assert plain(agreement.fleiss_kappa, table(rows)) == pytest.approx(0.210, abs=5e-4)


def test_fleiss_equals_statsmodels():
    inter_rater = pytest.importorskip("statsmodels.stats.inter_rater", reason="statsmodels is the oracle")
    values = np.random.default_rng(3).integers(1, 5, size=(40, 4))
    counts, _ = inter_rater.aggregate_raters(values)
    assert plain(agreement.fleiss_kappa, table(values)) == pytest.approx(inter_rater.fleiss_kappa(counts), abs=1e-12)


def test_cohen_of_the_textbook_table():
    rows = [[1, 1]] * 20 + [[1, 0]] * 5 + [[0, 1]] * 10 + [[0, 0]] * 15  # observed 0.7, expected 0.5
    assert plain(agreement.cohen_kappa, table(rows)) == pytest.approx(0.4)
    assert plain(agreement.percent_agreement, table(rows)) == pytest.approx(0.7)


@pytest.mark.parametrize(("name", "theirs"), [("unweighted", None), ("linear", "linear"), ("quadratic", "quadratic")])
def test_cohen_equals_statsmodels(name, theirs):
    inter_rater = pytest.importorskip("statsmodels.stats.inter_rater", reason="statsmodels is the oracle")
    draw = np.random.default_rng(11)
    first = draw.integers(0, 5, size=80)
    second = np.clip(first + draw.integers(-1, 2, size=80), 0, 4)
    square = np.zeros((5, 5))
    np.add.at(square, (first, second), 1)
    expected = inter_rater.cohens_kappa(square, wt=theirs, return_results=False)
    ours = plain(agreement.cohen_kappa, table(np.stack([first, second], axis=1)), agreement.DISTANCES[name])
    assert ours == pytest.approx(expected, abs=1e-12)


def test_cohen_of_many_is_the_mean_over_pairs(ragged):
    three = ragged.columns(ragged.annotators[:3])
    pairs = [three.columns([three.annotators[a], three.annotators[b]]) for a, b in ((0, 1), (0, 2), (1, 2))]
    mean = np.mean([plain(agreement.cohen_kappa, pair) for pair in pairs])
    assert plain(agreement.cohen_kappa, three) == pytest.approx(mean)


def test_icc_of_shrout_and_fleiss():
    values = intraclass_correlations(SHROUT_FLEISS, SHROUT_FLEISS.unit_weights())[0]
    printed = {"icc1": 0.17, "icc2_1": 0.29, "icc3_1": 0.71, "icc1_k": 0.44, "icc2_k": 0.62, "icc3_k": 0.91}
    assert dict(zip(ICC_KEYS, values.round(2), strict=True)) == pytest.approx(printed)


def test_icc_weights_are_the_same_as_repeating_items():
    weights = np.array([[1.0, 2, 0, 3, 1, 1]])
    repeated = table(np.repeat(SHROUT_FLEISS.values, weights[0].astype(int), axis=0))
    np.testing.assert_allclose(
        intraclass_correlations(SHROUT_FLEISS, weights), intraclass_correlations(repeated, repeated.unit_weights())
    )


def test_icc1_with_unequal_numbers_of_ratings_equals_one_way_anova(ragged):
    groups = [row[~np.isnan(row)] for row in ragged.values[ragged.shared]]
    sizes = np.array([len(group) for group in groups])
    grand = np.concatenate(groups).mean()
    between = sum(len(g) * (g.mean() - grand) ** 2 for g in groups) / (len(groups) - 1)
    within = sum(((g - g.mean()) ** 2).sum() for g in groups) / (sizes.sum() - len(groups))
    size = (sizes.sum() - (sizes**2).sum() / sizes.sum()) / (len(groups) - 1)
    expected = (between - within) / (between + (size - 1) * within)
    assert intraclass_correlations(ragged, ragged.unit_weights())[0, 0] == pytest.approx(expected)


def test_kendall_w_equals_friedmans_statistic_with_ties():
    stats = pytest.importorskip("scipy.stats")
    values = np.random.default_rng(2).integers(1, 6, size=(12, 4))
    # Friedman's χ² = m (n − 1) W, for m annotators ranking n items.
    expected = stats.friedmanchisquare(*values).statistic / (4 * 11)
    assert plain(kendall_w, table(values)) == pytest.approx(expected, abs=1e-12)


def test_kendall_w_of_perfect_agreement_is_one():
    assert plain(kendall_w, table([[1, 1, 1], [2, 3, 2], [5, 4, 3]])) == pytest.approx(1.0)


def test_bias_and_severity_see_the_strict_annotator():
    items = np.array([[1.0], [2], [3], [4], [5]])
    strict = tendencies(table(items + np.array([0, 0, -1.5])))[2]
    assert strict.bias == pytest.approx(-1.5)
    assert strict.severity == pytest.approx(1.0)  # effects (0, 0, −1.5) centred: −1.0


def test_severity_allows_for_easier_items():
    # r1 rated only the good items, r0 all: their raw means differ, their severity does not.
    found = tendencies(table([[1, NAN, 1], [2, NAN, 2], [4, 4, 4], [5, 5, 5]]))
    assert found[1].mean > found[0].mean
    assert [round(one.severity, 9) for one in found] == [0, 0, 0]


def test_last_of_two_ratings_wins():
    collected = RatingTable.collect([("i", "a", 1.0), ("i", "a", 4.0)])
    assert collected.values.tolist() == [[4.0]]
