"""Ratings as rows of Appraise's plain CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path

from mteval.core.errors import DataError
from mteval.core.evidence import ErrorSpan, Rating
from mteval.formats._appraise.rows import MISSING
from mteval.human.error_spans import TARGET_SIDE
from mteval.human.ratings import DEGRADED, ESA, MQM, REFERENCE, REPEAT, TARGET, item_type, language_pair
from mteval.text.languages import long_code

TYPES = {TARGET: "TGT", REFERENCE: "REF", REPEAT: "CHK", DEGRADED: "BAD"}


def written_rows(ratings: Sequence[Rating], path: Path) -> str:
    """All ratings, one row each, in the columns that the reader expects."""
    marked = any(one.spans or one.scale in (ESA, MQM) for one in ratings)
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(_row(one, path, marked=marked) for one in ratings)
    return out.getvalue()


def _row(one: Rating, path: Path, *, marked: bool) -> list[str]:
    kind, detail = item_type(one), one.detail
    if kind not in TYPES:
        raise DataError(path, f"Appraise knows no items of type '{kind}' (annotator {one.annotator}, item {one.item}).")
    source, _, target = language_pair(one).partition("-")
    document = str(detail.get("document", "")) + ("#bad" if kind == DEGRADED else "")
    score = "0" if one.scale == MQM else f"{one.value:g}"
    spans = [json.dumps([_entry(span) for span in one.spans], ensure_ascii=False)] if marked else []
    head = [one.annotator, one.system or "", str(detail.get("segment") or one.item), TYPES[kind]]
    languages = [long_code(source), long_code(target)]
    return [*head, *languages, score, document, "False", *spans, _time(detail.get("start")), _time(detail.get("end"))]


def _entry(span: ErrorSpan) -> dict[str, object]:
    # Appraise counts the last character in.
    ends: tuple[object, object] = (MISSING, MISSING) if span.missing else (span.start, max(span.start, span.end - 1))
    parts = span.category.split("/") if span.category else None
    entry = {"start_i": ends[0], "end_i": ends[1], "severity": span.severity, "error_type": parts}
    # Appraise itself marks translations only; its own tools do not look at this key.
    return entry if span.side == TARGET_SIDE else {**entry, "side": span.side}


def _time(seconds: object) -> str:
    return "" if seconds is None else str(seconds)
