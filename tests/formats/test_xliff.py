"""XLIFF 1.2 and 2.x: sources and targets, inline elements, and what is refused."""

import pytest

from mteval.core.errors import DataError
from mteval.core.records import Segment
from tests.formats.document_files import put, read_set
from tests.formats.round_trips import there_and_back

OLD = """<?xml version="1.0"?><xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="d1" source-language="en" target-language="de" datatype="plaintext"><body>
<trans-unit id="1"><source>Click <g id="1">here</g> now.</source>
<target>Jetzt <g id="1">hier</g><ph id="2">%s</ph>.</target></trans-unit>
<group><trans-unit id="2" translate="no"><source>X</source></trans-unit></group>
<trans-unit id="3"><source>Save.</source><target>Sichern.</target><alt-trans><target>Nein.</target></alt-trans></trans-unit>
</body></file></xliff>"""
NEW = """<?xml version="1.0"?><xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de">
<file id="f"><group id="g"><unit id="u"><segment><source>One.</source><target>Eins.</target></segment>
<ignorable><source> </source></ignorable>
<segment id="s"><source>Two <pc id="1">men</pc>.</source><target>Zwei <pc id="1">Leute</pc>.</target></segment></unit></group>
</file></xliff>"""


def test_units_of_version_1_2(tmp_path):
    found = read_set("xliff", put(tmp_path / "a.xlf", OLD))
    tags = {"document": ("d1",)}
    assert found.records == (
        Segment(("Jetzt hier.",), "Click here now.", tags, number="1"),
        Segment(("Sichern.",), "Save.", tags, number="3"),
    )
    assert found.languages == ("en", "de")


def test_segments_of_version_2(tmp_path):
    found = read_set("xliff", put(tmp_path / "a.xlf", NEW))
    assert [(one.number, one.source, one.references) for one in found.records] == [
        ("u/1", "One.", ("Eins.",)),
        ("u/s", "Two men.", ("Zwei Leute.",)),
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (OLD.replace("<target>Sichern.</target>", ""), "line 6: segment '3' has no target"),
        (OLD.replace('id="3"', 'id="1"'), "line 6: segment '1' is there twice"),
        (OLD.replace('"de"', '"xq"'), "line 2: 'xq' is no code of a language"),
        ("<tmx/>", "its first element is tmx"),
        (OLD[:-10], "is not well-formed XML"),
        ("<xliff/>", "holds no documents"),
        (
            OLD.replace("Save.", "&s;").replace("<xliff", '<!DOCTYPE a SYSTEM "a.dtd"><xliff'),
            "line 6: uses the entity 's'",
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path, text, sentence):
    with pytest.raises(DataError, match=sentence):
        read_set("xliff", put(tmp_path / "a.xlf", text))


def test_what_is_written_is_read_back():
    records = (Segment(("<Eins> & so",), "One", {"document": ("d",)}, number="1"),)
    assert there_and_back("xliff", records, "a.xlf") == records
