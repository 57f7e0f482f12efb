"""TMX: two languages of a memory, and what is refused."""

import pytest

from mteval.core.errors import DataError, UsageError
from mteval.core.records import Segment
from tests.formats.document_files import put, read_set
from tests.formats.round_trips import there_and_back

MEMORY = """<?xml version="1.0"?><!DOCTYPE tmx SYSTEM "tmx14.dtd"><tmx version="1.4"><header srclang="en"/><body>
<tu><tuv xml:lang="de"><seg>Eine <bpt i="1">b</bpt>Katze.</seg></tuv><tuv xml:lang="en"><seg>A <hi>cat</hi>.</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>A dog.</seg></tuv></tu>
</body></tmx>"""


def test_the_language_of_the_header_is_the_source(tmp_path):
    found = read_set("tmx", put(tmp_path / "a.tmx", MEMORY))
    assert found.records == (Segment(("Eine Katze.",), "A cat."),)
    assert found.languages == ("en", "de")
    assert [(one.code, one.count) for one in found.findings] == [("missing-translation", 1)]


def test_languages_can_be_said(tmp_path):
    found = read_set("tmx", put(tmp_path / "a.tmx", MEMORY.replace('"de"', '"de-AT"')), "de", "en")
    assert found.records == (Segment(("A cat.",), "Eine Katze."),)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (MEMORY.replace(' xml:lang="de"', ""), "line 2: a tuv does not say its language"),
        (MEMORY.replace('"de"', '"xq"'), "line 2: 'xq' is no code of a language"),
        ("<xliff/>", "its first element is xliff"),
        (MEMORY[:-5], "is not well-formed XML"),
        (MEMORY.replace('"tmx14.dtd"', '"x" [<!ENTITY a "b">]'), "declares the entity 'a'"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path, text, sentence):
    with pytest.raises(DataError, match=sentence):
        read_set("tmx", put(tmp_path / "a.tmx", text))


def test_three_languages_must_be_chosen_from(tmp_path):
    path = put(tmp_path / "a.tmx", MEMORY.replace('"en"><seg>A dog', '"fr"><seg>A dog'))
    with pytest.raises(UsageError, match=r"3 languages \(de, en, fr\)"):
        read_set("tmx", path)
    with pytest.raises(DataError, match="no unit has both en and fr"):
        read_set("tmx", path, "en", "fr")


def test_what_is_written_is_read_back():
    records = (Segment(("<Eins> & so",), "One"),)
    assert there_and_back("tmx", records, "a.tmx") == records
