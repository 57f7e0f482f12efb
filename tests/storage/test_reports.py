"""Stored results: a mixture of two runs is an error, whatever earlier versions wrote still loads."""

import json
import shutil

import pytest

import mteval
from mteval.core.errors import DataError
from mteval.storage.digests import file_digest
from mteval.storage.reports import read_results, write_results


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
