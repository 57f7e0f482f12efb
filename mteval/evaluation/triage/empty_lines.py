"""Empty translations of lines that are not empty."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mteval.evaluation.triage.clues import Clues
from mteval.evaluation.triage.symptom import Symptom

CODE = "empty-line"
LONGEST_BLANK = 8
INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"


def is_blank(text: str) -> bool:
    """Whether a text shows nothing: spaces, zero-width characters, byte order marks."""
    return not text.strip() or not text.strip(INVISIBLE + " \t\u00a0")


def blank_lines(lines: Iterable[str]) -> list[int]:
    """The lines that show nothing."""
    return [line for line, text in enumerate(lines) if len(text) < LONGEST_BLANK and is_blank(text)]


def says_something(source: str, references: Iterable[str]) -> bool:
    """Whether the source or a reference of a line is not empty."""
    return not is_blank(source) or any(not is_blank(text) for text in references)


def told(counted: str, names: str, lines: int) -> str:
    """The sentence about empty lines: how many of how many, and which."""
    if lines == 1:
        return f"{counted} is empty ({names}). It scores nothing; translate it again."
    return f"{counted} are empty ({names}). They score nothing; translate them again."


def _wanted(clues: Clues, line: int) -> bool:
    """Whether a line should say something; so it is taken to where neither source nor reference is known."""
    batch = clues.batch
    known = batch.references[line] if batch.references else ()
    return not (batch.sources or batch.references) or says_something(clues.source(line), known)


def detect(clues: Clues) -> Iterator[Symptom]:
    """Find lines that are empty where a reference or the source is not."""
    lines = tuple(line for line in blank_lines(clues.lines) if _wanted(clues, line))
    if lines:
        yield Symptom(CODE, lines, told(clues.count(lines), clues.names(lines), len(lines)))
