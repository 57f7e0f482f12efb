"""Test sets and outputs as JSON Lines, in the forms that WMT24 and WMT25 have."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.records import Segment
from tests.formats.document_files import read_set
from tests.formats.round_trips import TEXT, there_and_back

TEST = {
    "doc_id": "en-de_DE_#_news_#_1", "domain": "news", "src_lang": "en", "tgt_lang": "de_DE", "video": None,
    "src_text": "One cat.\n\nTwo dogs.", "refs": {"refA": {"ref": "Eine Katze.\n\nZwei Hunde."}},
}  # fmt: skip
OTHER = {
    **TEST,
    "doc_id": "en-de_DE_#_social_#_2",
    "domain": "social",
    "src_text": "Hi\nyou.",
    "refs": {"refA": {"ref": "Du."}},
}


def write(path, *rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_documents_are_cut_at_blank_lines(tmp_path):
    found = read_set("wmt-jsonl", write(tmp_path / "t.jsonl", TEST, OTHER))
    assert [(one.source, one.references, one.paragraph) for one in found.records] == [
        ("One cat.", ("Eine Katze.",), 1),
        ("Two dogs.", ("Zwei Hunde.",), 2),
        ("Hi you.", ("Du.",), 1),
    ]
    assert (found.languages, found.slices) == (("en", "de_DE"), ("domain",))


def test_a_file_of_outputs_is_a_system_named_by_the_file(tmp_path):
    row = {"doc_id": "d", "dataset_id": "wmttest2025", "tgt_lang": "de_DE", "hypothesis": "a\n\nb"}
    found = read_set("wmt-jsonl", write(tmp_path / "TEAM.jsonl", row))
    assert (found.records, found.outputs[0].system) == ((), "TEAM")
    assert found.outputs[0].documents["d"].segments == ("a", "b")


def test_several_systems_of_one_row_and_references_among_them(tmp_path):
    row = {key: value for key, value in TEST.items() if key != "refs"}
    texts = {"refA": "Eine Katze.\n\nZwei Hunde.", "one": "x\n\ny", "two": "z"}
    found = read_set("wmt-jsonl", write(tmp_path / "t.jsonl", {**row, "tgt_text": texts}))
    assert found.records[0].references == ("Eine Katze.",)
    assert [one.system for one in found.outputs] == ["one", "two"]
    assert found.outputs[1].documents[TEST["doc_id"]].segments == ("z",)


def test_rows_of_segments_and_bad_sources(tmp_path):
    row = {"lp": "en-de_DE", "domain": "news", "document_id": "d", "is_bad_source": False}
    rows = [{**row, "segment_id": n, "source": f"s{n}", "target": f"t{n}", "is_bad_source": n == 2} for n in (1, 2, 3)]
    found = read_set("wmt-jsonl", write(tmp_path / "t.jsonl", *rows))
    assert [(one.number, one.source, one.references) for one in found.records] == [
        ("1", "s1", ("t1",)),
        ("3", "s3", ("t3",)),
    ]
    assert [(one.code, one.count) for one in found.findings] == [("bad-source", 1)]
    assert found.languages == ("en", "de_DE")


def test_a_document_of_unequal_paragraphs_is_one_segment(tmp_path):
    found = read_set(
        "wmt-jsonl", write(tmp_path / "t.jsonl", {**TEST, "refs": {"refA": {"ref": "Eine Katze. Zwei Hunde."}}})
    )
    assert [(one.source, one.references) for one in found.records] == [
        ("One cat. Two dogs.", ("Eine Katze. Zwei Hunde.",))
    ]
    assert [one.code for one in found.findings] == ["unequal-paragraphs"]


def test_of_several_language_pairs_one_is_chosen(tmp_path):
    path = write(tmp_path / "t.jsonl", TEST, {**OTHER, "tgt_lang": "uk_UA"})
    with pytest.raises(DataError, match=r"2 language pairs \(en-de_DE, en-uk_UA\)"):
        read_set("wmt-jsonl", path)
    assert len(read_set("wmt-jsonl", path, "en", "de").records) == 2
    assert len(read_set("wmt-jsonl", path, "en", "uk_UA").records) == 1
    with pytest.raises(DataError, match="holds no 'en-fr'"):
        read_set("wmt-jsonl", path, "en", "fr")


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (TEST, "line 2: document 'en-de_DE_#_news_#_1' is there twice (first at line 1)"),
        ({**OTHER, "doc_id": None}, "line 2: the document is not named"),
        ({**OTHER, "src_text": 3}, "line 2: 'src_text' must be text"),
        ({**OTHER, "refs": {"refA": {"x": 1}}}, "line 2: 'refs.refA' must be text"),
        ({**OTHER, "tgt_lang": "xq"}, "line 2: 'xq' is no code of a language"),
        (
            {"doc_id": "d", "src_lang": "en", "tgt_lang": "de_DE"},
            "line 2: holds neither source, reference nor translation",
        ),
        ([1], "line 2: is not wmt-jsonl: an object is expected"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path, row, sentence):
    with pytest.raises(DataError) as told:
        read_set("wmt-jsonl", write(tmp_path / "t.jsonl", TEST, row))
    assert sentence in str(told.value)


def test_segments_of_a_document_must_hold_the_same(tmp_path):
    rows = [
        {"doc_id": "d", "segment_id": 1, "source": "a", "target": "b"},
        {"doc_id": "d", "segment_id": 2, "source": "a"},
    ]
    with pytest.raises(DataError, match="line 2: the reference '' is not in every segment"):
        read_set("wmt-jsonl", write(tmp_path / "t.jsonl", *rows))


def test_the_format_is_told_from_other_json_lines(tmp_path):
    plugin = registry.formats.find("wmt-jsonl")()
    assert plugin.recognise(json.dumps(TEST).encode(), tmp_path / "x")
    assert not plugin.recognise(b'{"source": "a", "reference": "b", "contrast": "c"}', tmp_path / "x")


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=5))
def test_segments_of_any_text_are_read_back(pairs):
    clean = [tuple(" ".join(text.split()) for text in pair) for pair in pairs]
    records = tuple(
        Segment((other,), text, {"document": ("d",)}, number=str(place)) for place, (text, other) in enumerate(clean, 1)
    )
    assert there_and_back("wmt-jsonl", records, "a.jsonl") == records
