"""Reports on ratings: krippendorff and scipy for the numbers, hand counts for the rest."""

import itertools
import math

import numpy as np
import pytest
from scipy.stats import mannwhitneyu, zscore

from mteval.core.evidence import Rating
from mteval.core.version import own_version
from mteval.evaluation import agreement
from mteval.evaluation.agreement import MeanOverItems, agreement_results
from mteval.evaluation.settings import Settings
from mteval.human.ratings import Ratings
from mteval.storage.digests import contents_digest
from tests.evaluation.small_suites import codes, drawn_means, signed, student_interval

krippendorff = pytest.importorskip("krippendorff", reason="the package krippendorff is the oracle")
NAN = np.nan
FEW = Settings(resamples=40, seed=3, level=0.9)
DRAW = np.random.default_rng(2)
PEOPLE = ("ann", "bob", "cy")


def rating(annotator, item, value, system="A", scale="adequacy", type="target"):
    return Rating(str(item), annotator, scale, float(value), system, {"type": type})


def rated(quality, system, items=12, scale="adequacy"):
    truth = quality + DRAW.normal(size=items)
    return [
        rating(name, item, np.clip(round(truth[item] + shift + DRAW.normal(scale=0.4)), 1, 5), system, scale)
        for item in range(items)
        for name, shift in zip(PEOPLE, (0, 0.5, -0.5), strict=True)
    ]


TWO_SYSTEMS = [*rated(4.0, "A"), *rated(2.0, "B")]


@pytest.fixture
def described(tmp_path):
    path = tmp_path / "r.csv"
    path.write_text("the file itself\n")

    def describe(ratings, settings=FEW, level="ordinal"):
        return agreement_results(Ratings(path, tuple(ratings)), settings, level)

    return describe


def alpha(ratings, level="ordinal"):
    """Krippendorff's α of the units (item, system) by the package."""
    units = list(dict.fromkeys((one.item, one.system) for one in ratings))
    people = sorted({one.annotator for one in ratings})
    table = np.full((len(people), len(units)), NAN)
    for one in ratings:
        table[people.index(one.annotator), units.index((one.item, one.system))] = one.value
    return krippendorff.alpha(reliability_data=table, level_of_measurement=level)


def test_the_first_report_is_of_the_ratings(described, tmp_path):
    report = described(TWO_SYSTEMS).reports[0]
    digest = contents_digest([tmp_path / "r.csv"])
    assert report.suite == {"name": "r.csv", "family": "human", "version": "0", "digest": digest}
    assert report.system == {"name": "r.csv", "backend": "ratings", "annotators": 3}
    assert report.settings == FEW.record()
    (score,) = report.scores
    assert (score.metric, score.spec, score.n) == ("agreement", "agreement", 72)
    assert score.value == pytest.approx(alpha(TWO_SYSTEMS))
    assert set(report.extras) == {"annotators", "rankings"}


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
def test_the_headline_is_alpha_at_the_level_asked_for(described, level):
    score = described(TWO_SYSTEMS, level=level).reports[0].scores[0]
    assert score.value == pytest.approx(alpha(TWO_SYSTEMS, level))
    assert signed(score.signature)["level"] == level


def test_intervals_resample_items_with_all_their_ratings(described):
    """An item is drawn with the ratings of both systems and all annotators."""
    score = described(TWO_SYSTEMS, level="interval").reports[0].scores[0]
    drawn = []
    for row in np.random.default_rng(3).choice(12, size=(40, 12), replace=True):
        again = [
            rating(one.annotator, f"{item} {place}", one.value, one.system)
            for place, item in enumerate(row)
            for one in TWO_SYSTEMS
            if one.item == str(item)
        ]
        drawn.append(alpha(again, "interval"))
    assert score.intervals["alpha"] == pytest.approx(student_interval(score.value, np.array(drawn), 12, 0.9))


def test_the_signature_says_how_the_number_was_made(described, tmp_path):
    report = described(TWO_SYSTEMS).reports[0]
    found = signed(report.scores[0].signature)
    assert found == {
        "metric": "agreement",
        "icc": "shrout-fleiss",
        "kappa": "mean-of-pairs",
        "level": "ordinal",
        "controls": "counted",
        "bs": "40",
        "seed": "3",
        "data": contents_digest([tmp_path / "r.csv"])[:12],
        "mteval": own_version(),
    }
    without = described(TWO_SYSTEMS, Settings(resamples=0)).reports[0].scores[0]
    assert not {"bs", "seed"} & signed(without.signature).keys()
    assert without.intervals == {}


