"""The texts that go with a glossary."""

import pytest

from mteval.core.errors import DataError
from mteval.core.options import read_options
from mteval.core.records import Term
from mteval.core.suites import SuiteSource
from mteval.formats._glossary_texts import OPTIONS, with_texts


def contents(folder, **texts):
    given = {}
    for name, (file, text) in texts.items():
        (folder / file).write_text(text, encoding="utf-8")
        given[name] = folder / file
    source = SuiteSource("x", "terminology", "glossary", {"data": folder / "terms.tsv"})
    return with_texts(
        SuiteSource(**{**_fields(source), "options": read_options(OPTIONS, given, "glossary")}), [Term("a", ("b",))]
    )


def _fields(source):
    return {name: getattr(source, name) for name in ("name", "family", "format", "files")}


def test_languages_come_from_the_names_of_the_texts(tmp_path):
    found = contents(tmp_path, source=("s.en", "a\n"), reference=("r.de", "b\n"), documents=("d.txt", "one\n"))
    assert found.languages == ("en", "de")
    assert found.records[0].reference == "b"
    assert found.records[0].tags == {"document": ("one",)}
    assert len(found.files) == 3


def test_texts_of_different_length_are_refused(tmp_path):
    with pytest.raises(DataError, match="2 lines"):
        contents(tmp_path, source=("s.en", "a\n"), reference=("r.de", "b\nc\n"))
