"""References that are no translations: "NO TRANSLATION AVAILABLE", "n/a", the same line for everything."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mteval.evaluation.triage.clues import Clues
from mteval.evaluation.triage.constants import repeated
from mteval.evaluation.triage.symptom import Symptom

FEWEST = 3
# Phrases nobody writes as a translation of something else.
PHRASES = re.compile(
    r"\W*(?:no|missing|untranslated|not (?:yet )?translated|empty) (?:translation|reference|text)s?"
    r"(?: (?:available|found|provided|yet|here))?\W*"
    r"|\W*(?:translation|reference) (?:is )?(?:not available|unavailable|missing|pending|needed|not found|to be done)\W*"
    r"|\W*not (?:yet )?translated(?: yet)?\W*|\W*lorem ipsum dolor\b.*|\W*placeholder(?: text)?\W*|#(?:name\?|ref!|n/a|value!)",
    re.IGNORECASE,
)
# Words that may be meant.
WORDS = re.compile(
    r"\W*(?:n\.?/?a\.?|none|null|nan|nil|undefined|empty|missing|unknown|todo|tbd|tba|fixme|xxx+|untranslated|test)\W*"
    r"|[\W_]{1,12}",
    re.IGNORECASE,
)


def _is_placeholder(clues: Clues, line: int, text: str) -> bool:
    """A listed text that the source does not ask for."""
    source = clues.source(line)
    if PHRASES.fullmatch(text):
        return not PHRASES.fullmatch(source)
    return len(source) >= 3 * len(text) + 8 if source else True


def _listed(clues: Clues) -> Iterator[int]:
    """Lines that are nothing but a listed phrase, or a listed word several times over."""
    short = {text for text in set(clues.lines) if 0 < len(text.strip()) <= 60}
    phrases = {text for text in short if PHRASES.fullmatch(text.strip())}
    words = {text for text in short if len(text) <= 16 and WORDS.fullmatch(text.strip())} - phrases
    if not phrases | words:
        return
    lines = [
        line for line, text in enumerate(clues.lines) if text in phrases and _is_placeholder(clues, line, text.strip())
    ]
    vague = [
        line for line, text in enumerate(clues.lines) if text in words and _is_placeholder(clues, line, text.strip())
    ]
    yield from lines
    if len(vague) >= FEWEST:
        yield from vague


def detect(clues: Clues) -> Iterator[Symptom]:
    """Find references that stand for a missing translation."""
    listed = set(_listed(clues))
    same = {line for _, lines in repeated(clues) for line in lines}
    lines = tuple(sorted(listed | same))
    if lines:
        verb = "is no translation" if len(lines) == 1 else "are no translations"
        message = (
            f"{clues.count(lines)} {verb} but a placeholder, e.g. {clues.example(lines)}. "
            "Scores against them mean nothing; leave these cases out."
        )
        yield Symptom("placeholder-reference", lines, message)
