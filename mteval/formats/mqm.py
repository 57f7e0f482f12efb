"""Google's MQM ratings: a tab-separated table with one row per error.

The header names at least system, seg_id, rater, target, category and severity, and usually doc, doc_id, source and
comment. The error stands between `<v>` and `</v>` in the target, or in the source where something was left out or is
wrong there; with nothing between the marks, something is missing. A segment without errors has one row of category
`No-error`. The rating is minus the sum of the weights (option
`weights`), so 0 is best; `mteval human scores` prints the sum itself. Freitag et al. (2021), *Experts, Errors, and
Context*.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import DataError, WrongFormatError
from mteval.core.evidence import ErrorSpan, Rating
from mteval.core.options import Option
from mteval.core.protocols import Contents
from mteval.core.results import Finding
from mteval.core.suites import SuiteSource
from mteval.human.error_spans import CLOSE, NO_ERROR, OPEN, SOURCE_SIDE, TARGET_SIDE, plain_severity, read_marks
from mteval.human.mqm_weights import WEIGHTS, parse_weights
from mteval.human.ratings import MQM, RANGES, settle
from mteval.text.languages import pair_in_name
from mteval.text.lines import read_lines
from mteval.text.writing import write_text

NEEDED = ("system", "seg_id", "rater", "target", "category", "severity")
COLUMNS = ("system", "doc", "doc_id", "seg_id", "rater", "source", "target", "category", "severity", "comment")
NO_ERROR_ROW = "No-error"
Row = Mapping[str, str]
Key = tuple[str, str, str, str]


@registry.formats.register("mqm")
class MqmTable:
    """Reads and writes Google's table of errors."""

    family: ClassVar[str] = "human"
    options: ClassVar[tuple[Option, ...]] = (RANGES, WEIGHTS)

    def read(self, source: SuiteSource) -> Contents:
        """One rating per system, segment and rater, with the spans marked."""
        path = source.files["data"]
        weights = parse_weights(source.options["weights"])
        segments = _collected(path)
        names = _item_names(segments)
        languages = pair_in_name(path)
        numbered = []
        for key, one in segments.items():
            detail = {"document": one.document, "segment": key[2], "target": one.target, "source": one.source}
            detail = {name: value for name, value in {**detail, "languages": languages}.items() if value}
            value = 0.0 - weights.penalty(one.spans)
            rating = Rating(names[key[1:3]], key[3], MQM, value, key[0], detail, tuple(one.spans))
            numbered.append((one.line, rating))
        contents = settle(path, numbered, source.options["ranges"])
        return replace(contents, findings=(*contents.findings, *_findings(path, segments)))

    def write(self, records: Sequence[Any], path: Path) -> None:
        """One row per error, the texts as far as the ratings hold them."""
        rows = [COLUMNS, *(row for one in records for row in _rows_of(one))]
        write_text(path, "".join("\t".join(cell.replace("\t", " ") for cell in row) + "\n" for row in rows))

    def recognise(self, head: bytes, path: Path) -> bool:
        """A header with system, seg_id, rater, category and severity between tabs."""
        first = head.decode("utf-8", "replace").removeprefix("\ufeff").split("\n", 1)[0]
        return set(NEEDED) <= {name.strip() for name in first.split("\t")}


@dataclass(slots=True)
class _RatedSegment:
    """What one rater marked in one system's translation of one segment, and the first line that says so."""

    line: int
    document: str
    target: str
    source: str
    spans: list[ErrorSpan] = field(default_factory=list)
    flawless: int = 0
    broken: list[int] = field(default_factory=list)
    unmarked: list[int] = field(default_factory=list)
    twice: list[int] = field(default_factory=list)
    other_text: list[int] = field(default_factory=list)


