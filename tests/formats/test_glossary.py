"""Glossaries in two columns and more."""

import pytest

from mteval.core import registry
from mteval.core.errors import DataError, WrongFormatError
from mteval.core.options import read_options
from mteval.core.records import Term
from mteval.core.suites import SuiteSource


def read(folder, glossary, source="One line.\n"):
    (folder / "terms.tsv").write_text(glossary, encoding="utf-8")
    (folder / "source.en").write_text(source, encoding="utf-8")
    plugin = registry.formats.find("glossary")
    options = read_options(plugin.options, {"source": folder / "source.en"}, "glossary")
    return plugin().read(SuiteSource("x", "terminology", "glossary", {"data": folder / "terms.tsv"}, options=options))


def test_a_header_and_blank_lines_are_passed_over_and_repeated_terms_joined(tmp_path):
    found = read(tmp_path, "Source\tTarget\ncat\tKatze\tMieze\n\ncat\tKater\tKatze\ndog\tHund\n")
    terms = (Term("cat", ("Katze", "Mieze", "Kater")), Term("dog", ("Hund",)))
    assert [(one.source, one.terms) for one in found.records] == [("One line.", terms)]
    assert [finding.code for finding in found.findings] == ["duplicate-item"]


def test_what_is_written_is_read_back(tmp_path):
    found = read(tmp_path, "cat\tKatze\tMieze\ndog\tHund\n")
    registry.formats.find("glossary")().write(found.records, tmp_path / "again.tsv")
    assert (tmp_path / "again.tsv").read_text("utf-8") == "cat\tKatze\tMieze\ndog\tHund\n"


@pytest.mark.parametrize(
    ("text", "error", "problem"),
    [
        ("cat\n", WrongFormatError, "2 columns expected"),
        ("cat\t\n", DataError, "is empty"),
        ("source\ttarget\n", DataError, "holds no terms"),
    ],
)
def test_bad_lines_are_named(tmp_path, text, error, problem):
    with pytest.raises(error, match=problem):
        read(tmp_path, text)
