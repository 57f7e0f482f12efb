"""Ratings from tables, Appraise, Pearmut and mt-metrics-eval: the same records, whatever the file."""

import json

import pytest

from mteval.core import registry
from mteval.core.errors import DataError, MtevalError
from mteval.core.evidence import Rating
from mteval.core.suites import SuiteSource
from mteval.human.ratings import item_type
from mteval.library import read_ratings, recognised_ratings

WIDE = "annotator,item,system,type,adequacy,fluency\nann,1,A,target,4,5\nbob,1,A,TGT,3,\nann,1,A,BAD,1,1\n"
APPRAISE = """engdeu0a01,online-B,12,TGT,eng,deu,85,doc.1,False,[],1650.1,1660.2
engdeu0a01,online-B,12,BAD,eng,deu,20,doc.1,False,[],1670.1,1680.2
engdeu0a01,online-B,12,CHK,eng,deu,80,doc.1,False,[],1690.1,1699.2
engdeu0a01,online-B,99,TGT,eng,deu,70,doc.1,True,[],1700.1,1710.2
"""
PEARMUT = [
    {"user_id": "welcome", "item_i": "welcome_0", "annotation": [{"A": {"score": 3}}], "item": [{}]},
    {
        "user_id": "ann",
        "item_i": 0,
        "annotation": [{"A": {"score": 70, "error_spans": []}, "B": {"score": 95}}, {"A": {"score": 30}}],
        "item": [{"item_id": "s1"}, {"item_id": "s2", "validation": {"A": {"score": [0, 40]}}}],
    },
    {"user_id": "ann", "item_i": 0, "annotation": [{"A": {"score": 60}}, None], "item": [{"item_id": "s1"}, {}]},
    {"user_id": "bob", "item_i": 7, "annotation": {"A": {"score": {"Fluency": 3, "Adequacy": 60}}}},
]


def written(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def shown(ratings):
    return [(one.annotator, one.item, one.system, item_type(one), one.scale, one.value) for one in ratings.ratings]


def test_wide_table_has_a_rating_per_filled_cell(tmp_path):
    assert shown(read_ratings(written(tmp_path, "r.csv", WIDE))) == [
        ("ann", "1", "A", "target", "adequacy", 4),
        ("ann", "1", "A", "target", "fluency", 5),
        ("bob", "1", "A", "target", "adequacy", 3),
        ("ann", "1", "A", "degraded", "adequacy", 1),
        ("ann", "1", "A", "degraded", "fluency", 1),
    ]


def test_tabs_semicolons_quotes_and_a_byte_order_mark_are_read(tmp_path):
    tabs = written(tmp_path, "r.tsv", '\ufeffuser\tsegment\tscore\n"a\tb"\t1\t55\n')
    assert shown(read_ratings(tabs)) == [("a\tb", "1", None, "target", "score", 55)]
    semicolons = written(tmp_path, "s.csv", "user;segment;score\nann;1;55\n")
    assert shown(read_ratings(semicolons)) == [("ann", "1", None, "target", "score", 55)]


def test_what_is_written_is_read_back(tmp_path):
    ratings = [Rating("i", "ann", "adequacy", 4.0, "A", {"type": "repeat"}), Rating("j", "bób, «x»", "fluency", 1.5)]
    path = tmp_path / "out.csv"
    registry.formats.find("ratings")().write(ratings, path)
    assert shown(read_ratings(path)) == [
        ("ann", "i", "A", "repeat", "adequacy", 4.0),
        ("bób, «x»", "j", None, "target", "fluency", 1.5),
    ]


def test_duplicates_are_counted_and_the_last_wins(tmp_path):
    found = read_ratings(written(tmp_path, "r.csv", "annotator,item,adequacy\nann,1,2\nann,1,5\n"))
    assert [one.value for one in found.ratings] == [5]
    assert [(finding.code, finding.count) for finding in found.findings] == [("duplicate-rating", 1)]


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


def test_pearmut_takes_the_last_submission_and_sees_checks(tmp_path):
    path = written(tmp_path, "log.jsonl", "".join(json.dumps(entry) + "\n" for entry in PEARMUT))
    assert recognised_ratings(path) == "pearmut"
    found = read_ratings(path)
    assert sorted(shown(found)) == [
        ("ann", "s1", "A", "target", "score", 60),
        ("ann", "s1", "B", "target", "score", 95),
        ("ann", "s2", "A", "check", "score", 30),
        ("bob", "7.0", "A", "target", "adequacy", 60),
        ("bob", "7.0", "A", "target", "fluency", 3),
    ]
    assert [f.count for f in found.findings if f.code == "duplicate-rating"] == [1]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("annotator,item,adequacy\nann,1,6\n", "line 2: the adequacy rating 6 is not between 1 and 5"),
        ("annotator,item,adequacy\nann,1,good\n", "line 2: the rating 'good' is not a number"),
        ("annotator,item,adequacy\nann,1,nan\n", "not a finite number"),
        ("annotator,item,adequacy\nann,1\n", "line 2: 3 columns expected, found 2"),
        ("annotator,item,adequacy\n,1,3\n", "line 2: the annotator is empty"),
        ("annotator,item,adequacy\n", "holds no ratings"),
        ("annotator,item,type,adequacy\nann,1,odd,3\n", "unknown item type 'odd'"),
        ("annotator,segment,comment\nann,1,x\n", "no ratings that are recognised"),
        ("engdeu,sys,1,TGT,eng,deu,101\n", "the score rating 101 is not between 0 and 100"),
        ('{"user_id": "a", "annotation": [{"A": {"score": "x"}}]}\n', "is not a number"),
        ('{"user_id": "a", "annotation": [\n', "is not JSON"),
    ],
)
def test_bad_ratings_are_refused_with_their_line(tmp_path, text, problem):
    with pytest.raises(DataError, match=problem):
        read_ratings(written(tmp_path, "bad.csv", text))


