"""Test sets with human and metric scores, laid out as mt-metrics-eval does.

`human-scores/LP.NAME.LEVEL.score` and `metric-scores/LP/NAME-REF.LEVEL.score` hold `SYSTEM SCORE` lines; a segment-level
file has one block of lines per system, in segment order; a domain-level file has `DOMAIN SYSTEM SCORE` lines. `None` is a
missing human score. REF is the reference a metric used, `src` where it used none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mteval.core.errors import DataError, UsageError, suggestion
from mteval.text.lines import read_lines

Array = NDArray[np.float64]
HUMAN_FILE = re.compile(r"^(?P<pair>[^.]+)\.(?P<name>.+)\.(?P<level>sys|seg|doc|domain)\.score$")
METRIC_FILE = re.compile(r"^(?P<name>.+)\.(?P<level>sys|seg|doc|domain)\.score$")
LEVELS = ("sys", "seg")


@dataclass(frozen=True, slots=True)
class Scores:
    """Scores by system: (systems, segments), or one column where the file scores whole systems; NaN where missing."""

    path: Path
    name: str
    systems: tuple[str, ...]
    values: Array

    def of(self, systems: tuple[str, ...]) -> Array:
        """The rows of some systems, in the order given; NaN for a system the file does not know."""
        rows = {system: row for row, system in enumerate(self.systems)}
        missing = np.full(self.values.shape[1], np.nan)
        return np.stack([self.values[rows[system]] if system in rows else missing for system in systems])

    def required(self, systems: tuple[str, ...]) -> Array:
        """The same, where at least one of the systems must be known."""
        values = self.of(systems)
        if np.isnan(values).all():
            raise DataError(self.path, f"scores none of the systems people scored: {', '.join(systems[:5])}, …")
        return values


def read_scores(path: Path, name: str = "") -> Scores:
    """Read `SYSTEM SCORE` lines; every system must have as many scores."""
    blocks: dict[str, list[float]] = {}
    ends: dict[str, int] = {}
    for number, line in enumerate(read_lines(path).lines, start=1):
        if not line.strip():
            continue
        parts = line.rsplit(None, 1)
        if len(parts) != 2:
            raise DataError(path, f"'SYSTEM SCORE' expected, found {line[:60]!r}.", line=number)
        system = parts[0].strip()
        blocks.setdefault(system, []).append(_score(parts[1], path, number))
        ends[system] = number
    if not blocks:
        raise DataError(path, "holds no scores.")
    lengths = {system: len(scores) for system, scores in blocks.items()}
    if len(set(lengths.values())) > 1:
        first, *rest = lengths
        odd = next(system for system in rest if lengths[system] != lengths[first])
        problem = f"'{first}' has {lengths[first]} scores, but '{odd}', which ends here, has {lengths[odd]}."
        raise DataError(path, problem, line=ends[odd])
    return Scores(path, name or path.name, tuple(blocks), np.array(list(blocks.values())))


def read_domain_scores(path: Path, domain: str) -> dict[str, float]:
    """The scores of one domain from `DOMAIN SYSTEM SCORE` lines, by system."""
    found = {}
    for number, line in enumerate(read_lines(path).lines, start=1):
        parts = line.split("\t")
        if len(parts) != 3:
            raise DataError(
                path, f"'DOMAIN SYSTEM SCORE' separated by tabs expected, found {line[:60]!r}.", line=number
            )
        if parts[0] == domain:
            found[parts[1]] = _score(parts[2].strip(), path, number)
    return found


def segment_domains(folder: Path, pair: str) -> tuple[str, ...]:
    """The domain of every segment, from `documents/LP.docs` (`DOMAIN DOCUMENT` lines); empty where there is no such file."""
    path = folder / "documents" / f"{pair}.docs"
    return tuple(line.split("\t")[0] for line in read_lines(path).lines) if path.exists() else ()


def metric_name(name: str) -> tuple[str, str]:
    """NAME-REF as the metric's name and the reference it used."""
    base, dash, reference = name.rpartition("-")
    return (base, reference) if dash else (name, "")


def _score(text: str, path: Path, line: int) -> float:
    if text == "None":
        return float("nan")
    try:
        value = float(text)
    except ValueError:
        raise DataError(path, f"the score {text[:40]!r} is neither a number nor None.", line=line) from None
    if not np.isfinite(value):
        raise DataError(path, f"the score {text} is not a finite number. A missing score is written None.", line=line)
    return value


def language_pairs(folder: Path) -> tuple[str, ...]:
    """The language pairs a test set has human scores for."""
    _require_layout(folder)
    matches = (HUMAN_FILE.match(path.name) for path in (folder / "human-scores").iterdir())
    return tuple(sorted({match["pair"] for match in matches if match}))


def choose_pair(folder: Path, wanted: str | None) -> str:
    """The language pair meant; without a wish there must be only one."""
    pairs = language_pairs(folder)
    if wanted is None:
        if len(pairs) == 1:
            return pairs[0]
        raise UsageError(f"{folder} has several language pairs. Choose one with --languages: {', '.join(pairs)}.")
    if wanted not in pairs:
        raise UsageError(f"{folder} has no human scores for '{wanted}'. {suggestion(wanted, pairs)}")
    return wanted


def human_files(folder: Path, pair: str, level: str) -> dict[str, Path]:
    """The human score files of one level, by name."""
    found = {}
    for path in sorted((folder / "human-scores").iterdir()):
        match = HUMAN_FILE.match(path.name)
        if match and match["pair"] == pair and match["level"] == level:
            found[match["name"]] = path
    return found


def metric_files(folder: Path, pair: str, level: str) -> dict[str, Path]:
    """The metric score files of one level, by NAME-REF."""
    found = {}
    where = folder / "metric-scores" / pair
    for path in sorted(where.iterdir()) if where.is_dir() else ():
        match = METRIC_FILE.match(path.name)
        if match and match["level"] == level:
            found[match["name"]] = path
    return found


def reference_names(folder: Path, pair: str) -> frozenset[str]:
    """The names of the references, which are human translations and not systems."""
    files = (folder / "references").glob(f"{pair}.*.txt")
    return frozenset(path.name.removeprefix(f"{pair}.").removesuffix(".txt") for path in files)


def _require_layout(folder: Path) -> None:
    if not folder.is_dir():
        raise DataError(folder, "no such folder. Name a test set of mt-metrics-eval, such as mt-metrics-eval-v2/wmt23.")
    if not (folder / "human-scores").is_dir():
        raise DataError(folder, "has no folder human-scores, so it is no mt-metrics-eval test set.")
