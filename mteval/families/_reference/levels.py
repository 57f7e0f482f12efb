"""Segments joined to paragraphs or documents, which then are what is scored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mteval.core.errors import UsageError
from mteval.core.records import Segment
from mteval.core.suites import Tags

LEVELS = ("segment", "paragraph", "document")


@dataclass(frozen=True, slots=True)
class Group:
    """The segments first … last (exclusive) of one document or paragraph."""

    name: str
    first: int
    last: int


def groups(records: Sequence[Segment], level: str) -> list[Group]:
    """Consecutive segments of one document or paragraph; every segment alone at the level `segment`."""
    keys = [
        (record.document, {"document": 0, "paragraph": record.paragraph}.get(level, place))
        for place, record in enumerate(records)
    ]
    starts = [place for place, key in enumerate(keys) if not place or key != keys[place - 1]]
    ends = [*starts[1:], len(records)]
    found = [Group(keys[start][0], start, end) for start, end in zip(starts, ends, strict=True) if end > start]
    names = [one.name for one in found]
    if level == "document" and len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise UsageError(f"The segments of document '{twice}' do not stand together. Sort the test set by document.")
    return found


def joined(records: Sequence[Segment], level: str) -> tuple[Segment, ...]:
    """The segments of each paragraph or document as one."""
    if level == "segment":
        return tuple(records)
    if not any(record.document for record in records):
        raise UsageError(
            f"There are no documents, so nothing can be joined to the level '{level}'. Say them: --documents FILE."
        )
    return tuple(_one(records[group.first : group.last]) for group in groups(records, level))


def joined_texts(texts: Sequence[str], records: Sequence[Segment], level: str) -> tuple[str, ...]:
    """The texts of segments joined as the segments are."""
    return tuple(" ".join(filter(None, texts[group.first : group.last])) for group in groups(records, level))


def _one(records: Sequence[Segment]) -> Segment:
    count = min(len(record.references) for record in records)
    sources = [record.source for record in records]
    return Segment(
        tuple(_text([record.references[place] for record in records]) for place in range(count)),
        None if None in sources else _text([one or "" for one in sources]),
        dict(_shared(records)),
        paragraph=records[0].paragraph,
    )


def _text(texts: Sequence[str]) -> str:
    return " ".join(text for text in texts if text)


def _shared(records: Sequence[Segment]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The tags that all segments have with the same values."""
    first: Tags = records[0].tags
    return ((tag, values) for tag, values in first.items() if all(one.tags.get(tag) == values for one in records))
