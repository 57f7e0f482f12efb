"""Plain text as references, with what stands beside it."""

import pytest

from mteval.core import registry
from mteval.core.errors import DataError, UsageError
from mteval.core.records import Segment
from mteval.core.suites import SuiteSource


def read(folder, **texts):
    files = {}
    for key, text in texts.items():
        files[key] = folder / key
        files[key].write_text(text, encoding="utf-8")
    return registry.formats.find("lines")().read(SuiteSource("x", "reference", "lines", files, languages=("de", "en")))


def test_references_sources_and_documents_are_one_segment_a_line(tmp_path):
    found = read(tmp_path, data="one\ntwo\n", reference2="1\n2\n", source="eins\nzwei\n", documents="a\nb\n")
    assert found.records == (
        Segment(("one", "1"), "eins", {"document": ("a",)}),
        Segment(("two", "2"), "zwei", {"document": ("b",)}),
    )
    assert found.languages == ("de", "en")


def test_references_alone_will_do(tmp_path):
    assert read(tmp_path, data="one\n\n").records == (Segment(("one",), None, {}), Segment(("",), None, {}))


def test_files_of_another_length_are_refused(tmp_path):
    with pytest.raises(DataError, match=r"source: has 1 lines, but .*data has 2"):
        read(tmp_path, data="one\ntwo\n", source="eins\n")


def test_what_is_written_is_read_back(tmp_path):
    records = (Segment(("one",), None, {}), Segment(("zwei\u2028",), None, {}))
    plugin = registry.formats.find("lines")()
    plugin.write(records, tmp_path / "copy")
    assert read(tmp_path, data=(tmp_path / "copy").read_text(encoding="utf-8")).records == records
    with pytest.raises(UsageError, match="line break"):
        plugin.write((Segment(("a\nb",), None, {}),), tmp_path / "bad")
    assert not plugin.recognise(b"any text\n", tmp_path / "x")
