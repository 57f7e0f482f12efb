"""Metric scores of an evaluation set as systems."""

import json

import numpy as np
import pytest

from mteval.core.errors import MtevalError
from tests.families.human_runs import run

stats = pytest.importorskip("scipy.stats")


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
