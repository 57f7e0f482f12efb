"""WMT25's terminology files."""

import pytest

from mteval.core import registry
from mteval.core.errors import DataError, WrongFormatError
from mteval.core.options import read_options
from mteval.core.records import Term, TermSegment
from mteval.core.suites import SuiteSource

ROW = '{"en": "A cat.", "de": "Eine Katze.", "proper": {"cat": "Katze"}, "random": {"a": ["eine", "ein"]}}\n'


def read(path, text, **options):
    path.write_text(text, encoding="utf-8")
    plugin = registry.formats.find("terminology-wmt25")
    chosen = read_options(plugin.options, options, "terminology-wmt25")
    return plugin().read(SuiteSource("x", "terminology", "terminology-wmt25", {"data": path}, options=chosen))


def test_terms_have_their_mode_and_the_name_tells_the_languages(tmp_path):
    found = read(tmp_path / "full_data.ende.jsonl", ROW)
    terms = (Term("cat", ("Katze",), {"mode": ("proper",)}), Term("a", ("eine", "ein"), {"mode": ("random",)}))
    assert found.records == (TermSegment("A cat.", terms, "Eine Katze.", listed=True),)
    assert found.languages == ("en", "de")
    assert found.customs == {"matching": "wmt25"}
    one = read(tmp_path / "full_data.ende.jsonl", ROW, terms="random")
    assert [term.source for term in one.records[0].terms] == ["a"]


def test_what_is_written_is_read_back(tmp_path):
    found = read(tmp_path / "full_data.ende.jsonl", ROW)
    path = tmp_path / "again.ende.jsonl"
    registry.formats.find("terminology-wmt25")().write(found.records, path)
    assert read(path, path.read_text("utf-8")).records == found.records


@pytest.mark.parametrize(
    ("text", "error", "problem"),
    [
        ("cat\n", WrongFormatError, "not JSON"),
        ("[]\n", WrongFormatError, "an object is expected"),
        ('{"de": "x"}\n', DataError, "the source is missing"),
        ('{"en": "x", "proper": []}\n', DataError, "must be an object"),
        ('{"en": "x", "proper": {"a": 1}}\n', DataError, "must be text or a list"),
        ('{"en": "x", "proper": {"a": ""}}\n', DataError, "empty term"),
        ("\n", DataError, "holds no segments"),
    ],
)
def test_bad_rows_are_named(tmp_path, text, error, problem):
    with pytest.raises(error, match=problem):
        read(tmp_path / "full_data.ende.jsonl", text)


def test_a_name_without_languages_is_refused(tmp_path):
    with pytest.raises(DataError, match="--languages en-de"):
        read(tmp_path / "data.jsonl", ROW)
