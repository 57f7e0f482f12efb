"""Test sets as tables: columns, documents, tags; and what is refused, by its line."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.records import Segment
from tests.formats.document_files import put, read_set
from tests.formats.round_trips import TEXT, WORD, there_and_back

TABLE = (
    "source\treference\treference2\ttranslation:a\ttranslation:b\tdocument\tkind\n"
    "One.\tEins.\tEins!\tEins.\tEin.\td1\tx\nTwo.\tZwei.\tZwei!\tZwo.\tZwei.\td1\ty\nThree.\tDrei.\tDrei!\tDrei.\tDrei.\td2\tx\n"
)


def test_columns_are_sides_systems_documents_and_tags(tmp_path):
    found = read_set("tsv", put(tmp_path / "set.en-de.tsv", TABLE))
    assert found.records[1] == Segment(("Zwei.", "Zwei!"), "Two.", {"document": ("d1",), "kind": ("y",)})
    assert (found.languages, found.slices) == (("en", "de"), ("kind",))
    assert {one.system: one.documents["d1"].segments for one in found.outputs} == {
        "a": ("Eins.", "Zwo."),
        "b": ("Ein.", "Zwei."),
    }


def test_two_columns_without_a_header_are_pairs(tmp_path):
    assert read_set("tsv", put(tmp_path / "a.tsv", "One.\tEins.\n")).records == (Segment(("Eins.",), "One."),)


def test_translations_alone_make_no_segments(tmp_path):
    found = read_set("tsv", put(tmp_path / "a.tsv", "translation:a\ttranslation:b\tkind\nEins.\tEin.\tx\n"))
    assert found.records == ()
    assert [one.system for one in found.outputs] == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a\tb\tc\n", "line 1: is not tsv: a header is expected"),
        ("source\treference\na\n", "line 2: 2 columns expected, found 1"),
        ("source\treference\treference\na\tb\tc\n", "line 1: the column 'reference' is there twice"),
        ("source\treference\t\na\tb\tc\n", "line 1: a column has no name"),
        (
            "source\treference\tdocument\na\tb\td\na\tb\te\na\tb\td\n",
            "line 4: the segments of document 'd' do not stand together",
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path, text, sentence):
    with pytest.raises(DataError, match=sentence):
        read_set("tsv", put(tmp_path / "a.tsv", text))


def test_tables_are_recognised_by_their_header(tmp_path):
    plugin = registry.formats.find("tsv")()
    assert plugin.recognise(TABLE.encode(), tmp_path / "x")
    assert not plugin.recognise(b"One.\tEins.\n", tmp_path / "x")
    assert not plugin.recognise(b"source\treference\tcontrast\n", tmp_path / "x")


def test_a_tab_cannot_be_written(tmp_path):
    with pytest.raises(DataError, match="holds a tab"):
        registry.formats.find("tsv")().write([Segment(("a",), "b\tc")], tmp_path / "a.tsv")


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(TEXT, TEXT, WORD), min_size=1, max_size=5))
def test_segments_of_any_text_are_read_back(rows):
    records = tuple(Segment((other,), text, {"kind": (kind,)}) for text, other, kind in rows)
    assert there_and_back("tsv", records, "a.tsv") == records
