"""The triage of a run: what every system translated, and the references, laid before the detectors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import TypeVar

import numpy as np

from mteval.core.evidence import Comparison, Evidence
from mteval.core.queries import Answer, Translate, Translation
from mteval.core.results import Finding
from mteval.core.suites import Case, SegmentCases, Suite
from mteval.evaluation.cases import gold_references
from mteval.evaluation.triage import (
    Normal,
    Rescore,
    Rescored,
    TranslatedBatch,
    empty_lines,
    triage,
    triage_references,
    triage_scores,
    triage_texts,
)
from mteval.evaluation.triage.symptom import named
from mteval.statistics.resampling import Observation
from mteval.text.processes import in_processes
from mteval.text.spread import VARIABLE, Span, size_of, spread

Item = TypeVar("Item")

PORTION = 1 << 15
MODEL = "model"
"""The option by which a metric says that it asks a model, which is too dear to be asked twice."""


@dataclass(frozen=True, slots=True)
class TranslatedCases:
    """What one system answered and how it was judged, with what the metrics asked for observed."""

    answers: Sequence[Answer]
    evidence: Sequence[Evidence]
    observed: Sequence[Observation]

    def texts(self, places: Sequence[int]) -> tuple[str, ...]:
        """The translations of some cases, empty where there is none."""
        chosen = (self.answers[place] for place in places)
        return tuple(answer.text if isinstance(answer, Translation) else "" for answer in chosen)

    def part(self, spans: Sequence[Span]) -> TranslatedCases:
        """The same of the cases in some spans."""
        places = np.concatenate([np.arange(start, stop) for start, stop in spans])
        observed = [one.part(places) for one in self.observed]
        return TranslatedCases(_within(self.answers, spans), _within(self.evidence, spans), observed)


def garbage(suite: Suite, systems: Sequence[TranslatedCases]) -> list[tuple[Finding, ...]]:
    """What is wrong with the references and with the translations, per system; nothing where a suite asks for no translation.

    Very many segments are looked at a portion at a time, by several processes; of more than can be looked at in a short
    time, blocks spread over all of them, and every line only for being empty.
    """
    if not isinstance(suite.cases, SegmentCases):
        return _garbage(suite, systems)
    portions = _portions(len(suite.cases))
    tasks = (_texts(*_portion(suite, systems, spans)) for spans in portions)
    found: list[list[PortionFindings]] = [[] for _ in systems]
    looked = sum(map(size_of, portions))
    for spans, (of_references, told) in zip(portions, in_processes(_of_texts, tasks, looked), strict=True):
        for number, (findings, suspected) in enumerate(told):
            again = _scored_again(*_portion(suite, systems, spans), number) if suspected else ()
            found[number].append((of_references, (*findings, *again)))
    in_all = looked == len(suite.cases)
    lines = f"all {looked} lines" if in_all else f"the {looked} lines looked at"
    joined = [tuple(_of_portions(own, lines)) for own in found]
    if in_all:
        return joined
    return [
        (*_of_every_line(suite.cases, one, looked), *(finding for finding in own if finding.code != empty_lines.CODE))
        for one, own in zip(systems, joined, strict=True)
    ]


def _of_every_line(cases: SegmentCases, system: TranslatedCases, looked: int) -> Iterator[Finding]:
    """That not every line was looked at for all that can be wrong, and which of all lines are empty."""
    message = (
        f"{looked} of {len(cases)} lines, in blocks spread over all of them, were looked at for defects; every line only for "
        f"being empty. {VARIABLE}=all looks at every line for all, which takes minutes."
    )
    yield Finding("looked-at-in-part", message, looked)
    texts = (answer.text if isinstance(answer, Translation) else "-" for answer in system.answers)
    blank = empty_lines.blank_lines(texts)
    empty = [line for line in blank if empty_lines.says_something(cases.sources[line] or "", cases.references[line])]
    if empty:
        ids = tuple(cases.ids[line] for line in empty)
        counted = f"{len(empty)} of {len(cases)} translations"
        yield Finding(empty_lines.CODE, empty_lines.told(counted, named(ids), len(empty)), len(empty), ids)


def _portions(count: int) -> list[list[Span]]:
    """Spans of one length, so that the last portion is not too short to tell what is usual; or blocks from everywhere in each."""
    spans = spread(count)
    number = max(1, round(size_of(spans) / PORTION))
    if len(spans) > 1:
        return [spans[start::number] for start in range(number)]
    edges = [count * one // number for one in range(number + 1)]
    return [[span] for span in pairwise(edges)]


def _portion(
    suite: Suite, systems: Sequence[TranslatedCases], spans: Sequence[Span]
) -> tuple[Suite, list[TranslatedCases]]:
    return replace(suite, cases=_within(suite.cases, spans)), [one.part(spans) for one in systems]


def _within(items: Sequence[Item], spans: Sequence[Span]) -> Sequence[Item]:
    return tuple(chain.from_iterable(items[start:stop] for start, stop in spans))


PortionFindings = tuple[Sequence[Finding], Sequence[Finding]]
"""What is wrong with the references of a portion, and with its translations."""
Texts = tuple[TranslatedBatch | None, list[TranslatedBatch | None]]
"""What is to be looked at: the references, and each system's translations."""


def _texts(suite: Suite, systems: Sequence[TranslatedCases]) -> Texts:
    places = _questions(suite.cases)
    if not places or not systems:
        return None, [None] * len(systems)
    batches = [_batch_of(suite, places, systems, number) for number in range(len(systems))]
    return _reference_batch(suite, places, systems), [one and replace(one, rescore=None) for one in batches]


