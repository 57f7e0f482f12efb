"""One output for many different inputs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from mteval.evaluation.triage.clues import Clues
from mteval.evaluation.triage.empty_lines import is_blank
from mteval.evaluation.triage.symptom import Symptom

FEWEST = 3
DIFFERENT = 0.6
ODD_RATIO = np.log(1.5)


def repeated(clues: Clues) -> Iterator[tuple[str, list[int]]]:
    """The lines that read the same, where they should not: what they stand for differs, and differs in length."""
    counts = Counter(clues.lines)
    frequent = {text for text, count in counts.items() if count >= FEWEST and not is_blank(text)}
    places: dict[str, list[int]] = {text: [] for text in frequent}
    for line, text in enumerate(clues.lines if frequent else ()):
        if text in frequent:
            places[text].append(line)
    for text, lines in places.items():
        if _stands_for_much(clues, text, lines):
            yield text, lines


def _stands_for_much(clues: Clues, text: str, lines: Sequence[int]) -> bool:
    """Short answers ("Thank you.") recur, but then in place of lines as short."""
    witnessed = [line for line in lines if any(not is_blank(one) for one in _originals(clues, line))]
    if len(witnessed) < FEWEST:
        return not witnessed and _fills_file(clues, text, lines)
    originals = [_originals(clues, line)[0] for line in witnessed]
    # A beginning that others share is a line cut short, or the right translation.
    shared = sum(any(model.startswith(text) for model in clues.models(line)) for line in witnessed)
    if len(set(originals)) < DIFFERENT * len(originals) or shared > len(witnessed) / 3:
        return False
    lengths = np.log([len(one) + 5 for one in originals])
    return float(np.mean(np.abs(lengths - np.log(len(text) + 5)) > ODD_RATIO)) >= 0.4


def _originals(clues: Clues, line: int) -> list[str]:
    source = clues.source(line)
    return [source] if source else clues.rivals(line)


def _fills_file(clues: Clues, text: str, lines: Sequence[int]) -> bool:
    return len(lines) >= max(10, len(clues) / 20) and len(text) >= 8


def detect(clues: Clues) -> Iterator[Symptom]:
    """Find translations that many different lines share."""
    groups = sorted(repeated(clues), key=lambda group: -len(group[1]))
    if groups:
        lines = tuple(sorted(line for _, places in groups for line in places))
        message = (
            f"{clues.count(lines)} are the same for different inputs, most often {len(groups[0][1])} times "
            f"{clues.example(groups[0][1])}. The system did not translate them; look at how it was asked."
        )
        yield Symptom("constant-output", lines, message)
