"""MuCoW's scoring sets are written back whole, with the ids of the translation suite."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.core import registry
from mteval.core.records import ContrastItem
from tests.formats.contrast_items import MUCOW, load, put, read
from tests.formats.round_trips import CONTRASTS, TEXT, WORD, there_and_back
from tests.golden import own_mucow


def test_published_sets_are_written_back_whole(shared, tmp_path):
    path = shared / "data" / "mucow" / "scoring" / "cs-en.mucow.scoring.json"
    first = read("mucow-scoring", path)
    registry.formats.find("mucow-scoring")().write(first.records, tmp_path / "copy.json")
    assert json.loads((tmp_path / "copy.json").read_bytes()) == json.loads(path.read_bytes())
    assert first.languages == ("cs", "en")


def test_a_set_of_our_own_is_written_back_whole(tmp_path):
    path = own_mucow.write_scoring(tmp_path) / "cs-en.mucow.scoring.json"
    first = read("mucow-scoring", path)
    registry.formats.find("mucow-scoring")().write(first.records, tmp_path / "copy.json")
    assert json.loads((tmp_path / "copy.json").read_bytes()) == json.loads(path.read_bytes())
    assert first.languages == ("cs", "en")


def test_ids_are_kept_and_made_different_where_they_repeat(tmp_path):
    data = [{**MUCOW[0], "id": number} for number in (22029662, 7, 7)]
    suite = load("mucow-scoring", put(tmp_path / "en-fi.mucow.tts.json", data))
    assert suite.cases[0].id == "22029662"
    assert len({case.id for case in suite.cases}) == 3


def test_ids_of_the_translation_suite_are_kept(shared):
    path = shared / "data" / "mucow" / "translation" / "en-fi.mucow.tts.json"
    suite = load("mucow-scoring", path)
    assert suite.cases[0].id == "22029662"
    assert len({case.id for case in suite.cases}) == 1898


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
def test_records_of_any_text_are_read_back(records):
    assert there_and_back("mucow-scoring", records, "cs-en.json") == records
