"""Results on disk and back: every number, one document, one file of cases per report."""

from __future__ import annotations

import json
import math
import shutil
from dataclasses import fields, is_dataclass

import jsonschema
import numpy as np
import pytest

import mteval
from mteval.core.errors import DataError
from mteval.core.results import CaseResult, Finding, PairedTest, Ranks, Report, Results, Scale, Score, Slice
from mteval.storage.digests import file_digest
from mteval.storage.reports import (
    DOCUMENT,
    case_file_name,
    document,
    json_ready,
    read_results,
    schema,
    to_json,
    write_results,
)
from mteval.text.writing import write_bytes

NOTHING = math.nan


def score(metric, value, **more):
    return Score(
        metric, {metric: value, "cases": 3.0}, {metric: (0.25, 0.75)}, 3, 1, True, "a:1|b:2", 0.9, metric, **more
    )


def report(system, *, cases=()):
    return Report(
        {"name": "set <1>", "family": "contrastive", "version": "1", "digest": "0" * 64, "cases": 2},
        {"name": system, "backend": "score-file"},
        (score("accuracy", 0.5, scale=Scale(4, ("cases",), "coverage", ("cases",))), score("empty", NOTHING)),
        (Slice("origin", 'books, "old"\nones', (score("accuracy", 1.0),)),),
        (Finding("skipped", "1 case", 1, ("b",)), Finding("empty-line", "2 lines", 2)),
        tuple(cases),
        {"waterfall": [{"step": "all", "value": 0.5}]},
        {"seed": 7, "level": 0.9},
        (score("supporting", 0.125),),
    )


CASES = (
    CaseResult(
        "a",
        "passed",
        {"origin": ("x", "y")},
        "source",
        ("one", "two"),
        {"values": [1.5, -2]},
        {"accuracy": 1.0},
        {"accuracy": (1.0, 1.0), "empty": None},
        {"accuracy": "s"},
        {"margin": 0.5},
    ),
    CaseResult("b\u2028", "skipped", detail={"reason": "no answer"}),
)
RESULTS = Results(
    (report("a/b: <c>", cases=CASES), report("second")),
    (
        PairedTest(
            "set <1>", "accuracy", "a/b: <c>", "second", NOTHING, 0.5, NOTHING, "mcnemar", 3, "accuracy",
            {"accuracy": (0.5, NOTHING, NOTHING)},
        ),
    ),
    (Ranks("set <1>", "accuracy", (("a/b: <c>",), ("second",)), NOTHING, "accuracy"),),
)  # fmt: skip


def plain(value):
    """Dataclasses, mappings and sequences as lists and dictionaries; NaN, which equals nothing, as a word."""
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return "nan" if isinstance(value, float) and math.isnan(value) else value


def test_what_is_written_is_read_back_whole(tmp_path):
    write_results(RESULTS, tmp_path)
    assert plain(read_results(tmp_path)) == plain(RESULTS)


def test_the_document_alone_is_read_without_cases(tmp_path):
    write_results(RESULTS, tmp_path / "run")
    (tmp_path / "copy.json").write_text(
        (tmp_path / "run" / "report.json").read_text(encoding="utf-8"), encoding="utf-8"
    )
    found = read_results(tmp_path / "copy.json")
    assert [one.cases for one in found.reports] == [(), ()]
    assert plain(found.comparisons) == plain(RESULTS.comparisons)


def test_the_document_follows_its_schema_and_has_null_for_what_is_not_there():
    read = json.loads(to_json(RESULTS))
    jsonschema.validate(read, schema())
    first = read["reports"][0]
    assert first["scores"][1]["values"] == {"empty": None, "cases": 3.0}
    assert read["comparisons"][0]["differences"] == {"accuracy": [0.5, None, None]}
    assert "NaN" not in to_json(RESULTS)


def test_a_metric_without_options_is_its_own_spec():
    bare = Score("bleu", {"bleu": 1.0}, {}, 1, 0, True, "")
    made = document(Results((Report({"name": "s"}, {"name": "x"}, (bare,)),), (), (Ranks("s", "bleu", ()),)))
    assert made["reports"][0]["scores"][0]["spec"] == "bleu"
    assert made["ranks"][0]["spec"] == "bleu"


def test_supporting_scores_are_left_out_where_there_are_none():
    made = document(Results((Report({"name": "s"}, {"name": "x"}, ()),)))
    assert "supporting" not in made["reports"][0]
    assert "supporting" in document(RESULTS)["reports"][0]


def test_json_ready_values_are_those_of_json():
    given = {"a": (1, np.float64(0.5)), "b": np.int64(3), "c": NOTHING, "d": math.inf, "e": np.bool_(True)}
    assert json_ready(given) == {"a": [1, 0.5], "b": 3, "c": None, "d": None, "e": True}


def test_case_files_are_named_by_number_suite_and_system_without_odd_signs():
    assert case_file_name(7, RESULTS.reports[0]) == "007-set_1_--a_b_c_.jsonl"


