"""What is taken of a test set: system scores of their own, human translations, outliers, domains, references, own metrics."""

import numpy as np
import pytest
from scipy import stats

from mteval.core.errors import DataError, UsageError
from mteval.evaluation.open_test_set import TestSetChoice, far_below
from mteval.evaluation.score_tables import from_test_set
from mteval.human.score_files import read_scores
from tests.evaluation.small_test_sets import SEGMENTS, SYSTEMS, write_pair, write_scores


@pytest.fixture
def folder(tmp_path):
    write_pair(tmp_path / "wmtx", "he-en", 5, ("refA", "refB"))
    return tmp_path / "wmtx"


def taken(folder, **wish):
    return from_test_set(folder, TestSetChoice(**wish))


def by_name(candidates):
    return {one.name: one for one in candidates}


def test_metrics_and_people_have_their_own_system_scores(folder):
    gold, candidates = taken(folder)
    assert gold.systems == SYSTEMS
    own = read_scores(folder / "metric-scores/he-en/good-refB.sys.score").of(SYSTEMS)[:, 0]
    assert by_name(candidates)["good-refB"].by_system.tolist() == own.tolist()
    assert gold.by_system == pytest.approx(np.nanmean(gold.scores, axis=1))


def test_a_metric_of_systems_alone_is_there_without_segments(folder):
    write_scores(folder / "metric-scores/he-en/whole-refB.sys.score", [1.0, 2, 3, 4, 5], SYSTEMS)
    whole = by_name(taken(folder)[1])["whole-refB"]
    assert whole.by_system.tolist() == [1, 2, 3, 4, 5]
    assert np.isnan(whole.scores).all()
    assert whole.scores.shape == (5, SEGMENTS)


def test_human_translations_are_systems_where_asked_for_but_not_the_reference(folder):
    gold, _ = taken(folder, humans=True, reference="refB")
    assert gold.systems == (*SYSTEMS, "refA")
    with pytest.raises(UsageError, match=r"with --reference: refA, refB"):
        taken(folder, humans=True)


def test_a_reference_keeps_the_metrics_that_used_it_or_none(folder):
    assert set(by_name(taken(folder, reference="refB")[1])) == {"good-refB", "fair-refB", "noise-src"}
    assert set(by_name(taken(folder, reference="refA")[1])) == {"noise-src"}
    with pytest.raises(UsageError, match=r"no reference 'refC' for he-en. Did you mean"):
        taken(folder, reference="refC")


def test_outliers_are_left_out_by_name_or_by_deviation(folder):
    gold, candidates = taken(folder, outliers="B,D")
    assert (gold.systems, gold.left_out) == (("A", "C", "E"), ("B", "D"))
    assert all(one.scores.shape[0] == 3 for one in candidates)
    with pytest.raises(UsageError, match=r"no system 'Z' to leave out"):
        taken(folder, outliers="Z")
    people = read_scores(folder / "human-scores/he-en.mqm.seg.score")
    rows = people.values.copy()
    rows[0] -= 100
    write_scores(folder / "human-scores/he-en.mqm.seg.score", rows, people.systems)
    assert taken(folder, outliers="mad")[0].left_out == ("A",)


def test_outliers_by_hand():
    """Median 3, deviations 2 1 0 1 97: MAD 1, so the limit is 2.5 · 1.483 = 3.7."""
    assert far_below(np.array([1.0, 2, 3, 4, 100])).tolist() == [False] * 4 + [True]
    assert not far_below(np.array([1.0, 1, 1, 9])).any()


def test_a_domain_has_its_segments_and_its_own_system_scores(folder):
    rows = "".join(f"{d}\t{s}\t{i + 10 * (d == 'social')}\n" for d in ("news", "social") for i, s in enumerate(SYSTEMS))
    (folder / "metric-scores/he-en/good-refB.domain.score").write_text(rows)
    gold, candidates = taken(folder, domain="social")
    assert gold.scores.shape == (5, 8)
    assert set(gold.domains) == {"social"}
    assert gold.name == "wmtx.he-en.mqm.social"
    assert by_name(candidates)["good-refB"].by_system.tolist() == [10, 11, 12, 13, 14]
    whole = by_name(taken(folder)[1])
    for one in candidates:
        np.testing.assert_array_equal(one.scores, whole[one.name].scores[:, 16:])
    assert by_name(candidates)["fair-refB"].by_system is None


def test_domains_that_are_not_there_are_said(folder):
    with pytest.raises(UsageError, match=r"no domain 'sports' for he-en"):
        taken(folder, domain="sports")
    with pytest.raises(UsageError, match="--domain needs segment scores"):
        taken(folder, domain="news", level="sys")
    (folder / "documents/he-en.docs").write_text("news\td\n" * 3)
    with pytest.raises(DataError, match=rf"has 3 lines, but .* scores {SEGMENTS} segments"):
        taken(folder)


def test_spans_are_read_where_a_metric_marks_some(folder):
    line = '{{"errors": [{{"start": 0, "end": {end}, "severity": "minor"}}]}}'
    for place, end in (("human-scores/he-en.mqm.merged", 4), ("metric-scores/he-en/good-refB", 2)):
        path = folder / f"{place}.seg.rating"
        path.write_text("".join(f"{s}\t{line.format(end=end)}\n" for s in SYSTEMS for _ in range(SEGMENTS)))
    gold, candidates = taken(folder)
    assert gold.marks[0][0] == dict.fromkeys(range(4), "minor")
    assert by_name(candidates)["good-refB"].marks[0][0] == dict.fromkeys(range(2), "minor")
    assert by_name(candidates)["fair-refB"].marks == ()


def test_system_level_pearson_is_that_of_the_files(folder):
    from mteval.evaluation.correlation import CorrelationTests, correlation_results
    from mteval.evaluation.settings import Settings

    gold, candidates = taken(folder, metrics=["good"])
    wished = CorrelationTests(("pearson",), Settings(resamples=20, trials=20), by_domain=True)
    report = correlation_results(gold, candidates, wished).reports[0]
    expected = stats.pearsonr(gold.by_system, candidates[0].by_system).statistic
    assert report.scores[0].values["pearson"] == pytest.approx(expected)
    assert "pearson" not in report.scores[0].intervals
    assert "segment_pearson" in report.scores[0].intervals
    assert "system:own-scores" in report.scores[0].signature
    assert [point["metric"] for point in report.extras["systems"]] == candidates[0].by_system.tolist()
    assert [(part.tag, part.value) for part in report.slices] == [("domain", "news"), ("domain", "social")]
    means = [gold.scores[:, :16], np.where(np.isnan(gold.scores), np.nan, candidates[0].scores)[:, :16]]
    expected = stats.pearsonr(*(np.nanmean(side, axis=1) for side in means)).statistic
    assert report.slices[0].scores[0].values["pearson"] == pytest.approx(expected)
