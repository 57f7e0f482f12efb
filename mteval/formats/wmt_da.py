"""WMT's direct assessments as published: `ad-XXYY-good-stnd-redup.csv`.

The header is separated by spaces, the rows by tabs: HITId WorkerId Input.src Input.trg Input.item hit sys_id rid type
sid score time. Scores are already standardised per worker, so they are on the scale `z`. `type` is SYSTEM (a
translation), REPEAT (the same again), REF (the reference) or BAD_REF (a damaged copy, a control). Every row is a
judgement of its own: a worker who met a segment in two HITs counts twice.

WMT publishes the workers who passed its quality control, which looked at the raw scores of all their language pairs. One
pair's standardised scores are no basis to judge them again, so nobody fails controls here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import DataError, WrongFormatError
from mteval.core.evidence import Rating
from mteval.core.options import Option
from mteval.core.protocols import Contents
from mteval.core.results import Finding
from mteval.core.suites import SuiteSource
from mteval.human.ratings import CHECK, CONTROLS, RANGES, STANDARDISED, item_type, number, plain_type, settle
from mteval.text.languages import short_code
from mteval.text.lines import read_lines

HEADER = (
    "HITId",
    "WorkerId",
    "Input.src",
    "Input.trg",
    "Input.item",
    "hit",
    "sys_id",
    "rid",
    "type",
    "sid",
    "score",
    "time",
)


@registry.formats.register("wmt-da")
class WmtDirectAssessment:
    """Reads WMT's standardised direct assessments."""

    family: ClassVar[str] = "human"
    options: ClassVar[tuple[Option, ...]] = (RANGES,)

    def read(self, source: SuiteSource) -> Contents:
        """One rating a row."""
        path = source.files["data"]
        contents = settle(path, list(_ratings(path)), source.options["ranges"])
        controls = sum(item_type(one) in CONTROLS for one in contents.records)
        return replace(contents, findings=(*contents.findings, *_judged_before(path, controls)))

    def write(self, records: Sequence[Any], path: Path) -> None:
        """Only WMT writes this."""
        raise DataError(path, "WMT's direct assessments are read, never written. Use the format 'ratings'.")

    def recognise(self, head: bytes, path: Path) -> bool:
        """The header, whatever separates it."""
        first = head.decode("utf-8", "replace").removeprefix("\ufeff").split("\n", 1)[0]
        return first.split() == list(HEADER)


def _judged_before(path: Path, controls: int) -> Iterator[Finding]:
    if controls:
        message = (
            f"{path.name} holds {controls} ratings of control items, which do not judge its annotators: "
            "WMT publishes those who passed."
        )
        yield Finding("controls-judged-before", message, count=controls)


def _ratings(path: Path) -> Iterator[tuple[int, Rating]]:
    lines = read_lines(path).lines
    if lines[0].split() != list(HEADER):
        raise WrongFormatError(path, "wmt-da", f"the header '{' '.join(HEADER)}' expected.", line=1)
    for line, text in enumerate(lines[1:], start=2):
        if not text.strip():
            continue
        cells = text.split("\t")
        if len(cells) != len(HEADER):
            raise DataError(path, f"{len(HEADER)} columns expected, found {len(cells)}.", line=line)
        row = dict(zip(HEADER, cells, strict=True))
        detail = {
            # The reference, shown in place of a system's translation, is a check of the worker and says nothing of the system.
            "type": CHECK if row["type"].strip() == "REF" else plain_type(row["type"], path, line),
            "languages": f"{short_code(row['Input.src'])}-{short_code(row['Input.trg'])}",
            "segment": row["sid"],
            "document": row["rid"],
            "hit": row["HITId"],
        }
        for name in ("WorkerId", "sys_id", "sid"):
            if not row[name].strip():
                raise DataError(path, f"the {name} is empty.", line=line)
        yield (
            line,
            Rating(row["sid"], row["WorkerId"], STANDARDISED, number(row["score"], path, line), row["sys_id"], detail),
        )
