"""Segments joined to paragraphs and documents."""

import pytest

from mteval.core.errors import UsageError
from mteval.core.records import Segment
from mteval.families._reference.levels import Group, groups, joined


def segment(document, paragraph, text, *references, **tags):
    own = {name: (value,) for name, value in tags.items()}
    return Segment(references or (text.upper(),), text, {"document": (document,), **own}, paragraph=paragraph)


RECORDS = (
    segment("a", 1, "one", domain="x", length="1"),
    segment("a", 1, "two", domain="x", length="2"),
    segment("a", 2, "three", domain="x", length="1"),
    segment("b", 2, "four", domain="y", length="1"),
)


def test_groups_are_of_one_document_and_paragraph():
    assert groups(RECORDS, "document") == [Group("a", 0, 3), Group("b", 3, 4)]
    assert groups(RECORDS, "paragraph") == [Group("a", 0, 2), Group("a", 2, 3), Group("b", 3, 4)]
    assert len(groups(RECORDS, "segment")) == 4


def test_joined_texts_have_a_blank_between_and_keep_the_tags_they_share():
    first, second = joined(RECORDS, "document")
    assert (first.source, first.references) == ("one two three", ("ONE TWO THREE",))
    assert first.tags == {"document": ("a",), "domain": ("x",)}
    assert second.tags["length"] == ("1",)
    assert [one.source for one in joined(RECORDS, "paragraph")] == ["one two", "three", "four"]
    assert joined(RECORDS, "segment") == RECORDS


def test_every_reference_is_joined_with_its_own():
    records = (segment("a", 1, "one", "A", "a"), segment("a", 1, "two", "B", "b"))
    assert joined(records, "document")[0].references == ("A B", "a b")


def test_what_has_no_documents_cannot_be_joined():
    with pytest.raises(UsageError, match=r"no documents.*--documents FILE"):
        joined((Segment(("a",)),), "document")


def test_documents_must_stand_together():
    with pytest.raises(UsageError, match="document 'a' do not stand together"):
        joined((RECORDS[0], RECORDS[3], RECORDS[1]), "document")
