"""Empty translations of lines that are not empty."""

from __future__ import annotations

from collections.abc import Iterator

from mteval.evaluation.triage.clues import Clues
from mteval.evaluation.triage.symptom import Symptom

LONGEST_BLANK = 8
INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"


def is_blank(text: str) -> bool:
    """Whether a text shows nothing: spaces, zero-width characters, byte order marks."""
    return not text.strip() or not text.strip(INVISIBLE + " \t\u00a0")


def _says_something(clues: Clues, line: int) -> bool:
    """Whether the source or a reference of a line is not empty; so it is taken to be where neither is known."""
    batch = clues.batch
    known = (clues.source(line), *(batch.references[line] if batch.references else ()))
    return not (batch.sources or batch.references) or any(not is_blank(text) for text in known)


def detect(clues: Clues) -> Iterator[Symptom]:
    """Find lines that are empty where a reference or the source is not."""
    blank = [line for line, text in enumerate(clues.lines) if len(text) < LONGEST_BLANK and is_blank(text)]
    lines = tuple(line for line in blank if _says_something(clues, line))
    if lines:
        verb, what = (
            ("is", "It scores nothing; translate it again.")
            if len(lines) == 1
            else ("are", "They score nothing; translate them again.")
        )
        message = f"{clues.count(lines)} {verb} empty ({clues.names(lines)}). {what}"
        yield Symptom("empty-line", lines, message)
