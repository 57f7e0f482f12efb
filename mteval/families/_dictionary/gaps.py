"""What the gap between two systems is worth once missing gold targets are credited, by people or by what is at hand."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from itertools import combinations

from mteval.core.results import Report
from mteval.core.views import TextTable
from mteval.families._dictionary.waterfall import RankedCase
from mteval.human.dictionary_verdicts import UNRESOLVED, WordVerdict
from mteval.lexical.morphology import INFLECTION, SYNONYM, Relations
from mteval.statistics.corrected_gap import CorrectedGap, LoneWords, corrected_gap

FACTS = ("counted", "right", "judged", "judged_right", "credited")
ALL_PAIRS = 4
"""Up to so many systems every pair is shown; of more, the best one against each of the others."""
HEADER = ("gap in P@1", "as counted", "corrected", "interval", "p", "judged")

Verdicts = Mapping[tuple[str, str], WordVerdict]


@dataclass(frozen=True, slots=True)
class EstimateCheck:
    """How the estimate did on judged words: right ones and how many of them it credits, wrong ones and likewise."""

    right: int = 0
    found: int = 0
    wrong: int = 0
    credited: int = 0

    def __add__(self, other: EstimateCheck) -> EstimateCheck:
        """Both together."""
        counts = zip(astuple(self), astuple(other), strict=True)
        return EstimateCheck(*(one + more for one, more in counts))


@dataclass(frozen=True, slots=True)
class CorrectedPair:
    """Two systems: the gap corrected by people's verdicts (None where there are none), and by what is at hand."""

    a: str
    b: str
    by_people: CorrectedGap | None
    judged: str
    by_enrichment: CorrectedGap
    estimate: EstimateCheck


def first_word_facts(cases: Sequence[RankedCase], relations: Relations, verdicts: Verdicts) -> dict[str, list[int]]:
    """What became of each case's best candidate, 0 or 1 in the order of the cases.

    Whether the case counts; whether a gold target came first; whether people judged the candidate, and found it right;
    whether it is a form or a synonym of a gold target as far as known.
    """
    columns: dict[str, list[int]] = {name: [] for name in FACTS}
    for case in cases:
        right, counted = case.mark
        verdict = verdicts.get((case.source, case.best or ""))
        if verdict is not None and verdict.verdict == UNRESOLVED:
            verdict = None
        found = (
            counted,
            right,
            verdict is not None,
            verdict is not None and verdict.right,
            _credited_by(case, relations),
        )
        for name, value in zip(FACTS, found, strict=True):
            columns[name].append(int(value))
    return columns


def _credited_by(case: RankedCase, relations: Relations) -> bool:
    if not case.best:
        return False
    return relations.relation(case.best, case.every or case.words) in (INFLECTION, SYNONYM)


def gap_tables(reports: Sequence[Report]) -> Iterator[TextTable]:
    """The gap of every pair of systems as a table; nothing for reports that do not hold the words."""
    found = list(gaps(reports))
    if not found:
        return
    rows = []
    for one in found:
        name = f"{one.a} − {one.b}"
        if one.by_people is not None:
            rows.append((name, *_cells(one.by_people), one.judged))
        rows.append((name, *_cells(one.by_enrichment), "estimate"))
    yield TextTable(HEADER, tuple(rows), _note(found))


def gaps(reports: Sequence[Report]) -> Iterator[CorrectedPair]:
    """Every pair, or the best system against the others where there are many."""
    held = [report for report in reports if report.extras.get("first_words")]
    if len(held) > ALL_PAIRS:
        best = max(held, key=lambda report: sum(report.extras["first_words"]["right"]))
        pairs = [(best, other) for other in held if other is not best]
    else:
        pairs = list(combinations(held, 2))
    for one, other in pairs:
        first, second = one.extras["first_words"], other.extras["first_words"]
        if len(first["right"]) == len(second["right"]):
            yield _gap((str(one.system["name"]), str(other.system["name"])), first, second)


def _gap(
    names: tuple[str, str], first: Mapping[str, Sequence[int]], second: Mapping[str, Sequence[int]]
) -> CorrectedPair:
    both = [i for i, (a, b) in enumerate(zip(first["counted"], second["counted"], strict=True)) if a and b]
    lone = (
        [i for i in both if first["right"][i] and not second["right"][i]],
        [i for i in both if second["right"][i] and not first["right"][i]],
    )
    others = (second, first)
    people = [_judged(words, other) for words, other in zip(lone, others, strict=True)]
    credited = [_credited(words, other) for words, other in zip(lone, others, strict=True)]
    judged = sum(one.judged for one in people)
    checked = (_check(words, other) for words, other in zip(lone, others, strict=True))
    return CorrectedPair(
        *names,
        corrected_gap(len(both), *people) if judged else None,
        f"{judged} of {sum(one.words for one in people)}",
        corrected_gap(len(both), *credited),
        sum(checked, EstimateCheck()),
    )


def _check(words: Sequence[int], other: Mapping[str, Sequence[int]]) -> EstimateCheck:
    judged = [i for i in words if other["judged"][i]]
    right = [other["credited"][i] for i in judged if other["judged_right"][i]]
    wrong = [other["credited"][i] for i in judged if not other["judged_right"][i]]
    return EstimateCheck(len(right), sum(right), len(wrong), sum(wrong))


def _judged(words: Sequence[int], other: Mapping[str, Sequence[int]]) -> LoneWords:
    judged = [i for i in words if other["judged"][i]]
    return LoneWords(len(words), len(judged), sum(other["judged_right"][i] for i in judged))


def _credited(words: Sequence[int], other: Mapping[str, Sequence[int]]) -> LoneWords:
    return LoneWords(len(words), len(words), sum(other["credited"][i] for i in words))


def _cells(gap: CorrectedGap) -> tuple[str, ...]:
    if math.isnan(gap.corrected):
        return f"{gap.counted:+.2%}", "–", "–", "–"
    low, high = gap.interval
    p = "<0.001" if gap.p_value < 0.001 else f"{gap.p_value:.3f}"
    return f"{gap.counted:+.2%}", f"{gap.corrected:+.2%}", f"[{low:+.2%}, {high:+.2%}]", p


def _note(found: Sequence[CorrectedPair]) -> str:
    """How to read the table."""
    note = (
        "words that one system alone got are taken back where the other's best word is right too. Estimate: forms and synonyms "
        "of gold targets as far as known, so at least so many are taken back"
    )
    seen = sum((one.estimate for one in found), EstimateCheck())
    if not seen.right + seen.wrong:
        return f"{note}; give people's verdicts with --set judgements=FILE"
    return (
        f"{note}; of the words that people judged it found {seen.found} of {seen.right} right ones "
        f"and took {seen.credited} of {seen.wrong} wrong ones for right"
    )
