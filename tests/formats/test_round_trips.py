"""Whatever records are made, writing and reading gives them back."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.core import registry
from mteval.core.records import Contrast, ContrastItem, SenseItem
from mteval.core.suites import SuiteSource

TEXT = st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1, max_size=30).filter(str.strip)
WORD = st.text(st.characters(whitelist_categories=("Ll", "Lu", "Lo", "Nd")), min_size=1, max_size=8)
CONTRASTS = st.lists(st.builds(Contrast, TEXT, type=WORD, replacement=TEXT), max_size=4).map(tuple)


def there_and_back(name: str, records, file: str):
    plugin = registry.formats.find(name)()
    with TemporaryDirectory() as folder:
        path = Path(folder) / file
        plugin.write(records, path)
        return plugin.read(SuiteSource("x", plugin.family, name, {"data": path})).records


ITEMS = st.builds(
    ContrastItem,
    source=TEXT,
    reference=TEXT,
    contrasts=CONTRASTS,
    id=st.sampled_from(["", "7", "007", "a-1"]),
    word=WORD,
    sense=WORD,
    original=TEXT,
    tags=st.builds(lambda origin: {"origin": (origin,)}, WORD),
    extra=st.dictionaries(st.just("note"), TEXT | st.integers() | st.none()),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(ITEMS, min_size=1, max_size=5).map(tuple))
def test_mucow_scoring(records):
    assert there_and_back("mucow-scoring", records, "cs-en.json") == records


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
def test_aces(file, records):
    assert there_and_back("aces", records, file) == records


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
def test_mucow_translation(records):
    assert there_and_back("mucow-translation", records, "en-fi.key.txt") == records