def test_files_written_are_named_and_reports_without_cases_have_none(tmp_path):
    written = write_results(RESULTS, tmp_path)
    assert written == [tmp_path / "report.json", tmp_path / "cases" / case_file_name(1, RESULTS.reports[0])]
    assert sorted(path for path in tmp_path.rglob("*") if path.is_file()) == sorted(written)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (None, "holds no report.json. Give what 'mteval run -o DIR' wrote"),
        ("{", "is not JSON"),
        ('{"reports": 3, "comparisons": [], "ranks": [], "version": 2}', "is not a report of mteval"),
    ],
)
def test_what_is_no_report_is_said_with_its_place(tmp_path, text, problem):
    if text is not None:
        (tmp_path / "report.json").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=problem) as raised:
        read_results(tmp_path)
    assert str(tmp_path) in str(raised.value)


@pytest.mark.parametrize("line", ['{"id": "b"}', '{"id": "b", "outcome": "passed", "extra": 1}', "b"])
def test_a_case_that_is_broken_is_said_with_its_line(tmp_path, line):
    _, cases = write_results(RESULTS, tmp_path)
    first = cases.read_text(encoding="utf-8").split("\n")[0]
    cases.write_text(f"{first}\n{line}\n", encoding="utf-8")
    document = tmp_path / "report.json"
    stored = json.loads(document.read_text(encoding="utf-8"))
    for one in stored["reports"]:
        one.pop("cases", None)  # without digests, as in runs of old
    document.write_text(json.dumps(stored), encoding="utf-8")
    with pytest.raises(DataError, match="line 2: is not a case"):
        read_results(tmp_path)


@pytest.fixture
def results():
    return mteval.score({"A": ["a b c", "d e f"]}, [["a b c", "d e g"]], metrics="chrf")


@pytest.fixture
def other():
    return mteval.score({"A": ["x", "y"]}, [["a b c", "d e g"]], metrics="chrf")


def test_the_report_carries_the_digest_of_its_cases(results, tmp_path):
    report, cases = write_results(results, tmp_path)
    assert json.loads(report.read_text())["reports"][0]["cases"] == {"sha256": file_digest(cases)}
    assert read_results(tmp_path).reports[0].cases == results.reports[0].cases


def test_a_run_killed_after_its_case_file_is_no_result(results, other, tmp_path):
    write_results(results, tmp_path / "old")
    _, cases = write_results(other, tmp_path / "new")
    shutil.copy(cases, tmp_path / "old" / "cases")
    with pytest.raises(DataError, match=r"is not the file that report.json was written with.*Run again"):
        read_results(tmp_path / "old")


@pytest.mark.parametrize("there", [False, True])
def test_results_that_do_not_fit_the_disk_leave_a_new_folder_as_it_was(results, other, tmp_path, monkeypatch, there):
    def full(path, raw):
        if path.name == DOCUMENT:
            raise DataError(path, "cannot be written: No space left on device.")
        write_bytes(path, raw)

    folder = tmp_path / "out"
    if there:
        write_results(other, folder)
    monkeypatch.setattr("mteval.storage.reports.write_bytes", full)
    with pytest.raises(DataError, match="No space left"):
        write_results(results, folder)
    assert folder.exists() is there


def test_a_case_file_that_is_gone_is_missed_but_a_report_alone_is_not(results, tmp_path):
    report, cases = write_results(results, tmp_path / "run")
    (tmp_path / "run" / "cases" / "other").write_text("")
    cases.unlink()
    with pytest.raises(DataError, match="is missing"):
        read_results(tmp_path / "run")
    shutil.copy(report, tmp_path / "alone.json")
    assert read_results(tmp_path / "alone.json").reports[0].cases == ()


def test_reports_without_digests_load(results, tmp_path):
    report, _ = write_results(results, tmp_path)
    document = json.loads(report.read_text())
    del document["reports"][0]["cases"]
    report.write_text(json.dumps(document))
    assert read_results(tmp_path).reports[0].cases == results.reports[0].cases


@pytest.mark.parametrize(
    "text", ["[" * 5000, '{"reports": 9' + "9" * 5000, '{"reports": [{"suite": "\\ud800"}]}', "[]", "3", ""]
)
def test_a_damaged_report_is_one_sentence(tmp_path, text):
    (tmp_path / "report.json").write_text(text)
    with pytest.raises(DataError, match=r"report\.json"):
        read_results(tmp_path)


@pytest.mark.parametrize("change", [{"digest": ...}, {"digest": 3}, {"source_digest": [1]}])
def test_a_report_that_does_not_say_which_data_it_is_of_is_refused(tmp_path, change):
    write_results(RESULTS, tmp_path)
    document = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    suite = {**document["reports"][0]["suite"], **change}
    document["reports"][0]["suite"] = {key: value for key, value in suite.items() if value is not ...}
    (tmp_path / "report.json").write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(DataError, match=r"is not a report of mteval .*digest"):
        read_results(tmp_path)
