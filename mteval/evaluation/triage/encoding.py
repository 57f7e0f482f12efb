"""Text read in the wrong encoding, and marks of processing that should have been undone.

A run of strange characters is damage if, written back in the encoding it was wrongly read in, its bytes are UTF-8 for letters
that the references know ("Ã¼" is "ü"), or a word of the references in another encoding ("Mьnchen" is "München").
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from mteval.evaluation.triage.clues import Clues
from mteval.evaluation.triage.symptom import Symptom
from mteval.text.words import word_cutter

WRONGLY_READ_AS = (
    "cp1252",
    "latin-1",
    "cp1251",
    "cp1250",
    "iso8859-2",
    "mac-roman",
    "cp437",
    "cp850",
    "koi8-r",
    "cp1253",
)
EIGHT_BITS = ("cp1252", "cp1251", "cp1250", "iso8859-2", "mac-roman", "cp437", "cp850", "koi8-r")
MOST_TIMES = 3
SEVERAL = 3
FEWEST_LETTERS = 3
HIGH = re.compile(r"[^\x00-\x7f]+")
LOST = "\ufffd" + "".join(map(chr, (*range(0x09), 0x0B, 0x0C, *range(0x0E, 0x20), *range(0x7F, 0xA0))))
ENTITY = re.compile(r"&(?:[a-z]{2,6}|#\d{2,5}|#x[0-9a-f]{2,4});|&(?:quot|apos|amp|lt|gt|nbsp)\b", re.IGNORECASE)
SUBWORD = re.compile(r"\w@@(?: |$)|▁|Ġ|(?: |^)##\w")
MARKS = (
    (re.compile(f"[{re.escape(LOST)}]"), LOST, "lost characters"),
    (ENTITY, "&", "HTML entities"),
    (SUBWORD, "@▁Ġ#", "subword marks"),
)
"""Patterns of damage, each with the characters one of which it must have, and what it is called."""
QUESTIONED = re.compile(r"\w*\?+\w[\w?]*|\?{3,} \?{3,}")
ADDRESS = re.compile(r"\w://|www\.|\w/\w*\?")


@cache
def _bytes_of(codec: str) -> dict[str, int]:
    """The byte of each character beyond ASCII; bytes an encoding leaves open are read as control characters."""
    table = {}
    for byte in range(0x80, 0x100):
        character = bytes([byte]).decode(codec, errors="replace")
        table[chr(byte) if character == "\ufffd" else character] = byte
    return table


def _written(run: str, codec: str) -> bytes | None:
    table = _bytes_of(codec)
    found = [table.get(character, -1) for character in run]
    return None if -1 in found else bytes(found)


def _as_utf8(run: str) -> str | None:
    """What a run of characters was before it was read in a wrong encoding, if its bytes are UTF-8."""
    for codec in WRONGLY_READ_AS:
        written = _written(run, codec)
        if written:
            try:
                return written.decode("utf-8")
            except UnicodeDecodeError:
                continue
    return None


def _words_meant(word: str) -> Iterator[str]:
    """What a word could be if its bytes were read in another encoding of eight bits."""
    for wrong in EIGHT_BITS:
        parts = [part if part.isascii() else _written(part, wrong) for part in re.split(r"([^\x00-\x7f]+)", word)]
        if None in parts:
            continue
        raw = b"".join(part.encode() if isinstance(part, str) else part for part in parts if part)
        yield from (raw.decode(right, errors="replace") for right in EIGHT_BITS if right != wrong)


def _strange_characters(clues: Clues) -> frozenset[str]:
    """Characters beyond ASCII that neither references nor sources use; nor other systems, where there are no references."""
    strange = frozenset(character for character in clues.characters if ord(character) > 0x7F)
    known = list(_model_texts(clues))
    for text in known[:2] if clues.references else known:
        strange = frozenset(character for character in strange if character not in text)
    return strange


def _model_texts(clues: Clues) -> Iterator[str]:
    """The references, the sources and the other systems, each as one text."""
    yield "".join(clues.references)
    yield "".join(source or "" for source in clues.batch.sources)
    yield from map("".join, clues.batch.others)


def _misread(clues: Clues, line: int, strange: frozenset[str]) -> bool:
    """Whether a run of characters with strange ones decodes to letters or signs that text is made of."""
    runs = [run for run in HIGH.findall(clues.lines[line]) if not strange.isdisjoint(run)]
    return any(_plausible(clues, meant) for run in runs for meant in _origins(run))


def _origins(run: str) -> Iterator[str]:
    """What a run was before it was misread once, twice, three times."""
    for _ in range(MOST_TIMES):
        meant = _as_utf8(run)
        if meant is None or meant.isascii():
            return
        yield meant
        run = meant


def _plausible(clues: Clues, meant: str) -> bool:
    """Whether the text decoded is known from somewhere, or could be if there is nothing to compare with."""
    if any(all(character in text for character in meant) for text in _model_texts(clues)):
        return True
    return not clues.references and not clues.batch.others and all(map(str.isalpha, meant))


def _misread_words(clues: Clues, line: int, strange: frozenset[str]) -> bool:
    """Whether a word with a strange letter is, in another encoding, a word of this line's references that it lacks.

    Short words are left out: the French "à" is in another encoding the Bulgarian "а".
    """
    cut = word_cutter("unicode")
    known = {word for text in clues.rivals(line) for word in cut(text) if not word.isascii()}
    expected = {word for word in known.difference(clues.words[line]) if len(word) >= FEWEST_LETTERS}
    suspects = [word for word in clues.lines[line].lower().split() if not strange.isdisjoint(word)] if expected else []
    return any(not expected.isdisjoint(cut(meant.lower())) for word in suspects for meant in _words_meant(word))


def _questioned(clues: Clues, line: int) -> bool:
    """Whether a question mark inside a word stands for a letter of the references' word."""
    text = clues.lines[line]
    if text.count("?") >= max(5, 0.3 * len(text)):
        return True
    if ADDRESS.search(text):
        return False
    cut = word_cutter("unicode")
    rivals = {word for rival in clues.rivals(line) for word in cut(rival) if not word.isascii()}
    patterns = [re.compile(re.escape(word).replace(r"\?", r"\w"), re.IGNORECASE) for word in QUESTIONED.findall(text)]
    return any(pattern.fullmatch(word) for pattern in patterns for word in rivals)


