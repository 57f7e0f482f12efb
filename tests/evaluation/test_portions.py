"""Very many segments: the same results as of few, and no objects kept for each of them."""

from __future__ import annotations

import gc
import tracemalloc
import unicodedata
from collections import Counter

import pytest

from mteval.api import score
from mteval.core.evidence import Comparison
from mteval.core.suites import Case, SegmentCases
from mteval.evaluation import garbage, given
from mteval.evaluation.cases import CaseResults
from mteval.evaluation.settings import Settings
from mteval.metrics.bleu import Bleu
from mteval.metrics.chrf import Chrf
from mteval.statistics import paired, resampling
from mteval.storage.reports import to_json, write_results
from mteval.text import lines, processes, spread

WORDS = tuple("abcdefghijklmnopqrstuvwxyz")
FEW = Settings(keep_cases=False)


@pytest.fixture
def _many(monkeypatch):
    """Ten segments are very many."""
    for module in (lines, given, paired, resampling):
        monkeypatch.setattr(module, "MANY", 10)
    monkeypatch.setattr(Bleu, "portion", 32)
    monkeypatch.setattr(Chrf, "portion", 32)


@pytest.fixture
def files(tmp_path):
    """A reference, and two systems that get every fifth or every third word wrong, of so many lines."""

    def write(count):
        rows = [[WORDS[(line * 7 + place) % len(WORDS)] for place in range(4 + line % 23)] for line in range(count)]
        for name, every in (("ref.en", 0), ("a.en", 5), ("b.en", 3)):
            texts = [
                " ".join("wrong" if every and (line + place) % every == 0 else word for place, word in enumerate(row))
                for line, row in enumerate(rows)
            ]
            (tmp_path / name).write_text("".join(f"{text}\n" for text in texts))
        return [tmp_path / "a.en", tmp_path / "b.en"], tmp_path / "ref.en"

    return write


@pytest.mark.parametrize("test", ["permutation", "bootstrap"])
def test_very_many_segments_score_as_few_do(files, test, request):
    systems, reference = files(200)
    settings = Settings(test=test, trials=500, resamples=200, grow=False, keep_cases=False)
    plain = score(systems, reference, settings=settings)
    request.getfixturevalue("_many")
    many = score(systems, reference, settings=settings)
    assert to_json(many) == to_json(plain)


def test_the_case_files_of_very_many_segments_are_those_of_few(files, tmp_path, request):
    systems, reference = files(200)
    settings = Settings(test="none", resamples=0)
    write_results(score(systems, reference, settings=settings), tmp_path / "plain")
    request.getfixturevalue("_many")
    results = score(systems, reference, settings=settings)
    assert isinstance(results.reports[0].cases, CaseResults)
    write_results(results, tmp_path / "many")
    for file in (tmp_path / "plain").rglob("*.json*"):
        assert (tmp_path / "many" / file.relative_to(tmp_path / "plain")).read_bytes() == file.read_bytes()


@pytest.mark.usefixtures("_many")
def test_cases_and_evidence_are_made_when_they_are_looked_at(files, monkeypatch):
    seen = {}

    def alive():
        gc.collect()
        types = [type(one) for one in gc.get_objects()]
        return Counter({"cases": types.count(Case), "comparisons": types.count(Comparison)})

    before = alive()  # what tests before this one keep

    def looked_at(suite, systems):
        seen.update(alive() - before, suite=suite)
        return [()] * len(systems)

    monkeypatch.setattr("mteval.evaluation.scores.garbage", looked_at)
    systems, reference = files(300)
    score(systems, reference, settings=FEW)
    assert isinstance(seen["suite"].cases, SegmentCases)
    assert seen.get("cases", 0) < 50
    assert seen.get("comparisons", 0) < 50


@pytest.mark.usefixtures("_many")
def test_memory_grows_by_texts_and_rows_alone(files, monkeypatch):
    """A segment more takes its three lines and its rows (60 numbers); objects for each would take some thousands of bytes."""
    monkeypatch.setattr(garbage, "PORTION", 200)
    settings = Settings(test="none", resamples=0, keep_cases=False)
    peaks = {}
    for count in (500, 2000, 6000):  # the first fills caches
        systems, reference = files(count)
        tracemalloc.start()
        score(systems, reference, settings=settings)
        peaks[count] = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert (peaks[6000] - peaks[2000]) / 4000 < 1500


