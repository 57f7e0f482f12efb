"""Sources handed back untranslated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mteval.evaluation.triage.clues import Clues
from mteval.evaluation.triage.symptom import Symptom
from mteval.text.words import word_cutter

COPIED = 0.85
OFTEN_COPIED = 0.6
SUSPICIOUS_SHARE = 0.1
FEWEST_PLAIN_WORDS = 3


def _shared(words: Sequence[str], source: frozenset[str]) -> float:
    return sum(map(source.__contains__, words)) / len(words) if words else 0.0


def _plain_words(text: str) -> int:
    """Words that are no names and no numbers; where a script has no capitals, its words."""
    return sum(word[:1].islower() or (word[:1].isalpha() and word.lower() == word.upper()) for word in text.split())


def _is_plain(text: str) -> bool:
    """Whether a text is more than names, numbers and a short headline."""
    plain = _plain_words(text)
    return plain >= FEWEST_PLAIN_WORDS or (plain >= 1 and " " not in text.strip() and len(text) >= 12)


def _is_copy(clues: Clues, line: int) -> bool:
    """The words are the source's, and neither references nor other systems keep so many of them."""
    cut = word_cutter("unicode")
    text, source = clues.lines[line], clues.source(line)
    known = frozenset(cut(source))
    shared = _shared(clues.words[line], known)
    if shared < COPIED or len(clues.words[line]) < 0.7 * len(cut(source)) or not _is_plain(text):
        return False
    rivals = clues.batch.references[line] if clues.batch.references else clues.rivals(line)
    return all(_shared(cut(rival), known) <= OFTEN_COPIED for rival in rivals)


def detect(clues: Clues) -> Iterator[Symptom]:
    """Find translations that are the source, give or take a word."""
    batch = clues.batch
    if not batch.sources or (batch.source_language and batch.source_language == batch.target_language):
        return
    lines = tuple(sorted({*_exact_copies(clues), *(line for line in _alike(clues) if _is_copy(clues, line))}))
    if lines:
        verb = "is" if len(lines) == 1 else "are"
        message = f"{clues.count(lines)} {verb} the source untranslated, e.g. {clues.example(lines)}. Was it translated at all?"
        yield Symptom("identical-to-source", lines, message)


def _exact_copies(clues: Clues) -> list[int]:
    """Lines that are the source to the letter, if they are a tenth: a few short ones are always the same."""
    pairs = enumerate(zip(clues.lines, clues.batch.sources, strict=True))
    exact = [line for line, (text, source) in pairs if text == source and text.strip()]
    return exact if len(exact) >= SUSPICIOUS_SHARE * len(clues) else []


def _alike(clues: Clues) -> Iterator[int]:
    """Lines that share a first or a last word with their source, which every copy does."""
    for line, source in enumerate(clues.batch.sources):
        own, given = clues.lines[line].split(), (source or "").split()
        if own and given and (own[0] == given[0] or own[-1] == given[-1] or own[len(own) // 2] in given):
            yield line
