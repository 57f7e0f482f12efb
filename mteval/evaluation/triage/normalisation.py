"""Spellings that differ only for the computer: composed and decomposed letters, straight and curly quotation marks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence

from mteval.evaluation.triage.clues import Clues
from mteval.evaluation.triage.symptom import Symptom

FEWEST = 3
LEAST_SHARE = 0.01
LEAST_GAIN = 0.005
QUOTES = str.maketrans({**dict.fromkeys("“”„‟«»″＂〝〞", '"'), **dict.fromkeys("‘’‚‛‹›′´`ʼ＇", "'")})
QUOTE = re.compile("[\"'“”„‟«»″＂〝〞‘’‚‛‹›′´`ʼ＇]")

Normal = Callable[[str], str]


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


def _gain(clues: Clues, normal: Normal) -> float | None:
    """What the headline gains when both sides are normalised, if it can be told."""
    batch = clues.batch
    if batch.rescore is None:
        return None
    before = batch.rescore(batch.translations, batch.references)
    references = [tuple(map(normal, several)) for several in batch.references]
    after = batch.rescore(list(map(normal, batch.translations)), references)
    return (
        None
        if before is None or after is None
        else after - before
        if after - before > LEAST_GAIN * abs(before)
        else 0.0
    )


def _symptom(clues: Clues, lines: Sequence[int], what: str, advice: str, normal: Normal) -> Iterator[Symptom]:
    if len(lines) < max(FEWEST, LEAST_SHARE * len(clues)):
        return
    gain = _gain(clues, normal)
    if gain != 0:
        costs = "" if gain is None else f"; with the same form on both sides the headline metric gains {gain:.2f}"
        message = f"{clues.count(lines)} differ from their references in {what}{costs}. {advice}"
        yield Symptom("normalisation", tuple(lines), message)


def detect(clues: Clues) -> Iterator[Symptom]:
    """Find differences of form that cost score."""
    if not clues.batch.references:
        return
    form = "the form of accented letters (NFC and NFD)"
    yield from _symptom(clues, _composed_otherwise(clues), form, "Bring both into NFC before scoring.", composed)
    marks = "the form of quotation marks (straight and curly)"
    advice = "Decide on one form, or say that the difference is meant."
    yield from _symptom(clues, _quoted_otherwise(clues), marks, advice, straight)
