"""Cases of large files are those that were written, and are read when they are looked at."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mteval.core.errors import DataError
from mteval.core.results import CaseResult, Report, Results
from mteval.storage import reports, stored_cases
from mteval.storage.reports import read_results, write_results
from mteval.storage.stored_cases import StoredCases

CASES = tuple(
    CaseResult(
        str(place), "scored", source=f"Zeile {place} \u2028 \r", scores={"m": place / 7}, statistics={"m": (1.0,)}
    )
    for place in range(300)
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    facts = {"name": "s", "family": "reference", "digest": "d"}
    write_results(Results((Report(facts, {"name": "a"}, (), cases=CASES),)), tmp_path)
    monkeypatch.setattr(reports, "LARGE", 1)
    return tmp_path


def test_cases_of_a_large_file_are_those_of_a_small_one(folder, monkeypatch):
    kept = read_results(folder).reports[0].cases
    monkeypatch.setattr(reports, "LARGE", 1 << 30)
    held = read_results(folder).reports[0].cases
    assert isinstance(kept, StoredCases)
    assert tuple(kept) == held == CASES
    assert len(kept) == 300
    assert [kept[0], kept[7], kept[-1]] == [held[0], held[7], held[-1]]
    assert kept[5:9] == held[5:9]
    assert list(kept.scan_scores()) == [(case.id, case.scores) for case in held]


def test_cases_are_those_that_were_found_though_their_file_is_written_anew(folder):
    """As 'mteval compare other run -o run' does, where both runs have a system of one name."""
    (own,) = read_results(folder).reports
    other = replace(own, cases=tuple(replace(case, source="another") for case in CASES[:200]))
    write_results(Results((other, replace(own, system={"name": "a (2)"}))), folder)
    first, second = read_results(folder).reports
    assert tuple(first.cases) == other.cases
    assert tuple(second.cases) == CASES
    assert [own.cases[7], *own.cases[8:10]] == list(CASES[7:10])


def test_cases_are_read_some_lines_at_a_time(folder, monkeypatch):
    kept = read_results(folder).reports[0].cases
    for at_once in (1, 7, 300, 1000):
        monkeypatch.setattr(stored_cases, "LINES_AT_ONCE", at_once)
        assert tuple(kept) == CASES
        assert [identity for identity, _ in kept.scan_scores()] == [case.id for case in CASES]


def test_a_large_file_of_another_run_is_refused(folder):
    file = next((folder / "cases").iterdir())
    file.write_bytes(file.read_bytes().replace(b"Zeile 8", b"Zeile 9"))
    with pytest.raises(DataError, match="is not the file that"):
        read_results(folder)


def test_a_damaged_line_is_named(tmp_path):
    file = tmp_path / "cases.jsonl"
    file.write_bytes(b'{"id":"1","outcome":"scored"}\n{"id":"2",\n')
    kept = StoredCases(file)
    assert kept[0].id == "1"
    for look in (lambda: kept[1], lambda: list(kept), lambda: list(kept.scan_scores())):
        with pytest.raises(DataError, match=r"cases.jsonl:2|line 2"):
            look()
