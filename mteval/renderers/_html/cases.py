"""The cases of one suite as the page holds them: columns of scores and outcomes, and texts in blocks opened one by one."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mteval.core.results import CaseResult, Report, Score
from mteval.human.error_spans import SOURCE_SIDE, TARGET_SIDE, error_of_span
from mteval.human.marked_text import TextPiece, error_label, text_pieces
from mteval.human.metric_errors import metric_errors
from mteval.renderers._html.packing import pack, pack_json, pack_numbers
from mteval.text.words import unicode_words

BLOCK_BYTES = 1 << 18
MISSING = "missing"
Marks = tuple[str, str, Sequence[TextPiece], Sequence[TextPiece], str]
"""A metric, shortly and in full, the pieces of translation and source under its errors, and errors without a place."""
CaseTexts = tuple[str, Sequence[str], Sequence[str], Sequence[str], Sequence[Sequence[Marks]]]
"""Source, references, contrasts, the systems' answers, and what metrics marked in these."""


@dataclass(frozen=True, slots=True)
class CaseTable:
    """All systems' results case by case, the systems in the order they are shown."""

    ids: tuple[str, ...]
    reports: tuple[Report, ...]
    found: tuple[Mapping[str, CaseResult], ...]

    def first(self, case: str) -> CaseResult:
        """The case as the first system that has it was given it."""
        return next(own[case] for own in self.found if case in own)

    @property
    def positions(self) -> dict[str, int]:
        """Where each case stands."""
        return {case: place for place, case in enumerate(self.ids)}


@dataclass(frozen=True, slots=True)
class CaseData:
    """Packed data by name, and what the page must know to open it."""

    facts: dict[str, Any]
    parts: dict[str, str]


def case_table(reports: Sequence[Report]) -> CaseTable:
    """The cases of all reports, in the order they are met."""
    found = tuple({case.id: case for case in report.cases} for report in reports)
    return CaseTable(tuple(dict.fromkeys(case for own in found for case in own)), tuple(reports), found)


def case_data(table: CaseTable, budget: int) -> CaseData:
    """Everything the page shows of single cases; texts only as far as they fit the budget of signs."""
    metrics, columns = _score_columns(table)
    outcomes, outcome_columns = _outcome_columns(table)
    parts = {"index": pack_json(_index(table)), **columns, **outcome_columns}
    blocks, starts = _blocks(table, budget - sum(map(len, parts.values())))
    facts = {
        "cases": len(table.ids),
        "scored": metrics,
        "outcomes": outcomes,
        "blocks": starts,
        "references": max((len(table.first(case).references) for case in table.ids), default=0),
    }
    return CaseData(facts, parts | blocks)


def _index(table: CaseTable) -> dict[str, Any]:
    firsts = [table.first(case) for case in table.ids]
    tags = [[f"{tag}: {value}" for tag, values in case.tags.items() for value in values] for case in firsts]
    names = sorted({name for own in tags for name in own})
    number = {name: place for place, name in enumerate(names)}
    return {
        "ids": table.ids,
        "tags": names,
        "tagged": [[number[name] for name in own] for own in tags],
        "lengths": [_length(case) for case in firsts],
    }


def _length(case: CaseResult) -> int:
    """Words of the first reference, or of the source where there is none."""
    return len(unicode_words(case.references[0] if case.references else case.source or ""))


def _score_columns(table: CaseTable) -> tuple[list[dict[str, Any]], dict[str, str]]:
    metrics: list[dict[str, Any]] = []
    parts = {}
    for score in _sentence_metrics(table):
        packed = [pack_numbers(_scores(table, own, score.spec), score.scale.decimals) for own in table.found]
        for system, column in enumerate(packed):
            parts[f"score-{len(metrics)}-{system}"] = column.text
        metrics.append(
            {
                "spec": score.spec,
                "higher": score.higher_is_better,
                "decimals": score.scale.decimals,
                "places": [column.places for column in packed],
            }
        )
    return metrics, parts