def test_a_named_range_allows_another_scale(tmp_path):
    path = written(tmp_path, "r.csv", "annotator,item,adequacy\nann,1,77\n")
    assert read_ratings(path, ranges="adequacy:0-100").ratings[0].value == 77


def test_a_missing_file_and_a_wrong_format_are_refused(tmp_path):
    with pytest.raises(DataError, match="no such file"):
        read_ratings(tmp_path / "none.csv")
    with pytest.raises(MtevalError, match="holds no ratings"):
        read_ratings(written(tmp_path, "r.csv", WIDE), "dictionary")


def eval_set(tmp_path, scores="A 1\nA None\nB 2\nB 3\nrefA 5\nrefA 5\n"):
    for folder in ("human-scores", "references", "metric-scores/en-de"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "human-scores/en-de.mqm.seg.score").write_text(scores)
    (tmp_path / "references/en-de.refA.txt").write_text("x\ny\n")
    return tmp_path


@pytest.mark.parametrize("give", [lambda folder: folder, lambda folder: folder / "human-scores/en-de.mqm.seg.score"])
def test_evalset_reads_systems_and_leaves_none_and_references_out(tmp_path, give):
    source = SuiteSource("x", "human", "evalset", {"data": give(eval_set(tmp_path))})
    contents = registry.formats.find("evalset")().read(source)
    assert [(one.system, one.item, one.value) for one in contents.records] == [
        ("A", "1", 1),
        ("B", "1", 2),
        ("B", "2", 3),
    ]
    assert contents.languages == ("en", "de")


@pytest.mark.parametrize(
    ("scores", "problem"),
    [
        ("A 1\nA 2\nB 3\n", "'A' has 2 scores, but 'B' has 1"),
        ("A x\n", "neither a number nor None"),
        ("A\n", "expected"),
    ],
)
def test_evalset_refuses_what_does_not_line_up(tmp_path, scores, problem):
    source = SuiteSource("x", "human", "evalset", {"data": eval_set(tmp_path, scores)})
    with pytest.raises(DataError, match=problem):
        registry.formats.find("evalset")().read(source)
