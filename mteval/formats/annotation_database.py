"""The database of 'mteval human serve', read as ratings.

A rating job gives adequacy and fluency, or scores and errors as its protocol (da, sqm, esa, mqm) asks; the scores of MQM
follow from the errors (option `weights`). The verdicts of a dictionary job and the actions of a templates job are given as
numbers on a scale of their own (`verdict`, `action`), in the order named below, so that agreement on them can be computed:
they are categories, so look at the nominal coefficients. A contrast job gives 1 or 0 on `reference_right`, `contrast_wrong`,
`grammatical` and `good`, all three together. What annotators took back does not count.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.evidence import Rating
from mteval.core.options import Option
from mteval.core.protocols import Contents
from mteval.core.suites import SuiteSource
from mteval.human.contrast_judgements import KIND as JUDGES_CONTRASTS
from mteval.human.contrast_judgements import QUESTIONS, ContrastJudgement, checked_answers
from mteval.human.mqm_weights import WEIGHTS, MqmWeights, parse_weights
from mteval.human.ratings import RANGES, settle
from mteval.human.scored_decisions import scored_ratings
from mteval.text.packed import is_pipe

MAGIC = b"SQLite format 3\x00"
SCALES = ("adequacy", "fluency")
VERDICTS = ("wrong", "other-form", "synonym", "gold-wrong")
ACTIONS = ("delete", "merge", "edit", "accept", "translate")
STANDING = "SELECT id, annotator, item, payload, seconds FROM decisions WHERE undone IS NULL ORDER BY id"


@registry.formats.register("annotation-database")
class AnnotationDatabase:
    """Reads the decisions that stand."""

    family: ClassVar[str] = "human"
    options: ClassVar[tuple[Option, ...]] = (RANGES, WEIGHTS)

    def read(self, source: SuiteSource) -> Contents:
        """Read the database without changing it, also while the server runs."""
        path = source.files["data"]
        if is_pipe(path):
            raise DataError(path, "is a pipe, which a database cannot be read from. Name the file itself.")
        if not path.is_file():
            raise DataError(path, "no such file. Check the path.")
        try:
            with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
                row = connection.execute("SELECT value FROM meta WHERE key = 'kind'").fetchone()
                decisions = connection.execute(STANDING).fetchall()
        except sqlite3.DatabaseError as error:
            raise DataError(path, f"is no database of 'mteval human serve': {error}.") from None
        kind = row[0] if row else ""
        weights = parse_weights(source.options["weights"])
        numbered = [(int(entry[0]), rating) for entry in decisions for rating in _decided(kind, entry, path, weights)]
        return settle(path, numbered, source.options["ranges"])

    def write(self, records: Sequence[Any], path: Path) -> None:
        """Only the server writes this."""
        raise DataError(path, "the server's database is read, never written. Use the format 'ratings'.")

    def recognise(self, head: bytes, path: Path) -> bool:
        """A SQLite file."""
        return head.startswith(MAGIC)


def _decided(kind: str, entry: Sequence[Any], path: Path, weights: MqmWeights) -> list[Rating]:
    try:
        return list(_ratings(kind, entry, weights))
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        raise DataError(path, f"the decision {entry[0]} is damaged.") from None


def _ratings(kind: str, entry: Sequence[Any], weights: MqmWeights) -> Iterator[Rating]:
    _, annotator, item, raw, seconds = entry
    payload = json.loads(raw)
    if kind == "rating" and "protocol" in payload:
        yield from scored_ratings(payload, item, annotator, float(seconds), weights)
    elif kind == "rating":
        yield from _scales(annotator, item, payload, float(seconds))
    elif kind == "dictionary":
        yield Rating(item.replace("\t", " → "), annotator, "verdict", float(VERDICTS.index(payload["verdict"])))
    elif kind == JUDGES_CONTRASTS:
        judged = ContrastJudgement(item, annotator, "", "", "", checked_answers(payload))
        for scale in QUESTIONS:
            yield Rating(item, annotator, scale, float(getattr(judged, scale)))
    elif payload["action"] in ACTIONS:
        yield Rating(item, annotator, "action", float(ACTIONS.index(payload["action"])))


def _scales(annotator: str, item: str, payload: Mapping[str, Any], seconds: float) -> Iterator[Rating]:
    for rating in payload["ratings"]:
        detail = {"type": rating["type"], "seconds": seconds / len(payload["ratings"])}
        if rating["comment"]:
            detail["comment"] = rating["comment"]
        for scale in SCALES:
            if scale in rating:
                yield Rating(item, annotator, scale, float(rating[scale]), rating["system"], detail)