def _sentence_metrics(table: CaseTable) -> list[Score]:
    """The metrics that score single cases, in the order they were asked for."""
    asked = {score.spec: score for report in table.reports for score in report.scores}
    known = {spec for own in table.found for case in own.values() for spec in case.scores}
    return [score for spec, score in asked.items() if spec in known]


def _scores(table: CaseTable, own: Mapping[str, CaseResult], spec: str) -> Iterator[float]:
    for case in table.ids:
        yield own[case].scores.get(spec, math.nan) if case in own else math.nan


def _outcome_columns(table: CaseTable) -> tuple[list[str], dict[str, str]]:
    names = sorted({case.outcome for own in table.found for case in own.values()} | {MISSING})
    number = {name: place for place, name in enumerate(names)}
    columns = {
        f"outcome-{system}": pack(bytes(number[own[case].outcome if case in own else MISSING] for case in table.ids))
        for system, own in enumerate(table.found)
    }
    return names, columns


def _blocks(table: CaseTable, budget: int) -> tuple[dict[str, str], list[int]]:
    """Blocks of texts by name, and where each begins; the last number is where the texts end."""
    blocks: dict[str, str] = {}
    starts = [0]
    for texts in _chunks(table):
        block = pack(("[" + ",".join(texts) + "]").encode("utf-8", "replace"))
        budget -= len(block)
        if budget < 0:
            break
        blocks[f"block-{len(blocks)}"] = block
        starts.append(starts[-1] + len(texts))
    return blocks, starts


def _chunks(table: CaseTable) -> Iterator[list[str]]:
    """Cases as JSON, so many at a time that a page opens them without a pause."""
    held: list[str] = []
    size = 0
    for case in table.ids:
        text = json.dumps(_texts(table, case), ensure_ascii=False, separators=(",", ":"))
        held.append(text)
        size += len(text)
        if size >= BLOCK_BYTES:
            yield held
            held, size = [], 0
    if held:
        yield held


def _texts(table: CaseTable, case: str) -> CaseTexts:
    first = table.first(case)
    details = [own[case].detail for own in table.found if case in own]
    # A case that a system skipped has no detail there.
    contrasts = next((detail["contrasts"] for detail in details if detail.get("contrasts")), ())
    return (
        first.source or "",
        list(first.references),
        [str(text) for text in contrasts] if isinstance(contrasts, list | tuple) else [],
        [answer_text(own[case].answer) if case in own else "" for own in table.found],
        [_marks(own[case]) if case in own else () for own in table.found],
    )


def _marks(case: CaseResult) -> list[Marks]:
    """The errors that metrics marked in a translation, as text cut where they begin and end."""
    found: list[Marks] = []
    for one in metric_errors(case):
        errors = [error_of_span(span) for span in one.spans]
        target, source = ([error for error in errors if error["side"] == side] for side in (TARGET_SIDE, SOURCE_SIDE))
        missing = "; ".join(error_label(error) for error in errors if error.get("missing"))
        pieces = text_pieces(answer_text(case.answer), target)
        others = text_pieces(case.source or "", source) if any("start" in error for error in source) else []
        found.append((one.metric.partition("?")[0], one.metric, pieces, others, missing))
    return found


def answer_text(answer: Any) -> str:
    """An answer as a reader wants to see it."""
    if isinstance(answer, str):
        return answer
    if not isinstance(answer, dict):
        return "" if answer is None else str(answer)
    for key in ("text", "label"):
        if key in answer:
            return str(answer[key])
    if answer.get("candidates"):
        return ", ".join(str(one["word"]) for one in answer["candidates"] if isinstance(one, dict) and "word" in one)
    if "values" in answer:
        return "  ".join(f"{value:.3f}" if isinstance(value, int | float) else "–" for value in answer["values"])
    return str(answer.get("reason", ""))