@pytest.mark.usefixtures("_many")
def test_what_is_scored_again_is_said_of_a_portion_too(files, monkeypatch):
    """Letters composed otherwise than in the reference, in one of the portions: what they cost is computed here."""
    monkeypatch.setattr(garbage, "PORTION", 100)
    systems, reference = files(400)
    for path in (systems[0], reference):
        path.write_text(path.read_text().replace("a", "é"))
    texts = systems[0].read_text().split("\n")
    texts[210:260] = [unicodedata.normalize("NFD", text) for text in texts[210:260]]
    systems[0].write_text("\n".join(texts))
    report = score(systems, reference, settings=FEW).reports[0]
    found = [finding for finding in report.findings if finding.code == "normalisation"]
    assert len(found) == 1
    assert set(found[0].cases) <= {str(number) for number in range(211, 261)}
    assert "bleu gains" in found[0].message


@pytest.mark.usefixtures("_many")
def test_defects_of_all_portions_are_one_finding(files, monkeypatch):
    monkeypatch.setattr(garbage, "PORTION", 100)
    systems, reference = files(400)
    texts = systems[0].read_text().split("\n")
    for line in (3, 250, 251):
        texts[line] = ""
    systems[0].write_text("\n".join(texts))
    report = score(systems, reference, settings=FEW).reports[0]
    monkeypatch.setattr(processes, "MANY_LINES", 1)
    monkeypatch.setattr(processes, "cores", lambda: 2)
    assert score(systems, reference, settings=FEW).reports[0].findings == report.findings
    found = [finding for finding in report.findings if finding.code == "empty-line"]
    assert [(one.count, one.cases) for one in found] == [(3, ("4", "251", "252"))]
    assert "2 of 100 translations are empty" in found[0].message
    assert "3 of all 400 lines have it, in 2 of the portions" in found[0].message


@pytest.mark.usefixtures("_many")
def test_a_portion_with_two_defects_of_one_name_counts_once(files, monkeypatch):
    """Straight quotation marks beside curly ones in every line, letters composed otherwise in some of both portions."""
    monkeypatch.setattr(garbage, "PORTION", 100)
    systems, reference = files(200)
    for path, marks in ((systems[0], '""'), (reference, "“”")):
        lines_of = path.read_text().replace("a", "é").splitlines()
        path.write_text("".join(f"{marks[0]} {text} {marks[1]}\n" for text in lines_of))
    texts = systems[0].read_text().split("\n")
    for start in (10, 110):
        texts[start : start + 40] = [unicodedata.normalize("NFD", text) for text in texts[start : start + 40]]
    systems[0].write_text("\n".join(texts))
    report = score(systems, reference, settings=FEW).reports[0]
    (found,) = (finding for finding in report.findings if finding.code == "normalisation")
    assert "200 of all 200 lines have it, in 2 of the portions" in found.message
    assert found.count == len(found.cases) == len(set(found.cases)) == 200


@pytest.fixture
def _blocks(_many, monkeypatch):
    """More than 200 lines are too many to be looked at; then 100 are, in ten blocks."""
    for name, value in (("ALL", 200), ("SOME", 100), ("BLOCK", 10)):
        monkeypatch.setattr(spread, name, value)
    monkeypatch.setattr(garbage, "PORTION", 50)


@pytest.mark.usefixtures("_blocks")
def test_blocks_of_too_many_lines_are_looked_at_and_every_line_for_being_empty(files):
    systems, reference = files(1000)
    texts = systems[0].read_text().split("\n")
    texts[400:700] = ["�" * 3 + text for text in texts[400:700]]
    texts[15] = texts[905] = ""  # the second and the last gap between blocks
    systems[0].write_text("\n".join(texts))
    found = {finding.code: finding for finding in score(systems, reference, settings=FEW).reports[0].findings}
    assert found["looked-at-in-part"].count == 100
    assert "100 of 1000 lines" in found["looked-at-in-part"].message
    assert (found["empty-line"].count, found["empty-line"].cases) == (2, ("16", "906"))
    assert "2 of 1000 translations are empty" in found["empty-line"].message
    broken = found["encoding-damage"]
    assert 20 <= broken.count <= 40
    assert {int(case) for case in broken.cases} <= set(range(401, 701))
    assert f"{broken.count} of the 100 lines looked at have it" in broken.message


@pytest.mark.usefixtures("_blocks")
def test_every_one_of_too_many_lines_is_looked_at_where_that_is_asked_for(files, monkeypatch):
    monkeypatch.setenv("MTEVAL_LOOK_AT", "all")
    systems, reference = files(1000)
    texts = systems[0].read_text().split("\n")
    texts[400:700] = ["�" * 3 + text for text in texts[400:700]]
    systems[0].write_text("\n".join(texts))
    found = {finding.code: finding for finding in score(systems, reference, settings=FEW).reports[0].findings}
    assert found["encoding-damage"].count == 300
    assert "looked-at-in-part" not in found
