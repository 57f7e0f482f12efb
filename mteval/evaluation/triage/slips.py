"""Lines that answer another line: shifted by some lines, in reverse order, or shuffled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from mteval.evaluation.triage.clues import Clues
from mteval.evaluation.triage.symptom import Symptom, widespread
from mteval.text.words import word_cutter

Words = Sequence[frozenset[str]]
Array = NDArray[np.float64]

FREQUENT = 0.02
NEAR = 5
WINDOW = 10
STRANGERS_IN_WINDOW = 6
SWITCH = 1.0
FEWEST = 3
GAIN = 0.12
RARE = 5
SURE = 0.25
MOSTLY = 0.5
REVERSED = None
"""The shift that stands for reverse order."""


@dataclass(frozen=True, slots=True)
class Run:
    """Lines from `start` up to `stop` that fit the line `shift` further on (None: counted from the other end)."""

    start: int
    stop: int
    shift: int | None


def _telling(clues: Clues, models: Sequence[Sequence[str]]) -> frozenset[str]:
    """Words that tell lines apart: those in no more than a few lines.

    Of a source only names and numbers are found again, so that words which one side does not know do not count.
    """
    most = max(FEWEST, FREQUENT * len(models))
    counts = Counter(chain.from_iterable(models))
    telling = frozenset(word for word, count in counts.items() if count <= most)
    return telling if clues.model_words else telling & frozenset().union(*clues.words)


def _likeness(own: frozenset[str], model: frozenset[str]) -> float:
    return len(own & model) / (len(own) * len(model)) ** 0.5 if own and model else 0.0


def _shifted(own: Words, models: Words, shift: int | None) -> Array:
    """The likeness of each line with the one so much further on, zero beyond the ends."""
    total = len(own)
    places = [total - 1 - line if shift is None else line + shift for line in range(total)]
    return np.array([
        _likeness(words, models[place]) if 0 <= place < total else 0.0
        for words, place in zip(own, places, strict=True)
    ])  # fmt: skip


def _strangers(words: Sequence[Sequence[str]], models: Words, telling: frozenset[str]) -> NDArray[np.bool_]:
    """Lines that share nothing with the line they should, though both have words to share."""
    apart = [model.isdisjoint(own) and bool(model) for own, model in zip(words, models, strict=True)]
    return np.array([one and not telling.isdisjoint(own) for one, own in zip(apart, words, strict=True)])


def _suspicious(strange: NDArray[np.bool_]) -> bool:
    """Whether strangers stand together, or are many; a free translation is a stranger now and then."""
    if widespread(int(strange.sum()), len(strange)):
        return True
    if len(strange) < WINDOW:
        return int(strange.sum()) >= max(FEWEST, len(strange) / 2)
    together = np.convolve(strange, np.ones(WINDOW, int), "valid")
    return bool(together.max() >= STRANGERS_IN_WINDOW)


def _matches(own: Words, models: Words, lines: Sequence[int]) -> dict[int, int]:
    """For lines that are strangers where they stand, the line that shares the most rare words with them."""
    places: dict[str, list[int]] = {}
    for place, words in enumerate(models):
        for word in words:
            places.setdefault(word, []).append(place)
    found = {}
    for line in lines:
        votes = Counter(
            place for word in own[line] if len(places.get(word, ())) <= RARE for place in places.get(word, ())
        )
        best = max(votes, key=lambda place: _likeness(own[line], models[place]), default=line)
        if best != line and len(own[line] & models[best]) >= 2 and _likeness(own[line], models[best]) >= SURE:
            found[line] = best
    return found


def _shifts(matches: dict[int, int]) -> list[int | None]:
    """The shifts worth trying: none, a few lines, and those that several lines agree on."""
    far = Counter(place - line for line, place in matches.items())
    often = [shift for shift, count in far.most_common(5) if count >= max(FEWEST, len(matches) / 50)]
    near = [shift for shift in range(-NEAR, NEAR + 1) if shift]
    return [0, *dict.fromkeys((*near, *often)), REVERSED]


def _best_states(scores: Array) -> NDArray[np.int64]:
    """The sequence of columns with the highest sum, a change costing SWITCH (Viterbi)."""
    total, states = scores.shape
    came = np.zeros((total, states), dtype=np.int64)
    sums = scores[0] - SWITCH * (np.arange(states) > 0)
    for line in range(1, total):
        best = int(sums.argmax())
        stays = sums >= sums[best] - SWITCH
        came[line] = np.where(stays, np.arange(states), best)
        sums = np.where(stays, sums, sums[best] - SWITCH) + scores[line]
    path = np.empty(total, dtype=np.int64)
    path[-1] = int((sums + SWITCH / 2 * (np.arange(states) == 0)).argmax())
    for line in range(total - 1, 0, -1):
        path[line - 1] = came[line, path[line]]
    return path


def _runs(own: Words, models: Words, shifts: Sequence[int | None]) -> Iterator[Run]:
    """The stretches of lines that fit other lines better than their own."""
    scores = np.stack([_shifted(own, models, shift) for shift in shifts], axis=1)
    path = _best_states(scores)
    borders = [0, *(np.flatnonzero(np.diff(path)) + 1).tolist(), len(path)]
    for start, stop in pairwise(borders):
        gain = float((scores[start:stop, path[start]] - scores[start:stop, 0]).mean())
        if path[start] and stop - start >= FEWEST and gain >= GAIN:
            yield Run(start, stop, shifts[path[start]])


def detect(clues: Clues) -> Iterator[Symptom]:
    """Find lines that fit the reference of another line."""
    words = clues.model_words or [word_cutter("unicode")(source or "") for source in clues.batch.sources]
    if len(clues) < FEWEST or not words:
        return
    telling = _telling(clues, words)
    models = list(map(telling.intersection, words))
    strange = _strangers(clues.words, models, telling)
    if _suspicious(strange):
        own = list(map(telling.intersection, clues.words))
        yield from _slips(clues, own, models, np.flatnonzero(strange).tolist())


def _slips(clues: Clues, own: Words, models: Words, strange: Sequence[int]) -> Iterator[Symptom]:
    """Runs of lines with a common shift, and lines in any order."""
    matches = _matches(own, models, strange)
    runs = tuple(_runs(own, models, _shifts(matches)))
    if runs:
        lines = tuple(line for run in runs for line in range(run.start, run.stop) if clues.lines[line].strip())
        yield Symptom("shifted-lines", lines, _message(clues, lines, runs))
    lost = [line for line in strange if line in matches or min(len(own[line]), len(models[line])) >= FEWEST]
    yield from _shuffled(clues, matches, lost, runs)


def _shuffled(clues: Clues, matches: dict[int, int], lost: Sequence[int], runs: Sequence[Run]) -> Iterator[Symptom]:
    """Lines out of order without a rule; where most strangers were found elsewhere, the others were moved too."""
    away = {line for run in runs for line in range(run.start, run.stop)} | clues.explained
    found = [line for line in sorted(matches) if line not in away]
    if widespread(len(found), len(clues)):
        others = [line for line in lost if line not in away]
        lines = tuple(others if len(found) >= MOSTLY * len(others) else found)
        ids, first = clues.batch.ids, found[0]
        message = (
            f"{clues.count(lines)} fit another line than their own, without a common shift: case {ids[first]} fits "
            f"{ids[matches[first]]}, and so on. The lines were shuffled; bring them into the order of the sources."
        )
        yield Symptom("shifted-lines", lines, message)


def _message(clues: Clues, lines: Sequence[int], runs: Sequence[Run]) -> str:
    longest = max(runs, key=lambda run: run.stop - run.start)
    first, last = clues.batch.ids[longest.start], clues.batch.ids[longest.stop - 1]
    if longest.shift is None:
        how = f"from case {first} to {last} they are in reverse order"
    else:
        how = f"from case {first} to {last} each fits the line {abs(longest.shift)} {'later' if longest.shift > 0 else 'earlier'}"
        how += f" (shift {longest.shift:+d})"
    more = f", and {len(runs) - 1} more such runs" if len(runs) > 1 else ""
    return f"{clues.count(lines)} fit another line than their own: {how}{more}. A line was lost or added; align the files again."
