"""What happened to each case: for the per-case file, the case browser and later comparisons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import repeat
from typing import Any, overload

import numpy as np

from mteval.core.columns import Columns
from mteval.core.evidence import Comparison, Evidence, Outcome, Ranking, Skipped, Verdict
from mteval.core.protocols import Statistics
from mteval.core.queries import UNRANKED, Answer, Classify, Query, RankedWords, Translation
from mteval.core.results import CaseResult
from mteval.core.suites import Case, SegmentCases, Suite
from mteval.evaluation.opened import NamedMetric
from mteval.statistics.resampling import Observation

PORTION = 1 << 12


class CaseResults(Sequence[CaseResult]):
    """The results of very many cases, made a portion at a time when they are looked at."""

    def __init__(
        self,
        suite: Suite,
        answers: Sequence[Answer],
        evidence: Sequence[Evidence],
        metrics: Sequence[NamedMetric],
        observed: Sequence[Observation],
    ) -> None:
        self._suite, self._answers, self._evidence = suite, answers, evidence
        self._metrics, self._observed = metrics, observed

    def __len__(self) -> int:
        return len(self._suite.cases)

    @overload
    def __getitem__(self, place: int) -> CaseResult: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[CaseResult]: ...
    def __getitem__(self, place: int | slice) -> CaseResult | Sequence[CaseResult]:
        if isinstance(place, slice):
            return [self[one] for one in range(len(self))[place]]
        at = range(len(self))[place]
        return self._between(at, at + 1)[0]

    def __iter__(self) -> Iterator[CaseResult]:
        for start in range(0, len(self), PORTION):
            yield from self._between(start, min(start + PORTION, len(self)))

    def scan_scores(self) -> Iterator[tuple[str, Mapping[str, float]]]:
        """Each case's id and scores, in order."""
        return ((case.id, case.scores) for case in self)

    def _between(self, start: int, stop: int) -> Sequence[CaseResult]:
        places = np.arange(start, stop)
        observed = [one.part(places) for one in self._observed]
        if _of_texts(self._answers, Translation) and _of_texts(self._evidence, Comparison):
            return list(self._of_columns(slice(start, stop), observed))
        return _case_results(
            replace(self._suite, cases=self._suite.cases[start:stop]),
            self._answers[start:stop],
            self._evidence[start:stop],
            self._metrics,
            observed,
        )

    def _of_columns(self, span: slice, observed: Sequence[Observation]) -> Iterator[CaseResult]:
        """The same from the columns, without an object for each case, answer and comparison."""
        cases: Any = self._suite.cases
        compared: Any = self._evidence
        texts, references, _ = (column[span] for column in compared.columns)
        specs = [str(named.spec) for named in self._metrics]
        statistics = [one.statistics for one in observed]
        known = cases.ids[span], cases.tags[span], (source or "" for source in cases.sources[span])
        count = len(texts)
        numbers = _scores(self._metrics, statistics, count), _rows(specs, statistics, count)
        for name, tags, source, own, text, scores, rows in zip(*known, references, texts, *numbers, strict=True):
            yield CaseResult(name, "scored", tags, source, own, text, scores, rows)


def _of_texts(items: Sequence[Any], kind: type) -> bool:
    return isinstance(items, Columns) and items.kind is kind


def case_results(
    suite: Suite,
    answers: Sequence[Answer],
    evidence: Sequence[Evidence],
    metrics: Sequence[NamedMetric],
    observed: Sequence[Observation],
) -> Sequence[CaseResult]:
    """One result per case, in suite order."""
    plain = all(one.statistics.strata is None and not one.statistics.details for one in observed)
    many = isinstance(suite.cases, SegmentCases) and plain
    return (CaseResults if many else _case_results)(suite, answers, evidence, metrics, observed)