def test_each_scale_is_scored_by_itself(described):
    fluency = rated(3.0, "A", scale="fluency")
    report = described([*TWO_SYSTEMS, *fluency]).reports[0]
    assert [score.spec for score in report.scores] == ["agreement?scale=adequacy", "agreement?scale=fluency"]
    assert [score.value for score in report.scores] == pytest.approx([alpha(TWO_SYSTEMS), alpha(fluency)])
    assert [score.n for score in report.scores] == [72, 36]
    assert signed(report.scores[1].signature)["scale"] == "fluency"


def slices(report, tag):
    return {part.value: part for part in report.slices if part.tag == tag}


def test_slices_are_the_agreement_on_their_ratings(described):
    report = described(TWO_SYSTEMS).reports[0]
    by_system = slices(report, "system")
    assert list(by_system) == ["A", "B"]
    for name, part in by_system.items():
        assert part.scores[0].value == pytest.approx(alpha([one for one in TWO_SYSTEMS if one.system == name]))
        assert part.scores[0].n == 36
        assert part.scores[0].intervals
    by_pair = slices(report, "annotators")
    assert list(by_pair) == ["ann + bob", "ann + cy", "bob + cy"]
    for pair, part in by_pair.items():
        own = [one for one in TWO_SYSTEMS if one.annotator in pair.split(" + ")]
        assert part.scores[0].value == pytest.approx(alpha(own))
        assert part.scores[0].intervals
    assert slices(report, "type") == {}


def test_one_system_is_no_slice(described):
    report = described(rated(3.0, "A")).reports[0]
    assert {part.tag for part in report.slices} == {"annotators"}


def test_control_items_are_left_out_but_for_the_slices_by_type(described):
    controls = [rating(name, item, 1, type="degraded") for item in range(3) for name in PEOPLE]
    report = described([*TWO_SYSTEMS, *controls]).reports[0]
    assert report.scores[0].value == pytest.approx(alpha(TWO_SYSTEMS))
    assert report.scores[0].n == 72
    by_type = slices(report, "type")
    assert {name: part.scores[0].n for name, part in by_type.items()} == {"target": 72, "degraded": 9}
    assert slices(report, "system")["A"].scores[0].n == 36


def test_a_scale_without_ratings_in_a_slice_is_not_scored_there(described):
    report = described([*TWO_SYSTEMS, *rated(3.0, "A", scale="fluency")]).reports[0]
    assert [len(part.scores) for part in slices(report, "system").values()] == [2, 1]


def test_annotators_without_a_common_item_are_no_pair(described):
    apart = [rating("dan", item, 3, "A") for item in range(50, 53)]
    report = described([*TWO_SYSTEMS, *apart]).reports[0]
    assert list(slices(report, "annotators")) == ["ann + bob", "ann + cy", "bob + cy"]


def test_pairs_need_a_common_translation_on_one_scale(described):
    """ann and bob rate the same item, but of other systems or on other scales."""
    made = [rating("ann", 1, 3, "A"), rating("bob", 1, 4, "B"), rating("bob", 1, 4, "A", "fluency")]
    assert slices(described(made).reports[0], "annotators") == {}


def test_many_pairs_are_reported_without_intervals(described, monkeypatch):
    monkeypatch.setattr(agreement, "MANY_PAIRS", 2)
    report = described(TWO_SYSTEMS).reports[0]
    assert all(part.scores[0].intervals == {} for part in slices(report, "annotators").values())
    assert all("bs" not in signed(part.scores[0].signature) for part in slices(report, "annotators").values())
    assert all(part.scores[0].intervals for part in slices(report, "system").values())


def findings(described, ratings):
    return {one.code: one for one in described(ratings).reports[0].findings}


def test_one_category_is_told(described):
    found = findings(described, [rating(name, item, 3) for item in range(3) for name in PEOPLE])
    assert set(found) == {"one-category"}
    assert found["one-category"].message.startswith("Every adequacy rating is 3:")


def test_annotators_who_share_nothing_are_named(described):
    made = [*rated(3.0, "A"), *(rating(f"p{i:02}", 100 + i, i % 5 + 1) for i in range(12))]
    found = findings(described, made)["no-overlap"]
    assert found.count == 12
    assert found.cases == tuple(f"p{i:02}" for i in range(10))
    assert found.message.startswith("12 annotators rated nothing on adequacy that anybody else rated: p00, p01,")


def test_items_not_everybody_rated_are_told(described):
    two = [rating(name, item, value) for item, value in ((1, 2), (2, 5)) for name in ("ann", "bob")]
    assert "no-complete-items" not in findings(described, two)
    one_left = [*two, rating("cy", 1, 3)]
    assert "no-complete-items" in findings(described, one_left)
    assert "no-complete-items" not in findings(described, [*one_left, rating("cy", 2, 3)])


