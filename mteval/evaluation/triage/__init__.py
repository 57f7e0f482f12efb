"""Garbage found before it is scored: what is wrong with translations or references, by signs that need no human.

`triage` looks at what one system wrote, `triage_references` at the suite's own references. Each detector is a file with one
function, `detect`, from clues to symptoms; where nothing is wrong none of them opens a model or imports a library.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mteval.core.results import Finding
from mteval.evaluation.triage import (
    chatter,
    constants,
    copies,
    empty_lines,
    encoding,
    languages,
    lengths,
    loops,
    normalisation,
    placeholders,
    slips,
    truncation,
)
from mteval.evaluation.triage.batch import Normal, Rescore, Rescored, TranslatedBatch
from mteval.evaluation.triage.clues import Clues
from mteval.evaluation.triage.symptom import Symptom

__all__ = [
    "Normal",
    "Rescore",
    "Rescored",
    "TranslatedBatch",
    "triage",
    "triage_references",
    "triage_scores",
    "triage_texts",
]

Detector = Callable[[Clues], Iterator[Symptom]]

# From what explains a line completely to what is a mere consequence.
OF_TEXTS: tuple[Detector, ...] = (
    empty_lines.detect,
    constants.detect,
    encoding.detect,
    copies.detect,
    languages.detect,
    slips.detect,
    chatter.detect,
    loops.detect,
    truncation.detect,
    lengths.detect,
)
OF_SCORES: tuple[Detector, ...] = (normalisation.detect,)
"""Those that score again what they find."""
OF_TRANSLATIONS = (*OF_TEXTS, *OF_SCORES)
OF_REFERENCES: tuple[Detector, ...] = (placeholders.detect, encoding.detect, copies.detect)


def triage(batch: TranslatedBatch) -> list[Finding]:
    """What is wrong with the translations of one system, each finding with all its cases."""
    return _findings(Clues(batch), OF_TRANSLATIONS)


def triage_texts(batch: TranslatedBatch) -> tuple[list[Finding], bool]:
    """What is wrong as far as nothing is scored again, and whether something should be: then `triage_scores` tells."""
    clues = Clues(batch)
    return _findings(clues, OF_TEXTS), normalisation.suspected(clues)


def triage_scores(batch: TranslatedBatch) -> list[Finding]:
    """What differs from the references in form alone, and what that costs."""
    return _findings(Clues(batch), OF_SCORES)


def triage_references(batch: TranslatedBatch) -> list[Finding]:
    """What is wrong with the references themselves; that one is empty is said where a suite is loaded."""
    if not batch.references:
        return []
    return [
        finding
        for place in range(max(map(len, batch.references)))
        for finding in _findings(Clues(batch.column(place), "references"), OF_REFERENCES)
    ]


def _findings(clues: Clues, detectors: Sequence[Detector]) -> list[Finding]:
    found = []
    for detect in detectors:
        for symptom in detect(clues):
            clues.explained.update(symptom.lines)
            cases = tuple(clues.batch.ids[line] for line in symptom.lines)
            found.append(Finding(symptom.code, symptom.message, len(cases), cases))
    return found
