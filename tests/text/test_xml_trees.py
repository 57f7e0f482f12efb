"""XML is read without expanding or fetching anything."""

import pytest

from mteval.core.errors import DataError
from mteval.text.xml_trees import NotXMLError, line_of, local_name, parse_tree


def test_elements_texts_and_attributes_are_there():
    root = parse_tree(b'<a xmlns="urn:x" xml:lang="en">one<b c="2">two &amp; three</b></a>', "x")
    assert root.tag == "{urn:x}a"
    assert local_name(root[0]) == "b"
    assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == "en"
    assert "".join(root.itertext()) == "onetwo & three"


def test_an_element_knows_the_line_it_begins_in():
    root = parse_tree(b"<a>\n<b/>\n\n<c>\n</c></a>", "x")
    assert [line_of(element) for element in root.iter()] == [1, 2, 4]


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "declares the entity 'b'"),
        (b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', "declares the entity 'b'"),
        (b'<!DOCTYPE a SYSTEM "a.dtd"><a>one\n&b;</a>', "line 2: uses the entity 'b', which it does not declare"),
        (b'<!DOCTYPE a PUBLIC "-//X" "http://x.invalid/a.dtd"><a c="&b;"/>', "line 1: uses the entity 'b'"),
        (b"<a>" * 200 + b"</a>" * 200, "nested more than"),
    ],
)
def test_what_could_do_harm_is_refused(raw, problem):
    with pytest.raises(DataError, match=problem):
        parse_tree(raw, "x")


@pytest.mark.parametrize(
    "raw", [b"", b"text", b"<a>", b"<a></b>", b'<?xml version="1.0" encoding="nonsense"?><a/>', b"<a>\xff</a>"]
)
def test_broken_xml_is_said_to_be_so(raw):
    with pytest.raises(NotXMLError):
        parse_tree(raw, "x")
