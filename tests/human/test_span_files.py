"""Error spans as mt-metrics-eval stores them."""

import pytest

from mteval.core.errors import DataError
from mteval.human.span_files import human_span_file, metric_span_file, read_marked_characters


def test_characters_have_the_gravest_severity_and_the_source_does_not_count(tmp_path):
    path = tmp_path / "x.seg.rating"
    path.write_text(
        'A\t{"errors": [{"start": 0, "end": 3, "severity": "major"}, {"start": 2, "end": 5, "severity": "Minor"}]}\n'
        "A\tNone\n"
        'B\t{"errors": []}\n'
        'B\t{"errors": [{"start": 0, "end": 3, "severity": "major", "is_source_error": true}]}\n'
    )
    found = read_marked_characters(path)
    assert found["A"] == [{0: "major", 1: "major", 2: "major", 3: "minor", 4: "minor"}, None]
    assert found["B"] == [{}, {}]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('A {"errors": []}\n', "line 1: 'SYSTEM JSON' separated by a tab"),
        ('A\t{"errors": [}\n', "line 1: is not JSON"),
        ('A\tNone\nA\t{"errors": [{"start": 0}]}\n', "line 2: an error without 'start', 'end' and 'severity'"),
        ("A\tNone\nA\tNone\nB\tNone\n", "line 3: 'A' has 2 segments, but 'B', which ends here, has 1"),
        ("A\tNone\tr1\nA\tNone\tr2\nB\tNone\tr1\n", "'A' has 2 lines, but 'B' has 1"),
        ('A\t{"errors": {}}\n', "line 1: neither None nor"),
        ('A\t{"errors": [{"start": 0, "end": 10000000, "severity": "minor"}]}\n', "line 1: an error without"),
        ('A\t{"errors": [{"start": true, "end": 2, "severity": "minor"}]}\n', "line 1: an error without"),
    ],
)
def test_what_is_no_span_is_said(tmp_path, text, problem):
    path = tmp_path / "x.seg.rating"
    path.write_text(text)
    with pytest.raises(DataError, match=problem):
        read_marked_characters(path)


def test_the_merged_ratings_stand_for_people(tmp_path):
    folder = tmp_path / "human-scores"
    folder.mkdir()
    assert human_span_file(tmp_path, "en-de", "mqm") is None
    (folder / "en-de.mqm.rater1.seg.rating").write_text("")
    assert human_span_file(tmp_path, "en-de", "mqm") == folder / "en-de.mqm.rater1.seg.rating"
    (folder / "en-de.mqm.rater2.seg.rating").write_text("")
    assert human_span_file(tmp_path, "en-de", "mqm") is None
    (folder / "en-de.mqm.merged.seg.rating").write_text("")
    assert human_span_file(tmp_path, "en-de", "mqm") == folder / "en-de.mqm.merged.seg.rating"
    assert metric_span_file(tmp_path, "en-de", "M-refA") is None
