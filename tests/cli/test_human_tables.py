"""Tables on agreement and annotators: every number read back from the text."""

import math

import pytest

from mteval.cli._human_tables import CONTROL, IN_SLICES, NAMES, TENDENCY, agreement_tables, perm_tables
from mteval.core.evidence import Rating
from mteval.core.results import PairedTest, Ranks, Results
from mteval.evaluation.agreement import agreement_results
from mteval.evaluation.settings import Settings
from mteval.human.ratings import Ratings
from tests.renderers.reading import text_tables


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """Two annotators, two systems, two scales, repeats and degraded items; bob is kinder by one."""
    rows = []
    for item in range(8):
        for system, quality in (("A", 1), ("B", 0)):
            for who, kind in (("ann", 0), ("bob", 1)):
                value = float(min(5, 1 + item % 3 + quality + kind))
                rows.append(Rating(str(item), who, "adequacy", value, system))
                rows.append(Rating(str(item), who, "fluency", float(1 + item % 5), system))
                if item < 6:
                    rows.append(Rating(str(item), who, "adequacy", 1.0, system, {"type": "degraded"}))
                if item == 7:
                    rows.append(Rating(str(item), who, "adequacy", value, system, {"type": "repeat"}))
    path = tmp_path_factory.mktemp("r") / "ratings.csv"
    path.write_text("x")
    ranges = {"adequacy": (1.0, 5.0), "fluency": (1.0, 5.0)}
    return agreement_results(Ratings(path, tuple(rows), ranges=ranges), settings=Settings(resamples=30))


@pytest.fixture(autouse=True)
def wide_screen(monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")


def cell(value, digits):
    return "–" if math.isnan(value) else f"{value:.{digits}f}"


def test_coefficients_stand_with_their_intervals(results):
    report = results.reports[0]
    ((header, *rows),) = text_tables(agreement_tables(results).partition("by ")[0], {"agreement"})
    assert header[1:] == [
        f"{scale} (n = {score.n})" for scale, score in zip(("adequacy", "fluency"), report.scores, strict=True)
    ]
    for row, (key, name) in zip(rows, NAMES.items(), strict=True):
        expected = []
        for score in report.scores:
            low, high = score.intervals.get(key, (math.nan, math.nan))
            interval = "" if math.isnan(low) else f" [{low:.3f}, {high:.3f}]"
            expected.append(f"{cell(score.values[key], 3)}{interval}")
        assert row == [name, *expected]


def test_slices_have_a_row_for_each_scale(results):
    report = results.reports[0]
    shown = agreement_tables(results)
    for tag in dict.fromkeys(part.tag for part in report.slices):
        ((_, *rows),) = text_tables(shown.partition(f"by {tag}")[2].partition("\n\n")[0], {"scale"})
        expected = [
            [
                part.value,
                score.spec.partition("scale=")[2],
                str(score.n),
                *(cell(score.values[key], 3) for key in IN_SLICES),
            ]
            for part in report.slices
            if part.tag == tag
            for score in part.scores
        ]
        assert rows == expected


@pytest.mark.parametrize(("kind", "columns"), [("annotators", TENDENCY), ("controls", CONTROL)])
def test_every_annotator_has_a_row(results, kind, columns):
    report = results.reports[0]
    shown = agreement_tables(results)
    for scale, people in report.extras[kind].items():
        ((header, *rows),) = text_tables(shown.partition(f"{kind}, {scale}")[2].partition("\n\n")[0], {"annotator"})
        assert header == ["annotator", *(name.replace("_", " ") for name in columns)]
        for row, person in zip(rows, people, strict=True):
            values = [person[key] for key in columns]
            shown_values = [
                cell(value, 2)
                if isinstance(value, float)
                else ", ".join(value) or "–"
                if isinstance(value, (tuple, list))
                else str(value)
                for value in values
            ]
            assert row == [person["annotator"], *shown_values]


def test_pairs_of_metrics_and_their_clusters():
    tests = (PairedTest("s", "pearson", "good", "noise", 0.25, 0.01234, 0.04936, "perm-both"),)
    shown = perm_tables(Results((), tests, (Ranks("s", "pearson", (("good", "fair"), ("noise",))),)))
    assert "pearson: PERM-BOTH" in shown
    ((header, row, *_),) = text_tables(shown, {"a"})
    assert header == ["a", "b", "a − b", "p", "p (Holm)"]
    assert row == ["good", "noise", "+0.2500", "0.0123", "0.0494"]
    assert "clusters, best first: good, fair | noise" in shown


def test_a_name_is_no_markup():
    tests = (PairedTest("s", "pearson", "[b]good", "noise", 0.25, 0.01, 0.04, "perm-both"),)
    shown = perm_tables(Results((), tests, (Ranks("s", "pearson", (("[b]good",), ("noise",))),)))
    assert "[b]good  " in shown.partition("clusters")[0]
