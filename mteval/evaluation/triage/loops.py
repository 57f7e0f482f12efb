"""Decoders that got stuck: the same words, or the same letters, again and again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mteval.evaluation.triage.clues import Clues
from mteval.evaluation.triage.symptom import Symptom
from mteval.text.words import word_cutter

LONG_WORD = re.compile(r"\S{25,}")
# Letters that repeat within a long word: "Table-Table-Table", "hahahaha".
STUTTER = re.compile(r"(\S{1,12}?)\1{5,}")
FEWEST_LETTERS = 24
POOR, RICH = 0.35, 0.6
LONG, FREQUENT = 5000, 20
"""Of a line with so many words only so many periods are tried, the most frequent ones."""


def _times_needed(unit: int) -> int:
    """How often a unit of so many words must follow itself; people do say "no, no, no"."""
    return 5 if unit == 1 else 4 if unit == 2 else 3 if unit <= 5 else 2


def _periods(words: Sequence[str]) -> Iterable[int]:
    """How far apart the same three words come back: a loop has one of these periods; in a very long line, a frequent one."""
    last: dict[tuple[str, str, str], int] = {}
    periods: Counter[int] = Counter()
    for place, triple in enumerate(zip(words, words[1:], words[2:], strict=False)):
        if triple in last:
            periods[place - last[triple]] += 1
        last[triple] = place
    return [period for period, _ in periods.most_common(FREQUENT)] if len(words) > LONG else periods


def looped(words: Sequence[str]) -> float:
    """How far a unit of words repeats itself, 1 being just enough for a loop."""
    best = 0.0
    run_of = _long_run if len(words) > LONG else _run
    numbered: Any = _numbered(words) if len(words) > LONG else words
    for unit in _periods(words):
        best = max(best, (1 + run_of(numbered, unit) / unit) / _times_needed(unit))
    return best


def _run(words: Sequence[object], unit: int) -> int:
    """How many words in a row are the same as so many places before, at most."""
    run = longest = 0
    for one, next_one in zip(words, words[unit:], strict=False):
        run = run + 1 if one == next_one else 0
        longest = max(longest, run)
    return longest


def _long_run(words: Any, unit: int) -> int:
    """The same of an array."""
    differ = np.flatnonzero(words[unit:] != words[:-unit])
    return int(np.diff(differ, prepend=-1, append=len(words) - unit).max()) - 1


def _numbered(words: Sequence[str]) -> NDArray[np.int64]:
    numbers: dict[str, int] = {}
    return np.array([numbers.setdefault(word, len(numbers)) for word in words], dtype=np.int64)


def _stutters(text: str) -> bool:
    """Whether letters repeat inside a long word."""
    return any(_is_stutter(word) for word in LONG_WORD.findall(text))


def _is_stutter(word: str) -> bool:
    found = STUTTER.search(word)
    return found is not None and len(found.group()) >= FEWEST_LETTERS and any(map(str.isalpha, found.group()))


def _suspects(clues: Clues) -> Iterator[int]:
    """Lines in which words recur often, or with a word that stutters; the others cannot loop."""
    stuttering = _stutters(clues.text)
    for line, words in enumerate(clues.words):
        repeats = len(words) - len(set(words))
        if (repeats >= 4 and repeats >= 0.1 * len(words)) or (stuttering and _stutters(clues.lines[line])):
            yield line


def _is_poor(words: Sequence[str]) -> bool:
    return len(words) >= 20 and len(set(words)) < POOR * len(words)


def _is_loop(clues: Clues, line: int) -> bool:
    """A loop that nothing else says the line should have."""
    words, text = clues.words[line], clues.lines[line]
    degree = looped(words)
    poor = _is_poor(words)
    if degree < 1 and not poor and not _stutters(text):
        return False
    cut = word_cutter("unicode")
    others = [cut(one) for one in clues.originals(line)]
    if _stutters(text) and not any(map(_stutters, clues.originals(line))):
        return True
    if degree >= 1 and all(looped(one) <= degree / 2 for one in others):
        return bool(others) or degree >= 1.5
    return poor and bool(others) and all(len(set(one)) >= RICH * len(one) for one in others)


def detect(clues: Clues) -> Iterator[Symptom]:
    """Find translations that repeat themselves where neither source nor reference does."""
    lines = tuple(line for line in _suspects(clues) if _is_loop(clues, line))
    if lines:
        verb = "repeats itself" if len(lines) == 1 else "repeat themselves"
        message = (
            f"{clues.count(lines)} {verb} over and over, e.g. {clues.example(lines)}. "
            "The decoder got stuck; a repetition penalty or beam search helps."
        )
        yield Symptom("repetition-loop", lines, message)
