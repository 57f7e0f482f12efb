"""WMT's XML: documents, references, systems; and what is refused, by its line."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.records import Segment
from tests.formats.document_files import WMT_XML, put, read_set
from tests.formats.round_trips import there_and_back

WORD = st.text(st.characters(whitelist_categories=("Ll", "Lu", "Lo", "Nd")), min_size=1, max_size=8)
TEXT = st.lists(WORD, min_size=1, max_size=4).map(" ".join)


@pytest.fixture
def changed(tmp_path):
    def change(old, new):
        assert old in WMT_XML
        return put(tmp_path / "set.xml", WMT_XML.replace(old, new, 1))

    return change


def test_documents_references_systems_and_domains_are_read(tmp_path):
    found = read_set("wmt-xml", put(tmp_path / "set.xml", WMT_XML))
    assert [one.document for one in found.records] == ["d1", "d1", "d1", "d2"]
    assert found.records[1] == Segment(
        ("Es war ein sehr warmer Tag.",),
        "It was a very warm day.",
        {"document": ("d1",), "domain": ("news",), "origlang": ("en",), "collection": ("general",)},
        number="2",
        paragraph=1,
    )
    assert found.records[2].paragraph == 2
    assert (found.languages, found.slices) == (("en", "de"), ("domain",))
    assert [one.system for one in found.outputs] == ["one", "two"]
    assert found.outputs[1].documents["d2"].segments == ("Bis gleich, mein Freund!",)
    assert {one.code: one.count for one in found.findings} == {"missing-reference": 1, "incomplete-reference": 1}
    assert found.findings[0].cases == ("ts",)


def test_a_reference_and_systems_can_be_chosen(tmp_path):
    path = put(tmp_path / "set.xml", WMT_XML)
    found = read_set("wmt-xml", path, reference="B", systems="two")
    assert found.records[0].references == ("Heute saß die Katze auf der Matte.",)
    assert (len(found.records), [one.system for one in found.outputs]) == (3, ["two"])
    for options, told in (({"reference": "C"}, "no reference 'C'; it has A, B"), ({"systems": "x"}, "no system 'x'")):
        with pytest.raises(DataError, match=told):
            read_set("wmt-xml", path, **options)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            '<hyp lang="de" system="two"><p><seg id="1">Bis',
            '<hyp lang="de" system="2"><p><seg id="1">Bis',
            "line 15: system 'two' has no translation of document 'd2'",
        ),
        (
            '<seg id="2">Es war ein sehr warmer Tag.</seg></p><p><seg id="3">Wir gingen',
            '</p><p><seg id="3">Wir gingen',
            "line 6: reference 'A' has 2 segments in document 'd1', but the source has 3: segment 2 is missing",
        ),
        ('<seg id="3">Wir gingen nach', '<seg id="2">Wir gingen nach', "line 11: document 'd1' has segment 2 twice"),
        ('<doc id="d2"', '<doc id="d1"', "line 15: document 'd1' is there twice"),
        ('<doc id="d2"', "<doc", "line 15: a document has no id"),
        (
            '<src lang="en"><p><seg id="1">See',
            '<src lang="xq"><p><seg id="1">See',
            "line 15: 'xq' is no code of a language",
        ),
        (
            '<src lang="en"><p><seg id="1">See',
            '<src lang="fr"><p><seg id="1">See',
            "line 15: holds src in two languages, en and fr",
        ),
        (
            'system="two"><p><seg id="1">Die',
            '><p><seg id="1">Die',
            "line 12: a hyp of document 'd1' does not name its system",
        ),
        ('translator="B"', 'translator="A"', "line 8: document 'd1' has the ref 'A' twice"),
        ("</dataset>", "", "line 22: is not wmt-xml: it is not well-formed XML"),
        ("<dataset", '<!DOCTYPE a [<!ENTITY b "c">]><dataset', "line 2: declares the entity 'b'"),
        ("<dataset", '<!DOCTYPE a SYSTEM "http://x.invalid/a.dtd"><dataset', None),
        ("See you", "See &you;", "line 15: is not wmt-xml: it is not well-formed XML"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(changed, old, new, sentence):
    if sentence is None:
        assert read_set("wmt-xml", changed(old, new)).records
        return
    with pytest.raises(DataError) as told:
        read_set("wmt-xml", changed(old, new))
    assert sentence in str(told.value)


def test_another_xml_is_not_taken_for_it(tmp_path):
    with pytest.raises(DataError, match="its first element is tmx"):
        read_set("wmt-xml", put(tmp_path / "a.xml", "<tmx/>"))
    plugin = registry.formats.find("wmt-xml")()
    assert plugin.recognise(WMT_XML.encode(), tmp_path / "a.xml")
    assert not plugin.recognise(b"<tmx><doc ", tmp_path / "a.xml")


@settings(max_examples=40, deadline=None)
@given(st.lists(st.builds(lambda text, other: (text, other), TEXT, TEXT), min_size=1, max_size=5))
def test_segments_of_any_text_are_read_back(pairs):
    tags = {"document": ("d",), "domain": ("news",)}
    records = tuple(
        Segment((other,), text, tags, number=str(place), paragraph=1) for place, (text, other) in enumerate(pairs, 1)
    )
    assert there_and_back("wmt-xml", records, "a.xml") == records