def _kinds(clues: Clues) -> dict[int, str]:
    """The kind of damage of each damaged line."""
    found = dict.fromkeys(_wrongly_read(clues, _strange_characters(clues)), "read in the wrong encoding")
    for pattern, signs, kind in MARKS:
        for line in _matching(clues, pattern, signs):
            found.setdefault(line, kind)
    for line in _matching(clues, QUESTIONED, "?"):
        if line not in found and _questioned(clues, line):
            found[line] = "letters turned into question marks"
    return found


def _wrongly_read(clues: Clues, strange: frozenset[str]) -> set[int]:
    """Lines with misread characters; a character misread several times accuses wherever it is."""
    holding = list(_holding(clues, strange))
    found = {line for line in holding if _misread(clues, line, strange) or _misread_words(clues, line, strange)}
    counts = Counter(character for line in found for character in strange.intersection(clues.lines[line]))
    guilty = {character for character, count in counts.items() if count >= SEVERAL and character.isalpha()}
    return found | {line for line in holding if not guilty.isdisjoint(clues.lines[line])}


def _holding(clues: Clues, strange: frozenset[str]) -> Iterator[int]:
    if strange:
        pattern = re.compile("[" + re.escape("".join(strange)) + "]")
        yield from (line for line, text in enumerate(clues.lines) if pattern.search(text))


def _matching(clues: Clues, pattern: re.Pattern[str], signs: str) -> Iterator[int]:
    """Lines with a pattern that neither source nor reference has in this place."""
    for sign in clues.characters.intersection(signs):
        for line, text in enumerate(clues.lines):
            if sign in text and pattern.search(text) and not any(map(pattern.search, clues.originals(line))):
                yield line


def detect(clues: Clues) -> Iterator[Symptom]:
    """Find lines damaged on their way through files and programs."""
    found = _kinds(clues)
    if found:
        lines = tuple(sorted(found))
        kinds = ", ".join(f"{kind} {count}" for kind, count in Counter(found.values()).most_common())
        verb = "is" if len(lines) == 1 else "are"
        message = (
            f"{clues.count(lines)} {verb} damaged ({kinds}), e.g. {clues.example(lines)}. "
            "Write and read the files as UTF-8, and undo tokenisation and escapes."
        )
        yield Symptom("encoding-damage", lines, message)
