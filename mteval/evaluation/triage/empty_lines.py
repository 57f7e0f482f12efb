"""Empty translations of lines that are not empty."""

from __future__ import annotations

from collections.abc import Iterator

from mteval.evaluation.triage.clues import Clues
from mteval.evaluation.triage.symptom import Symptom

INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"


def is_blank(text: str) -> bool:
    """Whether a text shows nothing: spaces, zero-width characters, byte order marks."""
    return not text.strip() or not text.strip(INVISIBLE + " \t\u00a0")


def detect(clues: Clues) -> Iterator[Symptom]:
    """Find lines that are empty where a reference, the source or another system is not."""
    blank = [line for line, text in enumerate(clues.lines) if len(text) < 8 and is_blank(text)]
    lines = tuple(line for line in blank if clues.witnesses(line) or not clues.batch.sources + clues.batch.references)
    if lines:
        verb = "is" if len(lines) == 1 else "are"
        message = f"{clues.count(lines)} {verb} empty ({clues.names(lines)}). They score nothing; translate them again."
        yield Symptom("empty-line", lines, message)
