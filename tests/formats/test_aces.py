"""ACES as TSV and JSON lines: what is read, that it can be written back, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.records import Contrast, ContrastItem
from tests.formats.contrast_items import ACES, put, read
from tests.formats.round_trips import TEXT, WORD, there_and_back


@pytest.mark.parametrize("suffix", ["tsv", "jsonl"])
def test_aces_reads_back_in_both_forms(tmp_path, suffix):
    first = read("aces", put(tmp_path / "a.jsonl", ACES[0]))
    registry.formats.find("aces")().write(first.records, tmp_path / f"b.{suffix}")
    second = read("aces", tmp_path / f"b.{suffix}")
    assert second.records == first.records
    assert second.languages == ("de", "en")
    (item,) = second.records
    assert (item.reference, item.contrasts[0].text) == ("The dog is asleep.", "The cat is asleep.")
    assert item.extra == {"reference": "The dog sleeps."}


def test_aces_refuses_what_is_not_aces(tmp_path):
    (tmp_path / "a.tsv").write_text("source\ttarget\nx\ty\n", encoding="utf-8")
    with pytest.raises(DataError, match="line 1: is not aces: the header lacks good-translation"):
        read("aces", tmp_path / "a.tsv")
    (tmp_path / "b.tsv").write_text("source\tgood-translation\tincorrect-translation\nx\ty\n", encoding="utf-8")
    with pytest.raises(DataError, match="line 2: 3 columns expected, found 2"):
        read("aces", tmp_path / "b.tsv")


@pytest.mark.parametrize("file", ["a.tsv", "a.jsonl"])
@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.builds(
            ContrastItem,
            source=TEXT,
            reference=TEXT,
            contrasts=st.tuples(st.builds(Contrast, TEXT, type=WORD)),
            tags=st.just({"language": ("de-en",)}),
            extra=st.builds(lambda text: {"reference": text}, TEXT),
        ),
        min_size=1,
        max_size=5,
    ).map(tuple)
)
def test_records_of_any_text_are_read_back(file, records):
    assert there_and_back("aces", records, file) == records
