"""Spellings that differ only for the computer: composed and decomposed letters, straight and curly quotation marks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from mteval.evaluation.triage.batch import Normal
from mteval.evaluation.triage.clues import Clues
from mteval.evaluation.triage.symptom import Symptom

FEWEST = 3
LEAST_SHARE = 0.01
LEAST_GAIN = 0.002
QUOTES = str.maketrans({**dict.fromkeys("“”„‟«»″＂〝〞", '"'), **dict.fromkeys("‘’‚‛‹›′´`ʼ＇", "'")})
QUOTE = re.compile("[\"'“”„‟«»″＂〝〞‘’‚‛‹›′´`ʼ＇]")


def straight(text: str) -> str:
    """A text with straight quotation marks and apostrophes."""
    return text.translate(QUOTES)


def composed(text: str) -> str:
    """A text with letters and accents in one (NFC)."""
    return unicodedata.normalize("NFC", text)


def _signs(texts: Sequence[str]) -> set[str]:
    return set(QUOTE.findall("".join(texts)))


def _quoted_otherwise(clues: Clues) -> list[int]:
    """Lines with a quotation mark that their references have not, though they have the same mark in another form."""
    lines = []
    for line in (line for line, text in enumerate(clues.lines) if QUOTE.search(text)):
        own, theirs = _signs([clues.lines[line]]), _signs(clues.batch.references[line])
        if own - theirs and theirs - own and set(map(straight, own - theirs)) & set(map(straight, theirs)):
            lines.append(line)
    return lines


def _composed_otherwise(clues: Clues) -> list[int]:
    """Lines with decomposed letters on one side only."""
    if unicodedata.is_normalized("NFC", clues.text) and unicodedata.is_normalized("NFC", "\n".join(clues.references)):
        return []
    pairs = enumerate(zip(clues.lines, clues.batch.references, strict=True))
    return [line for line, (own, theirs) in pairs if _is_composed(own) != all(map(_is_composed, theirs))]


def _is_composed(text: str) -> bool:
    return unicodedata.is_normalized("NFC", text)


def _costs(clues: Clues, lines: Sequence[int], normal: Normal, least: float) -> str | None:
    """What the difference costs, in words; empty where no metric can say it, None where it costs too little."""
    scored = clues.batch.rescore(lines, normal) if clues.batch.rescore else None
    if scored is None:
        return ""
    gain = scored.after - scored.before
    if gain <= least * abs(scored.before):
        return None
    return f"; with the same form on both sides {scored.metric} gains {gain:.2g}"


def _symptom(clues: Clues, lines: Sequence[int], costs: str | None, what: str, advice: str) -> Iterator[Symptom]:
    if costs is not None:
        verb = "differs from its" if len(lines) == 1 else "differ from their"
        message = f"{clues.count(lines)} {verb} references in {what}{costs}. {advice}"
        yield Symptom("normalisation", tuple(lines), message)


def suspected(clues: Clues) -> bool:
    """Whether there are differences of form, whatever they cost."""
    return bool(clues.batch.references) and bool(_composed_otherwise(clues) or _often_quoted_otherwise(clues))


def _often_quoted_otherwise(clues: Clues) -> list[int]:
    """The lines that are quoted otherwise, where they are not few."""
    lines = _quoted_otherwise(clues)
    return lines if len(lines) >= max(FEWEST, LEAST_SHARE * len(clues)) else []


def detect(clues: Clues) -> Iterator[Symptom]:
    """Find differences of form that cost score; nobody means decomposed letters, but quotation marks may be meant."""
    if not clues.batch.references:
        return
    lines = _composed_otherwise(clues)
    if lines:
        form = "the form of accented letters (NFC and NFD)"
        costs = _costs(clues, lines, composed, 0)
        yield from _symptom(clues, lines, costs, form, "Bring both into NFC before scoring.")
    lines = _often_quoted_otherwise(clues)
    if lines:
        marks = "the form of quotation marks (straight and curly)"
        costs = _costs(clues, lines, straight, LEAST_GAIN) or None
        yield from _symptom(clues, lines, costs, marks, "Decide on one form, or say that the difference is meant.")