def test_one_annotator_alone_is_told_only_that(described):
    found = findings(described, [rating("ann", 1, 2), rating("ann", 2, 5)])
    assert set(found) == {"no-overlap"}


def test_a_scale_of_controls_only_says_nothing(described):
    made = [*TWO_SYSTEMS, *(rating("ann", i, 3, scale="fluency", type="check") for i in range(2))]
    assert findings(described, made) == {}


def test_annotators_who_failed_controls_are_named_with_what_they_failed(described):
    """cy rates degraded translations no lower and repeats far off; on fluency bob fails too."""
    base = [rating(name, item, value) for item, value in ((1, 1), (2, 5), (3, 3)) for name in PEOPLE]
    controls = [
        rating("cy", 1, 5, type="degraded"),
        rating("cy", 1, 5, type="repeat"),
        rating("ann", 2, 1, type="degraded"),
    ]
    fluency = [rating("bob", 1, 2, scale="fluency"), rating("bob", 1, 2, scale="fluency", type="degraded")]
    found = findings(described, [*base, *controls, *fluency])["failed-control"]
    assert (found.count, found.cases) == (2, ("bob", "cy"))
    assert "bob (degraded); cy (degraded, repeats)" in found.message


def test_at_most_ten_who_failed_are_named(described):
    names = [f"p{i:02}" for i in range(12)]
    made = [rating(name, item, 3) for name in names for item in (1, 2)]
    found = findings(described, [*made, *(rating(name, 1, 4, type="degraded") for name in names)])["failed-control"]
    assert (found.count, found.cases) == (12, tuple(names[:10]))


def test_findings_of_reading_come_first(tmp_path):
    from mteval.core.results import Finding

    path = tmp_path / "r.csv"
    path.write_text("x")
    ratings = Ratings(path, tuple(TWO_SYSTEMS), (Finding("duplicate-rating", "again"),))
    assert codes(agreement_results(ratings, FEW).reports[0]) == {"duplicate-rating": 1}


def test_unless_told_otherwise_1000_resamples_and_ordinal_alpha(tmp_path):
    path = tmp_path / "r.csv"
    path.write_text("x")
    score = agreement_results(Ratings(path, tuple(rated(3.0, "A", 4)))).reports[0].scores[0]
    assert signed(score.signature)["bs"] == "1000"
    assert signed(score.signature)["level"] == "ordinal"


def standardised(ratings):
    """z-scores by annotator and scale."""
    z = {}
    for owner in {(one.annotator, one.scale) for one in ratings}:
        own = [i for i, one in enumerate(ratings) if (one.annotator, one.scale) == owner]
        z.update(zip(own, zscore([ratings[i].value for i in own], ddof=1), strict=True))
    return [z[i] for i in range(len(ratings))]


def item_means(ratings, system):
    """The mean z-score of each item of a system."""
    z = standardised(ratings)
    items = dict.fromkeys(one.item for one in ratings if one.system == system)
    return [
        np.mean([v for one, v in zip(ratings, z, strict=True) if (one.system, one.item) == (system, item)])
        for item in items
    ]


def test_each_system_has_a_report(described, tmp_path):
    results = described(TWO_SYSTEMS)
    _, first, second = results.reports
    assert [report.system for report in (first, second)] == [
        {"name": "A", "backend": "ratings"},
        {"name": "B", "backend": "ratings"},
    ]
    for report in (first, second):
        name = report.system["name"]
        assert report.suite["name"] == "r.csv: systems"
        assert report.suite["digest"] == contents_digest([tmp_path / "r.csv"])
        assert report.settings == FEW.record()
        z, means = report.scores
        expected = item_means(TWO_SYSTEMS, name)
        assert z.value == pytest.approx(np.mean(expected))
        assert (z.metric, z.spec, z.n, z.skipped, z.values["items"]) == ("z-score", "z-score", 36, 0, 12)
        assert z.intervals["z"] == pytest.approx(
            student_interval(z.value, drawn_means(expected, [str(i) for i in range(12)], 40, 3), 12, 0.9)
        )
        assert z.scale.counts == ("items",)
        own = [one.value for one in TWO_SYSTEMS if one.system == name]
        assert means.values["adequacy"] == pytest.approx(np.mean(own))
        assert (means.metric, means.n) == ("adequacy-fluency", 36)
    assert [first.extras["ranking"][key] for key in ("system", "rank_low", "rank_high", "items")] == ["A", 1, 1, 12]


