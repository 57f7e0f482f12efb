"""Tables of ratings: one rating per filled cell, the last of duplicates, and bad rows with their line."""

import pytest

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.evidence import ErrorSpan, Rating
from mteval.library import read_ratings
from tests.formats.rating_files import shown, written

WIDE = "annotator,item,system,type,adequacy,fluency\nann,1,A,target,4,5\nbob,1,A,TGT,3,\nann,1,A,BAD,1,1\n"


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
    ],
)
def test_bad_ratings_are_refused_with_their_line(tmp_path, text, problem):
    with pytest.raises(DataError, match=problem):
        read_ratings(written(tmp_path, "bad.csv", text))


def test_a_named_range_allows_another_scale(tmp_path):
    path = written(tmp_path, "r.csv", "annotator,item,adequacy\nann,1,77\n")
    assert read_ratings(path, ranges="adequacy:0-100").ratings[0].value == 77


def test_spans_are_written_and_read_back(tmp_path):
    spans = (ErrorSpan(0, 3, "minor", "Style/Awkward"), ErrorSpan(0, 0, "major", missing=True))
    ratings = [Rating("1", "ann", "esa", 50.0, "A", {}, spans), Rating("2", "ann", "esa", 90.0, "A")]
    path = tmp_path / "out.csv"
    registry.formats.find("ratings")().write(ratings, path)
    assert [one.spans for one in read_ratings(path).ratings] == [spans, ()]


@pytest.mark.parametrize(
    ("cells", "problem"),
    [
        ("[", "line 2: the spans '\\[' are not JSON"),
        ("[3]", "line 2: the spans are no list of objects"),
        ('"[{""start"": 1, ""end"": 2, ""severity"": ""bad""}]"', "unknown severity 'bad'"),
    ],
)
def test_spans_that_cannot_be_are_refused(tmp_path, cells, problem):
    with pytest.raises(DataError, match=problem):
        read_ratings(written(tmp_path, "r.csv", f"annotator,item,esa,spans\nann,1,50,{cells}\n"))


def test_checks_say_what_is_right(tmp_path):
    table = 'annotator,item,type,esa,expected\nann,1,check,50,"[0, 30]"\n'
    assert read_ratings(written(tmp_path, "r.csv", table)).ratings[0].detail["expected"] == [0, 30]
    with pytest.raises(DataError, match="line 2: expected ratings are"):
        read_ratings(written(tmp_path, "s.csv", table.replace('"[0, 30]"', "30")))