def _collected(path: Path) -> dict[Key, _RatedSegment]:
    segments: dict[Key, _RatedSegment] = {}
    for line, row in _rows(path):
        target, source = read_marks(row["target"]), read_marks(row.get("source", ""))
        key = (row["system"], row.get("doc", ""), row["seg_id"], row["rater"])
        first = _RatedSegment(line, row.get("doc", ""), target.text, source.text)
        one = segments.setdefault(key, first)
        if target.text != one.target:
            one.other_text.append(line)
        if target.broken or source.broken:
            one.broken.append(line)
        if row["category"].strip().lower() in NO_ERROR or row["severity"].strip().lower() in NO_ERROR:
            one.flawless = one.flawless or line
            continue
        marked, side = (source, SOURCE_SIDE) if source.span and not target.span else (target, TARGET_SIDE)
        if marked.span is None:
            one.unmarked.append(line)
        if source.span and target.span:
            one.twice.append(line)
        start, end = marked.span or (0, len(target.text))
        severity, category = plain_severity(row["severity"], path, line), row["category"].strip()
        missing = marked.span is not None and start == end
        places = (0, 0) if missing else (start, end)
        one.spans.append(ErrorSpan(*places, severity, category, TARGET_SIDE if missing else side, missing))
    return segments


def _rows(path: Path) -> Iterator[tuple[int, Row]]:
    lines = read_lines(path).lines
    header = [name.strip() for name in lines[0].split("\t")]
    missing = [name for name in NEEDED if name not in header]
    if missing:
        raise WrongFormatError(path, "mqm", f"the header lacks {', '.join(missing)}.", line=1)
    for number, line in enumerate(lines[1:], start=2):
        if not line.strip():
            continue
        cells = line.split("\t")
        # A comment left empty at the end of a line is often cut off by editors.
        if len(cells) not in (len(header), len(header) - 1):
            raise DataError(path, f"{len(header)} columns expected, found {len(cells)}.", line=number)
        row = dict(zip(header, cells, strict=False))
        for name in ("system", "seg_id", "rater"):
            if not row[name].strip():
                raise DataError(path, f"the {name} is empty.", line=number)
        yield number, row


def _item_names(segments: Mapping[Key, _RatedSegment]) -> dict[tuple[str, str], str]:
    """The segment's number where it is unique over documents, else with the document before it."""
    places = dict.fromkeys((document, segment) for _, document, segment, _ in segments)
    unique = len({segment for _, segment in places}) == len(places)
    return {place: place[1] if unique or not place[0] else f"{place[0]}:{place[1]}" for place in places}


def _findings(path: Path, segments: Mapping[Key, _RatedSegment]) -> Iterator[Finding]:
    every = segments.values()
    said = {
        "broken-span": (
            [n for one in every for n in one.broken],
            "<v> or </v> without its partner; the span was mended",
        ),
        "unmarked-error": ([n for one in every for n in one.unmarked], "an error without <v>; it covers the segment"),
        "marked-twice": (
            [n for one in every for n in one.twice],
            "one error marked in the source and in the target; the mark in the target counts",
        ),
        "different-text": (
            [n for one in every for n in one.other_text],
            "the target differs from the one on an earlier line of the same system, segment and rater",
        ),
        "contradiction": (
            [one.flawless for one in every if one.flawless and one.spans],
            "No-error beside errors by the same rater; the errors count",
        ),
    }
    for code, (lines, what) in said.items():
        if lines:
            shown = ", ".join(map(str, sorted(lines)[:5]))
            yield Finding(code, f"{path.name}, line {shown}: {what} ({len(lines)} in all).", count=len(lines))


def _rows_of(one: Rating) -> Iterator[tuple[str, ...]]:
    detail = {name: str(one.detail.get(name, "")) for name in ("document", "segment", "target", "source", "comment")}
    segment = detail["segment"] or one.item
    head = (one.system or "", detail["document"], "", segment, one.annotator)
    if not one.spans:
        yield (*head, detail["source"], detail["target"], NO_ERROR_ROW, NO_ERROR_ROW, detail["comment"])
    for span in one.spans:
        texts = {side: detail[side] for side in (SOURCE_SIDE, TARGET_SIDE)}
        text = texts[span.side]
        start, end = (len(text), len(text)) if span.missing else (span.start, span.end)
        texts[span.side] = f"{text[:start]}{OPEN}{text[start:end]}{CLOSE}{text[end:]}"
        severity = span.severity.capitalize()
        yield (*head, texts[SOURCE_SIDE], texts[TARGET_SIDE], span.category, severity, detail["comment"])