def test_the_signature_of_a_z_score(described):
    z = described(TWO_SYSTEMS).reports[1].scores[0]
    found = signed(z.signature)
    assert (found["metric"], found["by"], found["mean"]) == ("z-score", "annotator-and-scale", "item-then-system")
    assert (found["bs"], found["seed"]) == ("40", "3")
    assert "data" in found


def test_systems_are_tested_by_the_rank_sum_of_their_items(described):
    results = described(TWO_SYSTEMS)
    (test,) = results.comparisons
    a, b = item_means(TWO_SYSTEMS, "A"), item_means(TWO_SYSTEMS, "B")
    assert (test.suite, test.metric, test.spec, test.a, test.b, test.test) == (
        *("r.csv: systems", "z-score", "z-score", "A", "B"),
        "rank-sum",
    )
    assert test.p_value == pytest.approx(mannwhitneyu(a, b, alternative="greater").pvalue)
    assert test.p_adjusted == test.p_value
    assert test.difference == pytest.approx(np.mean(a) - np.mean(b))
    assert test.n == 24
    (ranks,) = results.ranks
    assert (ranks.suite, ranks.metric, ranks.clusters) == ("r.csv: systems", "z-score", (("A",), ("B",)))
    assert (ranks.spec, ranks.ranges) == ("z-score", {"A": (1, 1), "B": (2, 2)})


def test_tests_of_systems_are_corrected_by_holms_rule(described):
    multitest = pytest.importorskip("statsmodels.stats.multitest", reason="statsmodels is the oracle")
    results = described([*TWO_SYSTEMS, *rated(3.5, "C")])
    expected = multitest.multipletests([test.p_value for test in results.comparisons], method="holm")[1]
    assert [test.p_adjusted for test in results.comparisons] == pytest.approx(list(expected))
    assert len(results.comparisons) == 3


def test_two_scales_of_one_item_are_one_observation(described):
    both = [*rated(4.0, "A"), *rated(3.0, "A", scale="fluency"), *rated(2.0, "B"), *rated(2.0, "B", scale="fluency")]
    results = described(both)
    z = results.reports[1].scores[0]
    assert (z.values["items"], z.n) == (12, 72)
    assert z.value == pytest.approx(np.mean(item_means(both, "A")))
    assert results.comparisons[0].n == 24


def test_ratings_that_cannot_be_standardised_are_skipped(described):
    dull = [rating("dan", item, 3, "A") for item in range(4)]
    z = described([*TWO_SYSTEMS, *dull]).reports[1].scores[0]
    assert (z.n, z.skipped, z.values["items"]) == (40, 4, 12)
    assert z.value == pytest.approx(np.mean(item_means(TWO_SYSTEMS, "A")))


def test_control_items_are_no_quality_of_a_system(described):
    plain = described(TWO_SYSTEMS).reports[1].scores[0]
    controls = [rating(name, 0, 1, "A", type="degraded") for name in PEOPLE]
    assert described([*TWO_SYSTEMS, *controls]).reports[1].scores[0].values == plain.values


def test_ratings_without_systems_have_no_report_of_systems(described):
    made = [Rating(one.item, one.annotator, one.scale, one.value, None, one.detail) for one in rated(3.0, "A")]
    results = described(made)
    assert (len(results.reports), results.comparisons, results.ranks) == (1, (), ())


def test_ratings_of_no_system_beside_others_are_of_one_without_a_name(described):
    nobody = [Rating(one.item, one.annotator, one.scale, one.value, None, one.detail) for one in rated(2.0, "A")]
    results = described([*rated(4.0, "A"), *nobody])
    assert [report.system["name"] for report in results.reports[1:]] == ["A", ""]
    assert list(slices(results.reports[0], "system")) == ["A", ""]


def test_the_mean_over_no_items_is_not_a_number():
    metric = MeanOverItems()
    table = metric.observe([rating("ann", 1, 3), rating("ann", 2, 5)])
    assert metric.estimate(table, np.array([[1.0, 1], [2, 0], [0, 0]]))[:, 0] == pytest.approx([4, 3, NAN], nan_ok=True)
    assert metric.estimate(table, np.ones((1, 2)))[0, 1] == 2
    assert metric.table([]).rows.shape == (0, 2)
    assert table.counted.all()


def test_every_pair_of_systems_is_there(described):
    results = described([*rated(4.0, "A"), *rated(2.0, "B"), *rated(3.0, "C")])
    pairs = {frozenset((test.a, test.b)) for test in results.comparisons}
    assert pairs == {frozenset(pair) for pair in itertools.combinations("ABC", 2)}
    assert not any(math.isnan(test.p_value) for test in results.comparisons)
