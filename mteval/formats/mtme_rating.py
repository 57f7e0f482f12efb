"""Error spans as mt-metrics-eval keeps them: `human-scores/LP.NAME.seg.rating` (or `.rating`).

Each line is `SYSTEM<TAB>JSON`, or `SYSTEM<TAB>JSON<TAB>RATER`; the JSON is `{"errors": [{"start", "end", "category",
"severity", "score", "is_source_error"}]}`, and `None` stands for a segment nobody rated. A system's lines come in
segment order. The rating is minus the sum of the errors' own scores, or of the weights where an error has none.
Documents, domains and outputs of the test set are read where they stand beside the file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import fsum
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.evidence import Rating
from mteval.core.options import Option
from mteval.core.protocols import Contents
from mteval.core.results import Finding
from mteval.core.suites import SuiteSource
from mteval.human.error_spans import TARGET_SIDE, error_of_span, shown_value, span_of_error
from mteval.human.mqm_weights import WEIGHTS, MqmWeights, parse_weights
from mteval.human.ratings import MQM, RANGES, settle
from mteval.human.span_files import rated_lines
from mteval.text.lines import read_lines
from mteval.text.numbers import whole_number
from mteval.text.packed import is_input
from mteval.text.writing import write_text

NAME = re.compile(r"^(?:(?P<pair>[^.]+)\.)?(?P<name>.+?)(?:\.seg)?\.rating$")
LARGEST_SCORE = 1e9
Numbered = list[tuple[int, Rating]]


@registry.formats.register("mtme-rating")
class MtmeRating:
    """Reads and writes mt-metrics-eval's ratings."""

    family: ClassVar[str] = "human"
    options: ClassVar[tuple[Option, ...]] = (RANGES, WEIGHTS)

    def read(self, source: SuiteSource) -> Contents:
        """One rating per system and segment that was rated."""
        path = source.files["data"]
        beside = _TestSet.beside(path)
        numbered = list(_ratings(path, beside, parse_weights(source.options["weights"])))
        if not numbered:
            raise DataError(path, "holds no ratings, only None.")
        contents = settle(path, numbered, source.options["ranges"])
        findings = (*contents.findings, *_outside(path, beside, numbered))
        return replace(contents, findings=findings, files=beside.files)

    def write(self, records: Sequence[Any], path: Path) -> None:
        """The lines of each system, None where a segment was not rated; items must be segment numbers."""
        numbers = [one for one in records if whole_number(str(one.item))]
        if len(numbers) < len(records):
            raise DataError(path, "mt-metrics-eval numbers segments from 1, but some items have other names.")
        last = max(int(one.item) for one in records)
        given = {(one.system or "", one.annotator, int(one.item)): one for one in records}
        lines = []
        for system, rater in dict.fromkeys((system, rater) for system, rater, _ in given):
            for segment in range(1, last + 1):
                one = given.get((system, rater, segment))
                errors = {"errors": [_error(span) for span in one.spans]} if one else None
                lines.append(f"{system}\t{json.dumps(errors) if errors else None}\t{rater}\n")
        write_text(path, "".join(lines))

    def recognise(self, head: bytes, path: Path) -> bool:
        """A name that ends in .rating, or lines of a system and its errors."""
        first = head.split(b"\n", 1)[0]
        return path.name.removesuffix(".gz").endswith(".rating") and (b'{"errors"' in head or b"\tNone" in first)


