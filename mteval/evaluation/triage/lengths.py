"""Translations far longer or shorter than the references, the other systems and the source lead to expect."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mteval.evaluation.triage.clues import Clues, Ratios
from mteval.evaluation.triage.symptom import Symptom, widespread

FAR = 0.95
ODD = 0.5
MANY, SOME = 25, 15


def _agreed(clues: Clues) -> Ratios:
    """How far each length is off in the eyes of all: the smallest deviation, zero where they disagree."""
    longer, shorter = np.fmin.reduce(clues.ratios), np.fmax.reduce(clues.ratios)
    return np.where(longer > 0, longer, np.where(shorter < 0, shorter, 0.0))


def detect(clues: Clues) -> Iterator[Symptom]:
    """Find lengths that no comparison explains, leaving aside lines already explained otherwise."""
    if not clues.ratios:
        return
    with np.errstate(all="ignore"):
        off = np.nan_to_num(_agreed(clues))
    off[[*clues.explained, *np.flatnonzero(clues.lengths == 0)]] = 0
    characters = clues.lengths * np.abs(1 - np.exp(-off))
    far = (np.abs(off) >= FAR) & (characters >= MANY)
    odd = (np.abs(off) >= ODD) & (characters >= SOME)
    found = odd if widespread(int(odd.sum()), len(clues)) else far
    lines = tuple(np.flatnonzero(found).tolist())
    if lines:
        yield Symptom("length-outlier", lines, _message(clues, lines, off))


def _message(clues: Clues, lines: tuple[int, ...], off: Ratios) -> str:
    longer = sum(bool(off[line] > 0) for line in lines)
    counts = {"far longer": longer, "far shorter": len(lines) - longer}
    kinds = ", ".join(f"{count} {kind}" for kind, count in counts.items() if count)
    verb = "has" if len(lines) == 1 else "have"
    return (
        f"{clues.count(lines)} {verb} a length out of all proportion ({kinds}), e.g. {clues.example(lines)}. "
        "Read them: something was left out or added."
    )
