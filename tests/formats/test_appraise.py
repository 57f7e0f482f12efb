"""Appraise exports with and without documents, as CSV and as JSON lines."""

import json
from dataclasses import replace

import pytest

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.evidence import ErrorSpan, Rating
from mteval.human.ratings import item_type
from mteval.library import read_ratings, recognised_ratings
from tests.formats.error_files import ESA, SPANS
from tests.formats.rating_files import shown, written

APPRAISE = """engdeu0a01,online-B,12,TGT,eng,deu,85,doc.1,False,[],1650.1,1660.2
engdeu0a01,online-B,12,BAD,eng,deu,20,doc.1,False,[],1670.1,1680.2
engdeu0a01,online-B,12,CHK,eng,deu,80,doc.1,False,[],1690.1,1699.2
engdeu0a01,online-B,99,TGT,eng,deu,70,doc.1,True,[],1700.1,1710.2
"""


def test_appraise_controls_and_document_scores(tmp_path):
    path = written(tmp_path, "scores.csv", APPRAISE)
    assert recognised_ratings(path) == "appraise"
    found = read_ratings(path)
    assert [(item_type(one), one.item, one.value) for one in found.ratings] == [
        ("target", "doc.1:12", 85),
        ("degraded", "doc.1:12", 20),
        ("repeat", "doc.1:12", 80),
    ]
    assert [(finding.code, finding.count) for finding in found.findings] == [("document-score", 1)]


def test_appraise_without_documents_with_header_and_as_json_lines(tmp_path):
    plain = written(tmp_path, "a.csv", "zhoeng0802,GOOG.txt,678,CHK,zho,eng,76,1511470503.271,1511470509.224\n")
    assert shown(read_ratings(plain)) == [("zhoeng0802", "678", "GOOG.txt", "repeat", "score", 76)]
    header = written(tmp_path, "b.csv", "taskID,systemID,username,segmentID,score,itemType\n1,sysA,ann,5,40,TGT\n")
    assert shown(read_ratings(header)) == [("ann", "5", "sysA", "target", "score", 40)]
    entry = {"annotator": "ann", "source_id": "s", "target_id": "sysA", "score": 4, "item_id": 5, "item_type": "TGT"}
    lines = written(tmp_path, "c.jsonl", json.dumps(entry) + "\n")
    assert shown(read_ratings(lines)) == [("ann", "5", "sysA", "target", "score", 4)]


def test_a_score_beyond_the_scale_is_refused(tmp_path):
    with pytest.raises(DataError, match="the score rating 101 is not between 0 and 100"):
        read_ratings(written(tmp_path, "bad.csv", "engdeu,sys,1,TGT,eng,deu,101\n"))


def test_spans_languages_and_fillers_of_an_esa_export(tmp_path):
    found = read_ratings(written(tmp_path, "esa.csv", ESA))
    assert [(one.item, item_type(one), one.value) for one in found.ratings] == [
        ("en-ja:d:1", "target", 60),
        ("en-de:d:1", "target", 70),
        ("en-de:d:1", "degraded", 20),
        ("en-de:d:2", "target", 90),
    ]
    assert found.ratings[1].spans == (ErrorSpan(2, 5, "major"),)
    assert found.ratings[3].spans == (ErrorSpan(0, 0, "minor", missing=True),)
    counts = {one.code: one.count for one in found.findings}
    assert counts == {"duplicate-rating": 1, "tutorial": 1, "incomplete": 1, "filler": 1}


def test_an_mqm_export_is_scored_by_its_spans(tmp_path):
    found = read_ratings(written(tmp_path, "mqm.csv", f'ann,A,1,TGT,eng,deu,0,d,False,"{SPANS}",1.0,2.0\n'))
    assert [(one.scale, one.value) for one in found.ratings] == [("mqm", -5)]
    assert "scores-from-spans" in {one.code for one in found.findings}


def test_places_in_a_task_become_places_in_the_document(tmp_path):
    rows = "".join(
        f"{who},wmt.{system},{item},{kind},eng,deu,50,d#{system}{flag},False,[],1.0,2.0\n"
        for who, system, item, kind, flag in (
            ("a", "A", 41, "TGT", ""),
            ("a", "A", 42, "TGT", ""),
            ("a", "A", 90, "BAD", "#bad3"),
            ("a", "A", 91, "BAD", "#bad3"),
            ("b", "B", 7, "TGT", ""),
        )
    )
    found = read_ratings(written(tmp_path, "esa.csv", rows))
    assert [one.item for one in found.ratings] == ["d:1", "d:2", "d:1", "d:2", "d:1"]
    assert [(one.code, "line 5" in one.message) for one in found.findings] == [("unfinished-document", True)]


def same(found):
    """All that a rating says, whatever file it came from."""
    return sorted(
        (one.annotator, one.item, one.system, one.scale, one.value, sorted(one.detail.items()), one.spans)
        for one in found
    )


def test_what_is_written_is_read_back(tmp_path):
    first = read_ratings(written(tmp_path, "esa.csv", ESA))
    registry.formats.find("appraise")().write(first.ratings, tmp_path / "again.csv")
    again = read_ratings(tmp_path / "again.csv")
    named = [replace(one, item=one.item.removeprefix(f"{one.detail['languages']}:")) for one in first.ratings]
    assert same(
        replace(one, item=one.item.removeprefix(f"{one.detail['languages']}:")) for one in again.ratings
    ) == same(named)
    assert ESA.splitlines()[2] in (tmp_path / "again.csv").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", ["240315rc5ESA.scores.csv.gz", "240315rc5MQM.scores.csv.gz"])
def test_wmt23s_exports_are_written_and_read_back(shared, tmp_path, name):
    first = read_ratings(shared / "data" / "esa_wmt23" / name)
    registry.formats.find("appraise")().write(first.ratings, tmp_path / "again.csv")
    assert same(read_ratings(tmp_path / "again.csv").ratings) == same(first.ratings)


def test_what_appraise_cannot_say_is_refused(tmp_path):
    appraise = registry.formats.find("appraise")()
    with pytest.raises(DataError, match="no items of type 'check'"):
        appraise.write([Rating("1", "ann", "esa", 5.0, "A", {"type": "check"})], tmp_path / "x.csv")
    assert not (tmp_path / "x.csv").exists()


def test_errors_in_the_source_are_written_with_their_side_and_read_back(tmp_path):
    spans = (ErrorSpan(0, 2, "minor", "Other"), ErrorSpan(3, 4, "major", "Source error", "source"))
    path = tmp_path / "mqm.csv"
    registry.formats.find("appraise")().write([Rating("1", "ann", "mqm", -6.0, "A", {}, spans)], path)
    assert path.read_text(encoding="utf-8").count('""side"": ""source""') == 1
    (found,) = read_ratings(path).ratings
    assert (found.spans, found.value) == (spans, -6.0)
    path.write_text(path.read_text(encoding="utf-8").replace('""source""', '""left""'), encoding="utf-8")
    with pytest.raises(DataError, match=r"line 1: unknown side 'left'. Known: target, source"):
        read_ratings(path)
