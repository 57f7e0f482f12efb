"""What is known of each segment of a test set, for slices: a JSON object a line, and how long the segment is."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mteval.core.errors import DataError
from mteval.text.documents import parse_json
from mteval.text.lines import Lines, read_lines

LENGTH = "length"
# Words a segment has at most; whoever reads compare-mt's buckets knows these.
BUCKETS = (10, 20, 30, 40, 50)
BUCKET_NAMES = (*(f"{high - 9}–{high}" for high in BUCKETS), f"over {BUCKETS[-1]}")
Tags = dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class SegmentMetadata:
    """The tags of each segment by their keys, in the order of the segments."""

    lines: Lines
    rows: tuple[Tags, ...]

    @property
    def slices(self) -> tuple[str, ...]:
        """The tags that make slices: the keys in the order they first come."""
        return tuple(dict.fromkeys(key for row in self.rows for key in row))


def length_tags(texts: Sequence[str]) -> list[Tags]:
    """The length bucket of each segment; none where all segments are in one bucket, which would be the whole set again."""
    buckets = list(map(length_bucket, texts))
    if len(set(buckets)) < 2:
        return [{}] * len(buckets)
    # One mapping for each bucket: a million of them would take more than the texts.
    tags: dict[str, Tags] = {name: {LENGTH: (name,)} for name in BUCKET_NAMES}
    return [tags[bucket] for bucket in buckets]


def length_bucket(text: str) -> str:
    """How many words a segment has, in steps of ten; characters in twos where words are not parted by spaces."""
    words = len(text.split())
    size = max(words, len(text) // 2) if words <= 1 else words
    return BUCKET_NAMES[bisect_left(BUCKETS, size)]


def read_metadata(path: Path) -> SegmentMetadata:
    """Read JSON lines, an object for each segment; a value is a text, a number, true or false, or a list of those."""
    lines = read_lines(path)
    rows = []
    for number, line in enumerate(lines.lines, start=1):
        found = parse_json(line, path, line=number)
        if not isinstance(found, dict):
            raise DataError(path, 'an object is expected, as in {"domain": "news", "document": "d1"}.', line=number)
        rows.append({key: _values(value, path, number) for key, value in found.items() if value is not None})
    return SegmentMetadata(lines, tuple(rows))


def _values(value: Any, path: Path, line: int) -> tuple[str, ...]:
    several = value if isinstance(value, list) else [value]
    for one in several:
        if not isinstance(one, str | int | float):
            raise DataError(path, "a value is a text, a number, true or false, or a list of those.", line=line)
    return tuple(str(one).lower() if isinstance(one, bool) else str(one) for one in several)
