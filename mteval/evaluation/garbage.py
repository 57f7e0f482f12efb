"""The triage of a run: what every system translated, and the references, laid before the detectors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from mteval.core.evidence import Comparison, Evidence
from mteval.core.queries import Answer, Translate, Translation
from mteval.core.results import Finding
from mteval.core.suites import Case, SegmentCases, Suite
from mteval.evaluation.cases import gold_references
from mteval.evaluation.triage import Normal, Rescore, Rescored, TranslatedBatch, triage, triage_references
from mteval.statistics.resampling import Observation

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

    def part(self, start: int, stop: int) -> TranslatedCases:
        """The same of some cases that stand together."""
        places = np.arange(start, stop)
        observed = [one.part(places) for one in self.observed]
        return TranslatedCases(self.answers[start:stop], self.evidence[start:stop], observed)


def garbage(suite: Suite, systems: Sequence[TranslatedCases]) -> list[tuple[Finding, ...]]:
    """What is wrong with the references and with the translations, per system; nothing where a suite asks for no translation.

    Very many segments are looked at a portion at a time.
    """
    if not isinstance(suite.cases, SegmentCases):
        return _garbage(suite, systems)
    found: list[list[tuple[Finding, ...]]] = [[] for _ in systems]
    # Portions of one length, so that the last is not too short to tell what is usual.
    count = max(1, round(len(suite.cases) / PORTION))
    edges = [len(suite.cases) * number // count for number in range(count + 1)]
    for start, stop in pairwise(edges):
        part = replace(suite, cases=suite.cases[start:stop])
        of_systems = _garbage(part, [one.part(start, stop) for one in systems])
        for own, findings in zip(found, of_systems, strict=True):
            own.append(findings)
    return [tuple(_of_portions(own, len(suite.cases))) for own in found]


def _of_portions(portions: Sequence[Sequence[Finding]], total: int) -> Iterator[Finding]:
    """One finding for each defect: what is said of the portion that has it most, and how many cases have it in all."""
    alike: dict[tuple[str, bool], list[Finding]] = {}
    for findings in portions:
        for finding in findings:
            alike.setdefault((finding.code, "references" in finding.message), []).append(finding)
    if len(portions) == 1:
        yield from portions[0]
        return
    for several in alike.values():
        worst = max(several, key=lambda finding: finding.count)
        count = sum(finding.count for finding in several)
        message = (
            f"{worst.message} This is said of one of {len(portions)} portions that were looked at one by one; "
            f"{count} of all {total} lines have it, in {len(several)} of the portions."
        )
        yield Finding(worst.code, message, count, tuple(case for finding in several for case in finding.cases))


def _garbage(suite: Suite, systems: Sequence[TranslatedCases]) -> list[tuple[Finding, ...]]:
    places = _questions(suite.cases)
    if not places or not systems:
        return [()] * len(systems)
    first, *others = [one.texts(places) for one in systems]
    of_references = triage_references(replace(_batch(suite, places), translations=first, others=tuple(others)))
    return [(*of_references, *_of_system(suite, places, systems, number)) for number in range(len(systems))]


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


def _of_system(suite: Suite, places: Sequence[int], systems: Sequence[TranslatedCases], number: int) -> list[Finding]:
    """The triage of the cases that one system translated."""
    own = systems[number]
    answered = [place for place in places if isinstance(own.answers[place], Translation)]
    if not answered:
        return []
    batch = replace(
        _batch(suite, answered),
        translations=own.texts(answered),
        others=tuple(one.texts(answered) for one in systems if one is not own),
        rescore=_rescoring(own, answered),
    )
    return triage(batch)


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
