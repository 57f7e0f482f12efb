"""Translations that stop before the end."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mteval.evaluation.triage.clues import Clues, Ratios
from mteval.evaluation.triage.symptom import Symptom, widespread
from mteval.text.words import word_cutter

CLEARLY_SHORT = -0.35
SHORT = -0.12
NOT_LONG = 0.1
# Signs after which a sentence goes on.
OPEN = frozenset(",-–—(„«‚[{/&、，")


def is_finished(text: str) -> bool:
    """Whether a text ends in a sign that can end it, other than a letter, a digit or a comma."""
    last = text.rstrip()[-1:]
    return bool(last) and not last.isalnum() and last not in OPEN


def _unfinished(clues: Clues) -> list[int]:
    """Lines without a final sign where the source has one and so have most references and other systems."""
    return [
        line for line, text in enumerate(clues.lines) if text and not is_finished(text) and _should_end(clues, line)
    ]


def _should_end(clues: Clues, line: int) -> bool:
    source, rivals = clues.source(line), clues.rivals(line)
    if source and not is_finished(source):
        return False
    ended = sum(map(is_finished, rivals))
    return ended > len(rivals) / 2 if rivals else bool(source)


def shortness(clues: Clues) -> Ratios:
    """The logarithm of length over expected length, by the most favourable of references, other systems and source."""
    if not clues.ratios:
        return np.full(len(clues), np.nan)
    near = clues.ratios if len(clues.ratios) == 1 else clues.ratios[:2]
    shortest: Ratios = np.fmax.reduce(near)
    return shortest


def _breaks_word(clues: Clues, line: int) -> bool:
    """Whether the last word is the beginning of one that the references or other systems have, and no word itself."""
    words = clues.words[line]
    if not words or words[-1] in clues.vocabulary or not clues.lines[line].rstrip()[-1:].isalpha():
        return False
    cut = word_cutter("unicode")
    return any(word.startswith(words[-1]) and word != words[-1] for text in clues.rivals(line) for word in cut(text))


def _when_common(clues: Clues, unfinished: list[int], short: Ratios) -> set[int]:
    """The lines cut off in a file in which that is common: those without their final sign are many, and short.

    Then the sign alone accuses a line, and so does a lack of length where nothing ends in a sign (as in headlines).
    """
    if not widespread(len(unfinished), len(clues)) or np.median(short[unfinished]) > SHORT:
        return set()
    open_ended = {line for line, text in enumerate(clues.lines) if short[line] <= 2 * SHORT and not is_finished(text)}
    return {line for line in unfinished if short[line] <= NOT_LONG} | open_ended - clues.explained


def detect(clues: Clues) -> Iterator[Symptom]:
    """Find translations that end without a final sign and are shorter than they should be, or end within a word."""
    unfinished = [line for line in _unfinished(clues) if line not in clues.explained]
    if not unfinished or not clues.ratios:
        return
    short = shortness(clues)
    cut = {line for line in unfinished if short[line] <= CLEARLY_SHORT}
    cut |= {line for line in unfinished if short[line] < 0 and _breaks_word(clues, line)}
    lines = tuple(sorted(cut | _when_common(clues, unfinished, short)))
    if lines:
        verb = "stops" if len(lines) == 1 else "stop"
        ends = f"…{clues.lines[lines[0]].rstrip()[-30:]}"
        message = (
            f"{clues.count(lines)} {verb} before the end, e.g. case {clues.batch.ids[lines[0]]}: '{ends}'. "
            "Raise the longest output the system may write."
        )
        yield Symptom("truncated", lines, message)
