"""The family human in the general machinery: run, slices, paired tests, report."""

import json

import numpy as np
import pytest

from mteval.core.errors import MtevalError
from tests.families.human_runs import run


@pytest.fixture
def ratings(tmp_path):
    draw = np.random.default_rng(2)
    rows = ["annotator,item,system,adequacy,fluency"]
    for item in range(25):
        for system, quality in (("A", 1), ("B", -1)):
            truth = 3 + quality + draw.normal(scale=0.5)
            for annotator in ("ann", "bob"):
                values = np.clip(np.round(truth + draw.normal(scale=0.4, size=2)), 1, 5).astype(int)
                rows.append(f"{annotator},{item},{system},{values[0]},{values[1]}")
    path = tmp_path / "ratings.csv"
    path.write_text("\n".join(rows) + "\n")
    return path


def test_run_scores_systems_from_a_ratings_file(ratings):
    systems = [f"--system={name}=ratings:{ratings}?system={name}" for name in "AB"]
    document = json.loads(run("run", ratings, "--format", "ratings", *systems, "--resamples", 100, "--json"))
    first, second = (report["scores"][0]["values"] for report in document["reports"])
    rows = [line.split(",") for line in ratings.read_text().splitlines()[1:]]
    expected = np.mean([float(row[3]) for row in rows if row[2] == "A"])
    assert first["adequacy"] == pytest.approx(expected)
    assert first["mean"] > second["mean"]
    tested = next(test for test in document["comparisons"] if test["metric"] == "adequacy-fluency")
    assert tested["p_value"] < 0.05
    assert {part["value"] for part in document["reports"][0]["slices"] if part["tag"] == "annotator"} == {"ann", "bob"}


def test_the_report_shows_the_annotators(ratings, tmp_path):
    run("human", "agree", ratings, "--resamples", 20, "-o", tmp_path / "out")
    run("report", tmp_path / "out", "-o", tmp_path / "report.html")
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Annotators, adequacy" in text
    assert "severity" in text


def test_a_file_of_several_systems_needs_a_choice(ratings):
    with pytest.raises(MtevalError, match="Choose one with"):
        run("run", ratings, "--format", "ratings", "--system", f"ratings:{ratings}")
    with pytest.raises(MtevalError, match="has no ratings of 'C'"):
        run("run", ratings, "--format", "ratings", "--system", f"ratings:{ratings}?system=C")
