"""Reading word pairs, one a line, without trusting the file."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from mteval.core.errors import DataError
from mteval.core.records import DictionaryPair
from mteval.core.results import Finding
from mteval.core.suites import Tags
from mteval.text.lines import read_lines


@dataclass(frozen=True, slots=True)
class WordPairs:
    """The pairs of one dictionary file in file order, repeats included, and the defects seen."""

    pairs: tuple[DictionaryPair, ...]
    findings: tuple[Finding, ...] = ()


def read_word_pairs(path: str | Path, tags: Tags | None = None) -> WordPairs:
    """Read `source⟨tab or spaces⟩target` lines; a line with a tab is cut at tabs only, so that words may hold spaces."""
    if Path(path).is_file() and not Path(path).stat().st_size:
        raise DataError(path, "is empty. Give one 'source<tab>target' a line.")
    lines = read_lines(path)
    pairs: list[DictionaryPair] = []
    empty = 0
    for number, line in enumerate(lines.lines, start=1):
        if not line.strip():
            empty += 1
            continue
        source, target = _columns(line, Path(path), number)
        pairs.append(DictionaryPair(source, target, number, tags or {}))
    if not pairs:
        raise DataError(path, "holds no word pair. Give one 'source<tab>target' a line.")
    return WordPairs(tuple(pairs), (*lines.findings, *_defects(Path(path), pairs, empty)))


def _columns(line: str, path: Path, number: int) -> tuple[str, str]:
    """The two words of a line."""
    parts = [part.strip() for part in line.split("\t")] if "\t" in line else line.split()
    if len(parts) != 2:
        raise DataError(path, f"2 columns expected (source, target), found {len(parts)}: {line[:60]!r}", line=number)
    if not all(parts):
        side = "source" if not parts[0] else "target"
        raise DataError(path, f"the {side} word is empty: {line[:60]!r}", line=number)
    return parts[0], parts[1]


def _defects(path: Path, pairs: list[DictionaryPair], empty: int) -> list[Finding]:
    """Empty lines and repeated pairs."""
    findings = []
    if empty:
        findings.append(Finding("empty-line", f"{path.name} has empty lines; they were left out.", count=empty))
    repeated = [pair for pair, times in Counter((pair.source, pair.target) for pair in pairs).items() if times > 1]
    if repeated:
        shown = ", ".join(f"{source} – {target}" for source, target in repeated[:3])
        message = f"{path.name} gives {len(repeated)} pairs more than once, for instance {shown}."
        findings.append(Finding("duplicate-item", message, count=len(repeated)))
    return findings
