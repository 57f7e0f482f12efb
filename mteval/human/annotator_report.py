"""How each annotator rates, and what the controls say of them: data for reports, and tables of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from math import isnan
from typing import Any

from mteval.core.evidence import Rating
from mteval.core.views import TextTable
from mteval.human.annotation_time import seconds_per_segment
from mteval.human.annotator_controls import control_results
from mteval.human.marked_spans import marked_agreement
from mteval.human.ratings import CONTROLS, Ratings, item_type, unit
from mteval.statistics.rating_table import RatingTable
from mteval.statistics.reliability import tendencies

TITLES = {"annotators": "Annotators", "controls": "Control items"}


def table_of(ratings: Sequence[Rating], scale: str) -> RatingTable:
    """The table of units by annotators on one scale."""
    return RatingTable.collect((unit(one), one.annotator, one.value) for one in ratings if one.scale == scale)


def annotator_extras(ratings: Ratings) -> dict[str, Any]:
    """Tendencies and control results per scale, JSON-ready, for a report's extras."""
    plain = [one for one in ratings.ratings if item_type(one) not in CONTROLS]
    people = {scale: [asdict(one) for one in tendencies(table_of(plain, scale))] for scale in ratings.scales}
    controls = {scale: [asdict(one) for one in found] for scale, found in control_results(ratings).items()}
    seconds = seconds_per_segment(plain)
    spans = marked_agreement(plain)
    return {
        "annotators": people,
        **({"controls": controls} if controls else {}),
        **({"seconds": seconds} if seconds else {}),
        **({"spans": asdict(spans)} if spans else {}),
    }


def annotator_tables(extras: Mapping[str, Any]) -> Iterator[tuple[str, TextTable]]:
    """The title and the table of each kind and scale, one row per annotator, from a report's extras."""
    for kind, title in TITLES.items():
        for scale, people in (extras.get(kind) or {}).items():
            if people:
                yield f"{title}, {scale}", _table(people)


def _table(people: Sequence[Mapping[str, Any]]) -> TextTable:
    keys = tuple(people[0])
    rows = tuple(tuple(_cell(one.get(key)) for key in keys) for one in people)
    return TextTable(tuple(key.replace("_", " ") for key in keys), rows)


def _cell(value: Any) -> str:
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value)) or "–"
    if isinstance(value, float):
        return "–" if isnan(value) else f"{value:.2f}"
    return "–" if value is None else str(value)
