"""Reading UniMorph tables: `lemma⇥form⇥features`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from mteval.core.errors import DataError
from mteval.core.results import Finding
from mteval.text.lines import read_lines


@dataclass(frozen=True, slots=True)
class Inflection:
    """One cell of a paradigm; `features` as in `N;PL;DEF`."""

    lemma: str
    form: str
    features: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Inflections:
    """The rows of one table in file order, and the defects seen."""

    rows: tuple[Inflection, ...]
    findings: tuple[Finding, ...] = ()


def read_inflections(path: str | Path) -> Inflections:
    """Read a UniMorph table; empty lines separate paradigms, a fourth column (segmentation) is ignored."""
    lines = read_lines(path)
    rows = []
    for number, line in enumerate(lines.lines, start=1):
        if not line.strip():
            continue
        parts = line.split("\t")
        if len(parts) not in (3, 4):
            problem = f"3 columns expected (lemma, form, features), found {len(parts)}: {line[:60]!r}"
            raise DataError(path, problem, line=number)
        rows.append(Inflection(parts[0].strip(), parts[1].strip(), tuple(parts[2].strip().split(";"))))
    if not rows:
        raise DataError(path, "holds no inflected form. Give 'lemma<tab>form<tab>features' lines, as UniMorph does.")
    return Inflections(tuple(rows), lines.findings)
