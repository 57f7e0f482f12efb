"""Google's MQM table: sums of weights, spans in target and source, defects named with their lines."""

import pytest

from mteval.core.errors import DataError
from mteval.core.evidence import ErrorSpan, Rating
from mteval.formats.mqm import MqmTable
from mteval.library import read_rating_files, read_ratings, recognised_ratings
from tests.formats.error_files import MQM
from tests.formats.rating_files import written


def test_an_error_costs_its_weight_and_its_span_is_counted_without_marks(tmp_path):
    path = written(tmp_path, "mqm.tsv", MQM)
    assert recognised_ratings(path) == "mqm"
    found = read_ratings(path).ratings
    values = [(one.system, one.item, one.annotator, one.value) for one in found]
    # By hand: 5 + .1 of rater 1, nothing of rater 2, a minor omission, a non-translation.
    assert values == [("A", "1", "r1", -5.1), ("A", "1", "r2", 0), ("B", "1", "r1", -1), ("B", "2", "r1", -25)]
    assert found[0].spans[1] == ErrorSpan(3, 4, "minor", "Fluency/Punctuation")
    assert found[2].spans[0].side == "source"


def test_weights_are_an_option(tmp_path):
    path = written(tmp_path, "mqm.tsv", MQM)
    found = read_rating_files([path], "mqm", {"weights": "google,major=10,non-translation=30"}).ratings
    assert [one.value for one in found] == [-10.1, 0, -1, -30]


def test_what_is_written_is_read_back(tmp_path):
    found = read_ratings(written(tmp_path, "mqm.tsv", MQM)).ratings
    MqmTable().write(found, tmp_path / "again.tsv")
    assert read_ratings(tmp_path / "again.tsv").ratings == found


def test_defects_are_named_with_their_lines(tmp_path):
    broken = MQM + "C\td\t1\t1\tr1\tOne.\tE<v>in.\tOther\tMinor\t\nC\td\t1\t1\tr1\tOne.\tEin.\tNo-error\tNo-error\t\n"
    findings = {one.code: one.message for one in read_ratings(written(tmp_path, "mqm.tsv", broken)).findings}
    assert set(findings) == {"broken-span", "contradiction"}
    assert "line 7" in findings["broken-span"]
    assert "line 8" in findings["contradiction"]


def test_what_is_missing_and_what_is_in_the_source_survive_writing(tmp_path):
    spans = (
        ErrorSpan(0, 3, "minor", "Other"),
        ErrorSpan(4, 8, "major", "Source error", "source"),
        ErrorSpan(0, 0, "major", "Accuracy/Omission", missing=True),
    )
    detail = {"document": "d", "segment": "1", "source": "One more.", "target": "Ein."}
    first = Rating("1", "ann", "mqm", -11.0, "A", detail, spans)
    MqmTable().write([first], tmp_path / "one.tsv")
    assert "One <v>more</v>.\tEin." in (tmp_path / "one.tsv").read_text(encoding="utf-8")
    read = read_ratings(tmp_path / "one.tsv")
    assert (read.ratings, read.findings) == ((first,), ())


def test_an_error_marked_on_both_sides_is_one_error_and_said(tmp_path):
    both = MQM + "C\td\t1\t1\tr1\t<v>One</v>.\tE<v>in</v>.\tOther\tMinor\t\n"
    read = read_ratings(written(tmp_path, "mqm.tsv", both))
    assert read.ratings[-1].spans == (ErrorSpan(1, 3, "minor", "Other"),)
    (found,) = read.findings
    assert found.code == "marked-twice"
    assert "line 7" in found.message


def test_an_unknown_severity_is_refused(tmp_path):
    path = written(tmp_path, "mqm.tsv", MQM + "C\td\t1\t1\tr1\tOne.\tEin.\tOther\tHuge\t\n")
    with pytest.raises(DataError, match=r"line 7: unknown severity 'Huge'"):
        read_ratings(path)
