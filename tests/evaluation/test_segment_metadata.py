"""Metadata of segments: tags of every key, and length buckets."""

import pytest

from mteval.core.errors import DataError
from mteval.evaluation.segment_metadata import BUCKET_NAMES, length_bucket, length_tags, read_metadata


@pytest.mark.parametrize(
    ("text", "bucket"),
    [
        ("one", "1–10"),
        ("w " * 10, "1–10"),
        ("w " * 11, "11–20"),
        ("w " * 50, "41–50"),
        ("w " * 51, "over 50"),
        ("字" * 30, "11–20"),
        ("", "1–10"),
    ],
)
def test_a_segment_is_in_the_bucket_of_its_length(text, bucket):
    assert length_bucket(text) == bucket


def test_every_key_makes_a_slice(tmp_path):
    path = tmp_path / "m.jsonl"
    path.write_text('{"domain": "news", "hard": true}\n{"domain": ["talk", "web"], "year": 2023, "hard": null}\n')
    found = read_metadata(path)
    assert found.slices == ("domain", "hard", "year")
    assert found.rows == (
        {"domain": ("news",), "hard": ("true",)},
        {"domain": ("talk", "web"), "year": ("2023",)},
    )


def test_lengths_are_tags_unless_all_are_alike():
    assert length_tags(["one two", "w " * 12]) == [{"length": ("1–10",)}, {"length": ("11–20",)}]
    assert length_tags(["one two", "three"]) == [{}, {}]


def test_buckets_have_no_gap():
    assert BUCKET_NAMES == ("1–10", "11–20", "21–30", "31–40", "41–50", "over 50")


@pytest.mark.parametrize("line", ['["news"]', '{"domain": {"a": 1}}', "news"])
def test_what_is_no_metadata_is_named_with_its_line(tmp_path, line):
    path = tmp_path / "m.jsonl"
    path.write_text(f'{{"domain": "x"}}\n{line}\n')
    with pytest.raises(DataError, match="line 2"):
        read_metadata(path)
