"""The family human in the general machinery: run, slices, paired tests, report."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from mteval.cli.main import verbs
from mteval.core.errors import MtevalError
from mteval.core.evidence import Rating
from mteval.metrics.adequacy_fluency import AdequacyFluency
from mteval.metrics.agreement import Agreement
from mteval.metrics.correlation import Correlation
from mteval.statistics.resampling import Observation

stats = pytest.importorskip("scipy.stats")


def run(*arguments):
    result = CliRunner().invoke(verbs, list(map(str, arguments)))
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.stdout


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


@pytest.fixture
def evaluation_set(tmp_path):
    draw = np.random.default_rng(4)
    human = np.linspace(0, 2, 6)[:, None] + draw.normal(size=(6, 30))
    scores = {"good": human + draw.normal(scale=0.3, size=human.shape), "noise": draw.normal(size=human.shape)}

    def write(path, matrix):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"s{row}\t{value}\n" for row, line in enumerate(matrix) for value in line))
        return path

    gold = write(tmp_path / "human-scores/en-de.mqm.seg.score", human)
    files = {name: write(tmp_path / f"metric-scores/en-de/{name}-refA.seg.score", m) for name, m in scores.items()}
    return gold, files, human, scores


def test_metrics_are_systems_of_an_evalset(evaluation_set, tmp_path):
    gold, files, human, scores = evaluation_set
    systems = [f"--system={name}=metric-scores:{path}" for name, path in files.items()]
    out = run("run", gold, "--format", "evalset", *systems, "--resamples", 50, "-o", tmp_path / "out", "--json")
    document = json.loads(out)
    for report in document["reports"]:
        metric = scores[report["system"]["name"]]
        expected = stats.pearsonr(human.mean(axis=1), metric.mean(axis=1)).statistic
        assert report["scores"][0]["values"]["pearson"] == pytest.approx(expected)
    page = run("report", tmp_path / "out", "-o", tmp_path / "report.html").strip().splitlines()[-1]
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.endswith("report.html")
    assert "good beside people" in text


def test_system_scores_are_refused_where_segments_are_asked(evaluation_set, tmp_path):
    path = tmp_path / "x.sys.score"
    path.write_text("s0 1\ns1 2\n")
    with pytest.raises(MtevalError, match="segment scores are needed"):
        run("run", evaluation_set[0], "--format", "evalset", "--system", f"metric-scores:{path}")


def observed(metric, evidence):
    return dict(zip(metric.keys, Observation(metric, metric.observe(evidence)).value(), strict=True))


def test_scales_weigh_the_same_however_often_they_were_rated():
    evidence = [Rating("1", "a", "adequacy", 5.0), Rating("2", "a", "adequacy", 3.0), Rating("1", "a", "fluency", 1.0)]
    values = observed(AdequacyFluency(), [*evidence, Rating("1", "a", "fluency", 5.0, None, {"type": "degraded"})])
    assert values == {"mean": 2.5, "adequacy": 4.0, "fluency": 1.0, "ratings": 3.0}


def test_agreement_leaves_controls_out_unless_told():
    evidence = [Rating(str(i), who, "score", float(i % 3), "A") for i in range(6) for who in "ab"]
    control = [Rating("1", who, "score", value, "A", {"type": "degraded"}) for who, value in (("a", 0.0), ("b", 2.0))]
    assert observed(Agreement(), evidence + control)["alpha"] == 1.0
    assert observed(Agreement(controls="counted"), evidence + control)["alpha"] < 1.0


def test_weights_of_a_metric_are_weights_of_segments():
    draw = np.random.default_rng(1)
    human, metric = draw.normal(size=(2, 4, 10))
    evidence = [
        Rating(str(j), "", "mqm", metric[i, j], f"s{i}", {"human": human[i, j]}) for i in range(4) for j in range(10)
    ]
    plugin = Correlation()
    table = plugin.observe(evidence)
    weights = draw.integers(0, 3, size=10)
    per_case = np.tile(weights, 4)[None, :].astype(float)
    values = dict(zip(plugin.keys, plugin.estimate(table, per_case)[0], strict=True))
    repeated = np.repeat(human, weights, axis=1), np.repeat(metric, weights, axis=1)
    means = [side.mean(axis=1) for side in repeated]
    assert values["pearson"] == pytest.approx(stats.pearsonr(*means).statistic)
    assert values["segment_pearson"] == pytest.approx(stats.pearsonr(*(side.ravel() for side in repeated)).statistic)