def _case_results(
    suite: Suite,
    answers: Sequence[Answer],
    evidence: Sequence[Evidence],
    metrics: Sequence[NamedMetric],
    observed: Sequence[Observation],
) -> Sequence[CaseResult]:
    specs = [str(named.spec) for named in metrics]
    statistics = [one.statistics for one in observed]
    scores, rows = _scores(metrics, statistics, len(answers)), _rows(specs, statistics, len(answers))
    strata = {spec: _strata(table) for spec, table in zip(specs, statistics, strict=True)}
    return tuple(
        CaseResult(
            id=case.id,
            outcome=outcome_of(one),
            tags=case.tags,
            source=source_text(case.query),
            references=_references(case, one),
            answer=answer_text(answer),
            scores=scores[i],
            statistics=rows[i],
            strata={spec: names[i] for spec, names in strata.items() if names and names[i]},
            detail={**_detail(one), **_judged(specs, statistics, i)},
        )
        for i, (case, answer, one) in enumerate(zip(suite.cases, answers, evidence, strict=True))
    )


def _scores(metrics: Sequence[NamedMetric], statistics: Sequence[Statistics], count: int) -> list[dict[str, float]]:
    """Each case's scores, of the metrics that give any; none where there is no value."""
    found = {str(named.spec): named.metric.per_case(table) for named, table in zip(metrics, statistics, strict=True)}
    columns = {spec: values for spec, values in found.items() if values is not None}
    rows = zip(*(values.tolist() for values in columns.values()), strict=True) if columns else repeat((), count)
    scores = [dict(zip(columns, row, strict=True)) for row in rows]
    for spec, values in columns.items():
        for place in np.flatnonzero(np.isnan(values)).tolist():
            del scores[place][spec]
    return scores


def _rows(
    specs: Sequence[str], statistics: Sequence[Statistics], count: int
) -> list[dict[str, tuple[float, ...] | None]]:
    """Each case's row of every metric, None where it was not counted."""
    columns = [
        [tuple(row) if seen else None for row, seen in zip(table.rows.tolist(), table.counted.tolist(), strict=True)]
        for table in statistics
    ]
    rows = zip(*columns, strict=True) if columns else repeat((), count)
    return [dict(zip(specs, row, strict=True)) for row in rows]


def _judged(specs: Sequence[str], statistics: Sequence[Statistics], place: int) -> Mapping[str, Any]:
    """What metrics saw of one case beside its score."""
    seen = {spec: table.details[place] for spec, table in zip(specs, statistics, strict=True) if table.details}
    kept = {spec: dict(detail) for spec, detail in seen.items() if detail}
    return {"seen": kept} if kept else {}


def _strata(table: Statistics) -> list[str]:
    if table.strata is None:
        return []
    return [table.strata_names[index] if index >= 0 else "" for index in table.strata.tolist()]


def outcome_of(evidence: Evidence) -> str:
    """The case's outcome in one word."""
    if isinstance(evidence, Verdict):
        return evidence.outcome.value
    if isinstance(evidence, Ranking):
        if not evidence.in_vocabulary:
            return Outcome.UNDECIDED.value
        return Outcome.PASSED.value if 1 in evidence.ranks else Outcome.FAILED.value
    return Outcome.SKIPPED.value if isinstance(evidence, Skipped) else "scored"


def source_text(query: Query) -> str:
    """What the system was given."""
    text: str = " ⏎ ".join(query.texts) if isinstance(query, Classify) else query.source
    return text


def answer_text(answer: Answer) -> Any:
    """The answer as it goes into the per-case file; a rank that was not looked for is null."""
    if isinstance(answer, Translation):
        return answer.text if answer.lemmas is None else {"text": answer.text, "lemmas": answer.lemmas}
    if isinstance(answer, RankedWords):
        return {**asdict(answer), "gold_ranks": [None if rank == UNRANKED else rank for rank in answer.gold_ranks]}
    return asdict(answer)


def _references(case: Case, evidence: Evidence) -> tuple[str, ...]:
    return evidence.references if isinstance(evidence, Comparison) else gold_references(case)


def gold_references(case: Case) -> tuple[str, ...]:
    """The references a case has before anything is answered."""
    reference = getattr(case.gold, "reference", None) or getattr(case.gold, "references", None)
    if isinstance(reference, str):
        return (reference,)
    return tuple(reference) if reference else ()


def _detail(evidence: Evidence) -> Mapping[str, Any]:
    if isinstance(evidence, Skipped):
        return {"skipped": evidence.reason}
    return evidence.detail if isinstance(evidence, (Verdict, Ranking)) else {}
