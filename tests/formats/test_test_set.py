"""What every file of documents must hold, whatever its form."""

from pathlib import Path

import pytest

from mteval.core.errors import DataError
from mteval.core.options import read_options
from mteval.core.records import HeldDocument
from mteval.core.suites import SuiteSource
from mteval.formats._test_set import OPTIONS, FiledDocument, contents, plain_text, require_language


def read(*documents, **options):
    chosen = read_options(OPTIONS, options, "x")
    return contents(documents, SuiteSource("x", "reference", "x", {"data": Path("set.x")}, options=chosen), ())


def document(name, references, **outputs):
    held = {key: HeldDocument((text,)) for key, text in references.items()}
    return FiledDocument(
        name, 7, {}, HeldDocument(("s",)), held, {key: HeldDocument((text,)) for key, text in outputs.items()}
    )


def test_references_are_those_that_cover_every_document():
    found = read(document("a", {"A": "1", "B": "2"}), document("b", {"A": "3"}))
    assert [one.references for one in found.records] == [("1",), ("3",)]
    both = read(document("a", {"A": "1", "B": "2"}), document("b", {"A": "3", "B": "4"}))
    assert both.records[0].references == ("1", "2")


def test_where_no_reference_covers_all_one_must_be_chosen():
    documents = document("a", {"A": "1"}), document("b", {"B": "2"})
    with pytest.raises(DataError, match="no reference covers every document"):
        read(*documents)
    found = read(*documents, reference="B")
    assert [one.document for one in found.records] == ["b"]
    assert [one.code for one in found.findings] == ["missing-reference"]


def test_a_set_without_any_reference_keeps_its_documents():
    found = read(document("a", {}, one="x"), document("b", {}, one="y"))
    assert [one.references for one in found.records] == [(), ()]
    assert not found.findings


def test_a_system_that_misses_a_document_is_named_with_the_line():
    with pytest.raises(DataError, match=r"line 7: system 'two' has no translation of document 'b'.*--set systems=one"):
        read(document("a", {}, one="x", two="x"), document("b", {}, one="y"))


def test_no_documents_are_refused():
    with pytest.raises(DataError, match="holds no documents"):
        read()


@pytest.mark.parametrize("code", ["en", "pt-BR", "zho", "sr_Cyrl_RS", "mas"])
def test_codes_of_languages(code):
    assert require_language(code, Path("x"), 1) == code


@pytest.mark.parametrize("code", ["xq", "e", "english", "", "en de"])
def test_what_is_no_language_is_refused(code):
    with pytest.raises(DataError, match=r"line 1: .* is no code of a language"):
        require_language(code, Path("x"), 1)


def test_white_space_is_one_blank():
    assert plain_text(" a\n  b\t") == "a b"
