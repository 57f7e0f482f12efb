"""Frequency bands of source words, for slices."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mteval.core.errors import MissingDependencyError, UsageError
from mteval.text.lines import read_lines

RANK_BANDS = ((1_000, "1–1000"), (5_000, "1001–5000"), (20_000, "5001–20000"), (100_000, "20001–100000"))
ZIPF_BANDS = ((5.0, "zipf 5 and more"), (4.0, "zipf 4–5"), (3.0, "zipf 3–4"), (1e-9, "zipf below 3"))
QUARTERS = ("1st quarter", "2nd quarter", "3rd quarter", "4th quarter")
UNKNOWN = "unknown"
WORDFREQ = "wordfreq"
BEYOND = "beyond 100000"
ORDER = (*(band for _, band in RANK_BANDS), BEYOND, *(band for _, band in ZIPF_BANDS), *QUARTERS, UNKNOWN)


def frequency_bands(words: Sequence[str], frequencies: str | Path | None, language: str) -> dict[str, str]:
    """The band of each distinct word.

    `frequencies` names a file of words in order of frequency (first column; a .vec file will do), or is `wordfreq`.
    Without it the band is the quarter of the list in which the word stands.
    """
    if str(frequencies) == WORDFREQ:
        return {word: _zipf_band(word, language) for word in words}
    if frequencies:
        ranks = ranks_in_file(Path(frequencies))
        return {word: _rank_band(ranks.get(word.lower())) for word in words}
    return {word: QUARTERS[min(3, 4 * i // max(len(words), 1))] for i, word in enumerate(words)}


def ranks_in_file(path: Path) -> dict[str, int]:
    """Rank of each lower-cased first word of a line; a `.vec` header is no word."""
    lines = read_lines(path).lines
    header = len(lines[0].split()) == 2 and all(part.isdecimal() for part in lines[0].split())
    ranks: dict[str, int] = {}
    for line in lines[header:]:
        if line.strip():
            ranks.setdefault(line.split("\t" if "\t" in line else None, 1)[0].lower(), len(ranks) + 1)
    return ranks


def _rank_band(rank: int | None) -> str:
    if rank is None:
        return UNKNOWN
    return next((band for limit, band in RANK_BANDS if rank <= limit), BEYOND)


def _zipf_band(word: str, language: str) -> str:
    try:
        from wordfreq import zipf_frequency
    except ImportError:
        remedy = "Install it with: pip install 'mteval-suites[names]'"
        raise MissingDependencyError("frequencies=wordfreq", "wordfreq", remedy) from None
    if not language:
        raise UsageError("frequencies=wordfreq needs the source language: --set source=en.")
    try:
        frequency = zipf_frequency(word, language)
    except (LookupError, ValueError):
        raise UsageError(f"wordfreq has no list for the language '{language}'. Name a file instead.") from None
    return next((band for limit, band in ZIPF_BANDS if frequency >= limit), UNKNOWN)
