"""Outputs laid beside the segments of a test set: by document, cut anew where that is asked for, refused otherwise."""

from pathlib import Path

import pytest

from mteval.core.errors import DataError
from mteval.core.records import HeldDocument, HeldOutput, Segment
from mteval.families._reference.outputs import lay_out

ONE = ["We went home early.", "Then we slept very well.", "It was a good night."]
TWO = ["The sun rose over the hills.", "We had tea."]


def records(*documents):
    return tuple(
        Segment((text,), "s", {"document": (name,)} if name else {}, number=str(place))
        for name, texts in documents
        for place, text in enumerate(texts, start=1)
    )


def output(numbers=False, **documents):
    held = {
        name: HeldDocument(tuple(texts), (), tuple(map(str, range(1, len(texts) + 1))) if numbers else (), line=4)
        for name, texts in documents.items()
    }
    return HeldOutput("sys", Path("out.x"), held)


RECORDS = records(("a", ONE), ("b", TWO))


def test_documents_are_found_by_name_in_any_order():
    assert lay_out(RECORDS, output(b=TWO, a=ONE), "segment", cut=False).texts == (*ONE, *TWO)


def test_a_document_the_system_lacks_is_named():
    with pytest.raises(DataError, match=r"out\.x: system 'sys' has no translation of document 'b'"):
        lay_out(RECORDS, output(a=ONE), "segment", cut=False)


def test_documents_the_test_set_lacks_are_left_out_and_told():
    laid = lay_out(RECORDS, output(a=ONE, b=TWO, c=["x"]), "segment", cut=False)
    assert [(one.code, one.count) for one in laid.findings] == [("extra-document", 1)]


def test_other_segments_are_refused_with_line_and_place():
    with pytest.raises(
        DataError, match=r"line 4: system 'sys' has 2 segments in document 'a'.*slip at segment 2.*--resegment"
    ):
        lay_out(RECORDS, output(a=[ONE[0], ONE[2]], b=TWO), "segment", cut=False)
    with pytest.raises(DataError, match="segment 3 is missing"):
        lay_out(RECORDS, output(numbers=True, a=ONE[:2], b=TWO), "segment", cut=False)


def test_other_segments_are_cut_by_the_reference_within_their_document():
    lines = [f"{ONE[0]} {ONE[1]}", "It was a night."]
    laid = lay_out(RECORDS, output(a=lines, b=TWO), "segment", cut=True)
    assert laid.texts == (ONE[0], ONE[1], "It was a night.", *TWO)
    (finding,) = laid.findings
    assert finding.code == "resegmented"
    assert "1 documents were cut anew" in finding.message
    assert "2 lines became 3 segments (1 edits on 14 words" in finding.message


def test_sentences_left_out_and_added_are_findings_with_their_cases():
    added = "Nobody had ever heard such nonsense before."
    laid = lay_out(RECORDS, output(a=[ONE[0], ONE[2]], b=[TWO[0], added, TWO[1]]), "segment", cut=True)
    assert laid.texts[1] == ""
    found = {one.code: one.cases for one in laid.findings}
    assert found["untranslated-sentence"] == ("2",)
    assert len(found["added-sentence"]) == 1
    assert found["added-sentence"][0] in ("4", "5")


def test_plain_lines_are_one_run_over_all_documents():
    laid = lay_out(RECORDS, output(**{"": [" ".join(ONE), *TWO]}), "segment", cut=True)
    assert laid.texts == (*ONE, *TWO)
    assert lay_out(RECORDS, output(**{"": [*ONE, *TWO]}), "document", cut=False).texts == (" ".join(ONE), " ".join(TWO))


def test_documents_as_wholes_may_have_other_segments():
    laid = lay_out(RECORDS, output(a=[" ".join(ONE)], b=TWO), "document", cut=False)
    assert laid.texts == (" ".join(ONE), " ".join(TWO))


def test_a_document_of_one_segment_takes_the_whole_output():
    assert lay_out(records(("a", ["x y"])), output(a=["x", "y"]), "segment", cut=False).texts == ("x y",)


def test_nothing_is_cut_without_references():
    bare = tuple(Segment((), "s", {"document": ("a",)}) for _ in range(3))
    with pytest.raises(DataError, match="cannot be cut anew without a reference"):
        lay_out(bare, output(a=["x", "y"]), "segment", cut=True)
