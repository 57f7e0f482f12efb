"""Test sets that one file holds, made into suites."""

import pytest

from mteval.core.errors import DataError
from mteval.core.results import Finding, Report, Results, Score
from mteval.evaluation.given_test_sets import format_of_test_set, held_systems, read_test_set, with_level
from tests.formats.document_files import WMT_XML, put


def test_files_are_known_by_their_end_and_content(tmp_path):
    assert format_of_test_set(put(tmp_path / "a.xml", WMT_XML)) == "wmt-xml"
    assert format_of_test_set(put(tmp_path / "a.de", WMT_XML)) == ""
    assert format_of_test_set(put(tmp_path / "a.tsv", "source\treference\n")) == "tsv"
    assert format_of_test_set(put(tmp_path / "b.tsv", "no\theader\n")) == ""
    assert format_of_test_set(tmp_path / "none.xml") == ""
    with pytest.raises(DataError, match="JSON Lines that name documents"):
        format_of_test_set(put(tmp_path / "a.jsonl", '{"x": 1}\n'))


def test_a_suite_of_single_segments_is_sliced_by_length_a_joined_one_is_not(tmp_path):
    given = read_test_set(put(tmp_path / "a.xml", WMT_XML.replace("Bis bald", "sehr " * 20 + "Bis bald")), "wmt-xml")
    assert given.suite({}).slices == ("domain", "length")
    assert given.suite({"level": "document"}).slices == ("domain",)
    assert [one.name for one in held_systems(given.suite({}))] == ["one", "two"]


def test_the_difference_of_levels_is_told_for_every_metric():
    def results(value):
        score = Score("bleu", {"bleu": value}, {}, 1, 0, higher_is_better=True, signature="", spec="bleu")
        return Results((Report({"name": "s"}, {"name": "x"}, (score,)),), (), ())

    (report,) = with_level(results(30.0), results(28.5), "document").reports
    assert report.findings == (
        Finding(
            "level",
            "Segments were joined to documents, which are the units of scores, intervals and tests: "
            "bleu 30.00 (28.50 by segment).",
        ),
    )
    assert with_level(results(30.0), None, "document") == results(30.0)
