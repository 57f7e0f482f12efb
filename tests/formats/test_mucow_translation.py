"""MuCoW translation suites: siblings of a key, written back to the byte, and refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.records import SenseItem
from tests.formats.round_trips import TEXT, WORD, there_and_back
from tests.formats.sense_files import FILES, read


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.builds(
            SenseItem,
            id=WORD,
            source=TEXT,
            word=WORD,
            positive=st.lists(WORD, min_size=1, max_size=3).map(tuple),
            negative=st.lists(WORD, min_size=1, max_size=3).map(tuple),
            reference=TEXT,
            tags=st.builds(lambda origin: {"origin": (origin,)}, WORD),
        ),
        min_size=1,
        max_size=5,
    ).map(tuple)
)
def test_records_of_any_text_are_read_back(records):
    assert there_and_back("mucow-translation", records, "en-fi.key.txt") == records


def test_the_siblings_of_a_key_are_found(suite):
    contents = read("mucow-translation", suite)
    first, second = contents.records
    assert contents.languages == ("en", "fi")
    assert (first.id, first.source, first.reference) == ("7", "The bank closed .", "Pankki suljettiin .")
    assert (first.positive, first.negative) == (("pankki",), ("ranta", "penkki"))
    assert (first.tags["domain"], second.tags["domain"]) == (("in",), ("out",))
    assert second.tags["origin"] == ("opensubs",)


def test_a_suite_is_written_back_to_the_byte(suite, tmp_path):
    folder = tmp_path / "copy"
    registry.formats.find("mucow-translation")().write(
        read("mucow-translation", suite).records, folder / "en-fi.key.txt"
    )
    assert {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()} == FILES


def test_the_published_suite_is_written_back_to_the_byte(shared, tmp_path):
    folder = shared / "data" / "mucow" / "translation"
    records = read("mucow-translation", folder / "en-fi.key.txt").records
    registry.formats.find("mucow-translation")().write(records, tmp_path / "en-fi.key.txt")
    for part in ("key", "text", "ref"):
        assert (tmp_path / f"en-fi.{part}.txt").read_bytes() == (folder / f"en-fi.{part}.txt").read_bytes()
    published = (folder / "en-fi.domain.txt").read_text(encoding="utf-8").splitlines()
    assert sorted((tmp_path / "en-fi.domain.txt").read_text(encoding="utf-8").splitlines()) == sorted(published)


def test_what_does_not_fit_together_is_refused(suite):
    (suite.parent / "en-fi.text.txt").write_text("one line\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"en-fi.text.txt: has 1 lines, but .* has 2"):
        read("mucow-translation", suite)
    (suite.parent / "en-fi.text.txt").unlink()
    with pytest.raises(DataError, match=r"en-fi.text.txt: no such file, but en-fi.key.txt needs it"):
        read("mucow-translation", suite)
    suite.write_text("7\tbooks\tbank\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"line 1: is not mucow-translation: 5 columns expected .* found 3"):
        read("mucow-translation", suite)
