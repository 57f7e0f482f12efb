"""Appraise's exports of DA, SQM, ESA and MQM: its CSV without a header, the CSV with one, and its JSONL.

The plain CSV (`ExportSystemScoresToCSV`) has the columns annotator, system, segment, item type (TGT, REF, CHK, BAD),
source language, target language, score 0–100, then for document tasks document and completeness, for ESA and MQM the
error spans, then start and end time. CHK is a repeat of a TGT item, BAD a degraded one, to be rated below the TGT
item it was made from. Scores of whole documents, tutorials, and documents that fill up a task (`#incomplete`, `#dup`)
are left out and counted. Of several ratings of one item by one annotator the latest counts. Language pairs are kept
apart.

Appraise marks translations only. Errors in the source, which `mteval human serve` collects under MQM, are written with
`"side": "source"` in their span, which this reader knows and Appraise's own tools do not.

An MQM export has the score 0 on every row; the rating is then minus the sum of the weights of its spans (option
`weights`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.evidence import Rating
from mteval.core.options import CHOICE, Option
from mteval.core.protocols import Contents
from mteval.core.results import Finding
from mteval.core.suites import SuiteSource
from mteval.formats._appraise.documents import PlacedRow, document_findings, kept_rows, placed_rows
from mteval.formats._appraise.rows import COLUMNS, AppraiseRow, read_rows
from mteval.formats._appraise.writing import written_rows
from mteval.human.error_spans import UNDECIDED
from mteval.human.mqm_weights import WEIGHTS, MqmWeights, parse_weights
from mteval.human.ratings import DA, ESA, MQM, PERCENT, RANGES, SQM, number, plain_type, settle
from mteval.text.lines import read_text
from mteval.text.writing import write_text

TYPES = ("TGT", "REF", "CHK", "BAD")
AUTO, SCORE = "auto", "score"


@registry.formats.register("appraise")
class Appraise:
    """Reads Appraise's exports."""

    family: ClassVar[str] = "human"
    options: ClassVar[tuple[Option, ...]] = (
        RANGES,
        Option(
            "protocol",
            CHOICE,
            AUTO,
            "how people rated (auto: ESA or MQM where spans were marked)",
            (AUTO, DA, SQM, ESA, MQM),
        ),
        WEIGHTS,
    )

    def read(self, source: SuiteSource) -> Contents:
        """Read the segment scores of the test set, with the spans marked."""
        path = source.files["data"]
        kept, left_out = kept_rows(read_rows(read_text(path), path))
        if not kept:
            raise DataError(path, "holds no ratings of a test set.")
        placed = placed_rows(_by_time(kept))
        asked, scale = source.options["protocol"], _scale(kept)
        protocol = scale if asked == AUTO else asked
        weights = parse_weights(source.options["weights"])
        numbered = [(one.row.line, _rating(one, protocol, weights, path)) for one in placed]
        contents = settle(path, numbered, source.options["ranges"], {SCORE: PERCENT})
        said = (*left_out, *_computed(path, protocol, kept), *_undecided(path, kept), *document_findings(placed, path))
        return replace(contents, findings=(*contents.findings, *said))

    def write(self, records: Sequence[Any], path: Path) -> None:
        """The plain CSV; the spans have a column where the protocol marks them."""
        write_text(path, written_rows(records, path))

    def recognise(self, head: bytes, path: Path) -> bool:
        """Seven columns or more with an item type as the fourth, Appraise's header, or its JSONL."""
        first = head.decode("utf-8", "replace").removeprefix("\ufeff").split("\n", 1)[0]
        if first.lstrip().startswith("{"):
            return '"annotator"' in first and '"item_type"' in first and '"source_id"' in first
        cells = first.split(",")
        return (len(cells) >= COLUMNS and cells[3].strip() in TYPES) or {"systemID", "itemType"} <= set(cells)


def _by_time(rows: Sequence[AppraiseRow]) -> list[AppraiseRow]:
    """In the order the ratings were given, as far as the export says when."""
    return sorted(rows, key=lambda row: row.end or 0.0)


def _scale(rows: Sequence[AppraiseRow]) -> str:
    """ESA where spans could be marked, MQM where spans were and every score is 0, else a plain score."""
    if not any(row.spans is not None for row in rows):
        return SCORE
    marked = any(row.spans for row in rows)
    return MQM if marked and all(row.score.strip() in ("0", "0.0") for row in rows) else ESA


def _rating(one: PlacedRow, protocol: str, weights: MqmWeights, path: Path) -> Rating:
    row = one.row
    spans = row.spans or ()
    value = 0.0 - weights.penalty(spans) if protocol == MQM else number(row.score, path, row.line)
    known = {
        "document": one.document,
        "languages": row.languages,
        "segment": one.segment,
        "start": row.start,
        "end": row.end,
    }
    detail = {"type": plain_type(row.type, path, row.line), **{k: v for k, v in known.items() if v not in (None, "")}}
    # One segment number can occur in several documents.
    item = f"{one.document}:{one.segment}" if one.document else one.segment
    return Rating(item, row.annotator, protocol, value, row.system or None, detail, spans)


def _computed(path: Path, protocol: str, rows: Sequence[AppraiseRow]) -> Iterator[Finding]:
    if protocol == MQM:
        message = f"Every score of {path.name} is computed from the spans marked, as an MQM export holds none."
        yield Finding("scores-from-spans", message, count=len(rows))


def _undecided(path: Path, rows: Sequence[AppraiseRow]) -> Iterator[Finding]:
    lines = [row.line for row in rows for span in row.spans or () if span.severity == UNDECIDED]
    if lines:
        shown = ", ".join(map(str, sorted(lines)[:5]))
        message = (
            f"{path.name}, line {shown}: a span without a decided severity; it costs nothing ({len(lines)} in all)."
        )
        yield Finding("undecided-severity", message, count=len(lines))