@dataclass(frozen=True, slots=True)
class _TestSet:
    """What stands beside a rating file in mt-metrics-eval's folders."""

    pair: str
    rater: str
    documents: tuple[tuple[str, str], ...] = ()
    outputs: Path | None = None
    files: tuple[Path, ...] = ()

    @classmethod
    def beside(cls, path: Path) -> _TestSet:
        match = NAME.match(path.name.removesuffix(".gz"))
        pair = (match["pair"] if match else "") or ""
        rater = match["name"] if match else path.stem
        folder = path.parent.parent
        table, outputs = folder / "documents" / f"{pair}.docs", folder / "system-outputs" / pair
        found = outputs if pair and outputs.is_dir() else None
        if not pair or not table.is_file():
            return cls(pair if "-" in pair else "", rater, (), found)
        rows = [tuple(line.split("\t", 1)) for line in read_lines(table).lines]
        return cls(pair, rater, tuple((row[0], row[-1]) for row in rows), found, (table,))

    def detail(self, segment: int) -> dict[str, Any]:
        """What is known of a segment, counted from 1."""
        known: dict[str, Any] = {"segment": str(segment)}
        if self.pair:
            known["languages"] = self.pair
        if self.documents:
            known["domain"], known["document"] = self.documents[segment - 1]
        return known


def _ratings(path: Path, beside: _TestSet, weights: MqmWeights) -> Iterator[tuple[int, Rating]]:
    counts: dict[tuple[str, str], int] = {}
    for one in rated_lines(path):
        who = (one.system, one.rater or beside.rater)
        segment = counts[who] = counts.get(who, 0) + 1
        if beside.documents and segment > len(beside.documents):
            problem = f"'{one.system}' has more ratings than the {len(beside.documents)} segments of the test set."
            raise DataError(path, problem, line=one.line)
        if one.errors is not None:
            yield one.line, _rating((*who, segment), one.errors, (beside, weights), (path, one.line))


def _rating(
    who: tuple[str, str, int],
    errors: Sequence[dict[str, Any]],
    means: tuple[_TestSet, MqmWeights],
    place: tuple[Path, int],
) -> Rating:
    system, rater, segment = who
    beside, weights = means
    spans = tuple(span_of_error(error, *place) for error in errors)
    costs = [
        weights.of(span) if error.get("score") is None else _own_score(error["score"], *place)
        for error, span in zip(errors, spans, strict=True)
    ]
    return Rating(str(segment), rater, MQM, 0.0 - fsum(costs), system, beside.detail(segment), spans)


def _own_score(given: object, path: Path, line: int) -> float:
    if isinstance(given, int | float) and not isinstance(given, bool) and abs(given) <= LARGEST_SCORE:
        return float(given)
    raise DataError(path, f"the score of an error is {shown_value(given)}, not a number.", line=line)


def _error(span: Any) -> dict[str, Any]:
    """An error as mt-metrics-eval writes it: whether it is in the source, and two ends also where something is missing."""
    error = error_of_span(span)
    side = error.pop("side")
    return {"start": span.start, "end": span.end, **error, "is_source_error": side != TARGET_SIDE}


def _outside(path: Path, beside: _TestSet, numbered: Numbered) -> Iterator[Finding]:
    """Spans that end after the output they are in, and systems without outputs."""
    if beside.outputs is None:
        return
    files = {one.system: beside.outputs / f"{one.system}.txt" for _, one in numbered}
    unknown = sorted(str(system) for system, file in files.items() if not is_input(file))
    if unknown:
        message = f"{path.name} rates {len(unknown)} systems that have no outputs: {', '.join(unknown[:10])}."
        yield Finding("unknown-system", message, count=len(unknown), cases=tuple(unknown[:10]))
    outputs = {system: read_lines(file).lines for system, file in files.items() if is_input(file)}
    late = []
    for line, one in numbered:
        lines = outputs.get(one.system)
        if lines is None:
            continue
        if int(one.item) > len(lines):
            raise DataError(path, f"'{one.system}' has only {len(lines)} outputs.", line=line)
        if any(span.side == TARGET_SIDE and span.end > len(lines[int(one.item) - 1]) for span in one.spans):
            late.append(line)
    if late:
        message = f"{path.name}, line {', '.join(map(str, late[:5]))}: a span ends after its text ({len(late)} in all)."
        yield Finding("span-outside-text", message, count=len(late))
