"""Runs that mteval 0.1 wrote (tests/storage/written_by_0_1, made by its commands from data/ there) load, compare and gate."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

import mteval
from mteval.cli.main import main
from mteval.core.errors import DataError
from mteval.core.formatting import key_text, value_text
from mteval.storage.migration import migrated
from mteval.storage.reports import read_results

OLD = Path(__file__).parent / "written_by_0_1"
DATA = OLD / "data"
RUNS = ("reference", "contrastive", "dictionary", "checklist")


def run_now(what, folder):
    """The same run by the code of today."""
    settings = mteval.Settings(resamples=50)
    systems = {
        "contrastive": [f"{name}=score-file:{DATA / f'{name}.scores'}?better=higher" for name in "ab"],
        "dictionary": [
            f"{name}=embeddings:{DATA / f'{name}.en.vec'}?target={DATA / f'{name}.de.vec'}" for name in "xy"
        ],
    }
    if what == "reference":
        files = [DATA / "one.en", DATA / "two.en"]
        metrics = "bleu,chrf,ter,rouge-l"
        results = mteval.score(files, DATA / "ref.en", documents=DATA / "docs", metrics=metrics, settings=settings)
    elif what == "contrastive":
        data = str(DATA / "en-de.json")
        results = mteval.run(data, format="mucow-scoring", systems=systems[what], settings=settings)
    else:
        options = {"names": "none", "lemmatiser": "none"}
        data = str(DATA / "en-de.txt")
        results = mteval.run(data, format="dictionary", systems=systems[what], options=options, settings=settings)
    mteval.write_results(results, folder)
    return results


@pytest.mark.parametrize("what", RUNS)
def test_every_number_of_a_stored_run_is_read(what):
    document = json.loads((OLD / what / "report.json").read_text())
    results = read_results(OLD / what)
    assert "version" not in document
    for entry, report in zip(document["reports"], results.reports, strict=True):
        values = [{k: None if math.isnan(v) else v for k, v in s.values.items()} for s in report.scores]
        assert values == [score["values"] for score in entry["scores"]]
        assert [f.code for f in report.findings] == [f["code"] for f in entry["findings"]]
        assert len(report.cases) == report.suite["cases"]
    assert [test.p_value for test in results.comparisons] == [test["p_value"] for test in document["comparisons"]]


def test_values_are_read_with_the_decimals_they_had():
    accuracy = read_results(OLD / "contrastive").reports[0].score("accuracy")
    assert (value_text(accuracy), key_text(accuracy, "correct")) == (
        f"{accuracy.value:.4f}",
        f"{accuracy.values['correct']:.0f}",
    )
    bleu = read_results(OLD / "reference").reports[0].score("bleu")
    assert (value_text(bleu), key_text(bleu, "system_length")) == (f"{bleu.value:.2f}", "26")  # words counted by hand


def test_counts_per_source_word_become_lists_of_numbers():
    step = read_results(OLD / "dictionary").reports[0].extras["waterfall"][0]
    assert step["right"] == [1] * 14 + [0] * 6
    assert step["counted"] == [1] * 20


@pytest.mark.parametrize("what", ["reference", "contrastive", "dictionary"])
def test_an_old_baseline_and_a_new_run_are_gated_without_a_change(what, tmp_path, capsys):
    run_now(what, tmp_path / "now")
    main(["check", str(tmp_path / "now"), "--baseline", str(OLD / what), "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["passed"]
    assert found["changes"]
    assert all(change["before"] == change["after"] for change in found["changes"])


@pytest.mark.parametrize("what", ["reference", "contrastive", "dictionary"])
def test_old_and_new_runs_are_compared_side_by_side(what, tmp_path):
    now = run_now(what, tmp_path / "now")
    both = mteval.compare_stored([read_results(OLD / what), now])
    assert len(both.reports) == 4
    old = {(test.spec, test.a, test.b): test.p_value for test in read_results(OLD / what).comparisons}
    again = {(test.spec, test.a, test.b): test.p_value for test in both.comparisons}
    assert old.keys() <= again.keys()
    now_alone = {(test.spec, test.a, test.b): test.p_value for test in now.comparisons}
    assert now_alone.keys() == old.keys()
    assert {key: again[key] for key in old} == pytest.approx(now_alone, nan_ok=True)  # the same cases, tested as today


@pytest.mark.parametrize("what", RUNS)
def test_an_old_run_is_rendered(what, tmp_path):
    for ending in ("html", "md", "tex", "csv", "txt"):
        main(["report", str(OLD / what), "-o", str(tmp_path / f"report.{ending}")])
        assert (tmp_path / f"report.{ending}").stat().st_size > 100


def test_what_a_newer_version_wrote_is_refused(tmp_path):
    with pytest.raises(DataError, match="was written by a newer mteval"):
        migrated({"version": 99, "reports": []}, tmp_path)


def test_what_is_written_today_needs_no_migration(tmp_path):
    results = run_now("contrastive", tmp_path)
    content = json.loads((tmp_path / "report.json").read_text())
    assert content["version"] == 2
    assert migrated(content, tmp_path) == content
    assert mteval.read_results(tmp_path).reports[0].scores == results.reports[0].scores