def _of_texts(texts: Texts) -> tuple[list[Finding], list[tuple[list[Finding], bool]]]:
    """What can be said without scoring again, and of each system whether something should be."""
    of_references, of_systems = texts
    told: list[tuple[list[Finding], bool]] = [triage_texts(one) if one else ([], False) for one in of_systems]
    return triage_references(of_references) if of_references else [], told


def _scored_again(suite: Suite, systems: Sequence[TranslatedCases], number: int) -> list[Finding]:
    batch = _batch_of(suite, _questions(suite.cases), systems, number)
    return triage_scores(batch) if batch else []


def _of_portions(portions: Sequence[PortionFindings], lines: str) -> Iterator[Finding]:
    """One finding for each defect of the references, and for each of the translations."""
    if len(portions) == 1:
        yield from chain(*portions[0])
        return
    for side in zip(*portions, strict=True):
        for code in dict.fromkeys(finding.code for findings in side for finding in findings):
            yield _joined([[finding for finding in findings if finding.code == code] for findings in side], lines)


def _joined(portions: Sequence[Sequence[Finding]], lines: str) -> Finding:
    """What is said of the portion that has a defect most, and how many cases have it in all."""
    several = list(chain.from_iterable(portions))
    worst = max(several, key=lambda finding: finding.count)
    cases = tuple(dict.fromkeys(case for finding in several for case in finding.cases))
    message = (
        f"{worst.message} This is said of one of {len(portions)} portions that were looked at one by one; "
        f"{len(cases)} of {lines} have it, in {sum(map(bool, portions))} of the portions."
    )
    return Finding(worst.code, message, len(cases), cases)


def _garbage(suite: Suite, systems: Sequence[TranslatedCases]) -> list[tuple[Finding, ...]]:
    places = _questions(suite.cases)
    if not places or not systems:
        return [()] * len(systems)
    of_references = triage_references(_reference_batch(suite, places, systems))
    batches = (_batch_of(suite, places, systems, number) for number in range(len(systems)))
    return [(*of_references, *(triage(batch) if batch else ())) for batch in batches]


def _reference_batch(suite: Suite, places: Sequence[int], systems: Sequence[TranslatedCases]) -> TranslatedBatch:
    first, *others = [one.texts(places) for one in systems]
    return replace(_batch(suite, places), translations=first, others=tuple(others))


def suspicious_references(suite: Suite) -> list[Finding]:
    """What is wrong with the references of a suite, before any system is asked."""
    places = _questions(suite.cases)
    return triage_references(_batch(suite, places)) if places else []


def _questions(cases: Sequence[Case]) -> list[int]:
    """The cases that ask for a translation, of those that share a question the first."""
    seen: set[int] = set()
    places = []
    for place, case in enumerate(cases):
        if isinstance(case.query, Translate) and case.question not in seen:
            places.append(place)
            seen.update(() if case.question is None else (case.question,))
    return places


def _batch(suite: Suite, places: Sequence[int]) -> TranslatedBatch:
    """The cases with nothing translated yet."""
    cases = [suite.cases[place] for place in places]
    sources = tuple(case.query.source if isinstance(case.query, Translate) else "" for case in cases)
    references = tuple(map(gold_references, cases))
    languages = suite.source.languages
    return TranslatedBatch(
        ids=tuple(case.id for case in cases),
        translations=("",) * len(cases),
        sources=sources if any(map(str.strip, sources)) else (),
        references=references if any(references) else (),
        source_language=languages[0] if len(languages) > 1 else "",
        target_language=languages[-1] if languages else "",
    )


def _batch_of(
    suite: Suite, places: Sequence[int], systems: Sequence[TranslatedCases], number: int
) -> TranslatedBatch | None:
    """The cases that one system translated; None where it translated none."""
    own = systems[number]
    answered = [place for place in places if isinstance(own.answers[place], Translation)]
    if not answered:
        return None
    return replace(
        _batch(suite, answered),
        translations=own.texts(answered),
        others=tuple(one.texts(answered) for one in systems if one is not own),
        rescore=_rescoring(own, answered),
    )


def _rescoring(system: TranslatedCases, places: Sequence[int]) -> Rescore | None:
    """The first metric that compares texts without a model, computed anew for the lines that change."""
    for observed in system.observed:
        metric = observed.metric
        if metric.evidence is Comparison and all(option.name != MODEL for option in metric.options):
            return _Rescoring(observed, [system.evidence[place] for place in places], places)
    return None


@dataclass(frozen=True, slots=True)
class _Rescoring:
    """One metric with what it observed of a system; `evidence` and `places` are those of the batch's lines."""

    observed: Observation
    evidence: Sequence[Evidence]
    places: Sequence[int]

    def __call__(self, lines: Sequence[int], normal: Normal) -> Rescored | None:
        metric, statistics = self.observed.metric, self.observed.statistics
        fresh = metric.observe([_normalised(self.evidence[line], normal) for line in lines])
        rows = statistics.rows.copy()
        rows[[self.places[line] for line in lines]] = fresh.rows
        sign = 1 if metric.higher_is_better else -1
        before = sign * float(self.observed.value()[0])
        after = sign * float(Observation(metric, replace(statistics, rows=rows)).value()[0])
        return None if np.isnan(before) or np.isnan(after) else Rescored(metric.name, before, after)


def _normalised(evidence: Evidence, normal: Normal) -> Evidence:
    if not isinstance(evidence, Comparison):
        return evidence
    return replace(
        evidence, translation=normal(evidence.translation), references=tuple(map(normal, evidence.references))
    )
