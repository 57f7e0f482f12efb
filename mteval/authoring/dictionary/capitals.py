"""How a corpus writes words inside sentences: with a capital or without."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from pathlib import Path
from statistics import median

from mteval.core.errors import DataError
from mteval.lexical.knowledge import Capitals
from mteval.text.lines import read_lines

TOKEN = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*|[.!?…:;\"“„«»()\[\]]")
ENOUGH = 3


def count_capitals(lines: Iterable[str], words: Collection[str]) -> tuple[Counter[str], Counter[str]]:
    """How often each of the words was seen, and how often with a capital; words that start a sentence do not count."""
    seen: Counter[str] = Counter()
    capital: Counter[str] = Counter()
    for line in lines:
        starts = True
        for token in TOKEN.findall(line):
            folded = token.lower()
            if not starts and folded in words:
                seen[folded] += 1
                capital[folded] += token[0] != folded[0]
            starts = not token[0].isalpha()
    return seen, capital


def read_capitals(path: str | Path, words: Collection[str]) -> Capitals:
    """Read a corpus with its capitals; the baseline is how the middle word is written (German writes nouns large)."""
    seen, capital = count_capitals(read_lines(path).lines, words)
    shares = [(capital[word] + 0.5) / (seen[word] + 1) for word in seen if seen[word] >= ENOUGH]
    if not shares:
        raise DataError(
            path, "says nothing about the dictionary: none of its words is seen often enough inside a sentence."
        )
    if not any(capital.values()):
        raise DataError(path, "is lower-cased, so capitals cannot be counted. Give text as people wrote it.")
    return Capitals(seen, capital, median(shares))
