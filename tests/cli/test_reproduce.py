"""mteval reproduce: rows, notes, and exit code 1 where a number differs."""

import json

from mteval.recipes import checklist_correlations, wmt23_metrics
from mteval.statistics.shared_swaps import ScoreSwaps
from tests.cli.calling import call
from tests.evaluation.small_test_sets import write_pair


def test_recipes_are_listed(capsys):
    code, out, _ = call(capsys, "reproduce")
    assert code == 0
    assert [line.partition(":")[0] for line in out.splitlines()] == [
        "bdi-corrected-gap",
        "checklist-correlations",
        "mucow-wmt19",
        "mucow-wmt19-translation",
        "muse-composition",
        "wmt23-metrics",
    ]


def test_rows_stand_beside_the_published_numbers(capsys):
    code, out, _ = call(capsys, "reproduce", "checklist-correlations")
    rows = [line.split() for line in out.splitlines() if "published" in line]
    assert code == 0
    assert rows[0][:4] == ["French", "Pearson", "published", "0.99"]
    assert all(row[-1] == "=" for row in rows)
    assert out.splitlines()[-1] == "6 of 6 numbers reproduced."
    assert any(line.startswith("Note: ") for line in out.splitlines())
    document = json.loads(call(capsys, "reproduce", "checklist-correlations", "--json")[1])
    assert [row["label"] for row in document["rows"]][:2] == ["French Pearson", "French Spearman"]
    assert all(row["same"] for row in document["rows"])


def test_a_number_that_differs_fails_the_command(capsys, monkeypatch):
    table = {**checklist_correlations.TABLE}
    extracted, verified, _ = table["French"]
    monkeypatch.setattr(checklist_correlations, "TABLE", {**table, "French": (extracted, verified, (0.5, 1.0))})
    code, out, said = call(capsys, "reproduce", "checklist-correlations")
    assert code == 1
    assert out.splitlines()[-1] == "5 of 6 numbers reproduced."
    assert "≠" in out
    assert "1 numbers of 'checklist-correlations' differ" in said


def test_what_is_not_there_is_said(capsys, tmp_path):
    assert call(capsys, "reproduce", "mucow-wmt18")[0] == 2
    code, _, said = call(capsys, "reproduce", "mucow-wmt19", "--data", tmp_path)
    assert code == 2
    assert "holds no cs-en.mucow.scoring.json" in said


def test_whole_tables_are_printed_and_numbers_without_a_published_one_do_not_fail(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(wmt23_metrics, "SWAPS", ScoreSwaps(20, 1))
    write_pair(tmp_path / "wmt23", "zh-en", 2)
    code, out, _ = call(capsys, "reproduce", "wmt23-metrics", "--data", tmp_path)
    assert code == 0
    assert out.startswith("average (zh-en)\n")
    assert "(random)" in out
    assert out.splitlines()[-1] == "0 of 0 numbers reproduced."
    document = json.loads(call(capsys, "reproduce", "wmt23-metrics", "--data", tmp_path, "--json")[1])
    rows = {row["label"]: row for row in document["rows"]}
    assert (rows["zh-en system spa: good"]["published"], rows["zh-en system spa: good"]["same"]) == (None, None)
    assert document["tables"][0]["task"] == "average (zh-en)"
