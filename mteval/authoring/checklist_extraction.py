"""Extracting templates from a file of instances, with the method and tokenizer the user wants."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from mteval.analysis.tea.better import extract
from mteval.analysis.tea.extraction import Extraction, unique_lines
from mteval.analysis.tea.faithful import extract_faithfully
from mteval.analysis.tea.tokens import spaces, tokenizer
from mteval.core.errors import DataError
from mteval.text.lines import read_lines

Report = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Wishes:
    """How templates are to be extracted."""

    method: str = "better"
    tokenizer: str | None = None
    k: int = 2
    alpha: float = 0.01
    values: Path | None = None


def extract_file(path: Path, wishes: Wishes, report: Report | None = None) -> Extraction:
    """Extract templates from a file with one instance a line; empty and repeated lines count once or not at all."""
    lines = read_lines(path).lines
    if not unique_lines(lines):
        raise DataError(path, "holds no instances. Give one sentence a line.")
    cut = tokenizer(wishes.tokenizer) if wishes.tokenizer else None
    if wishes.method == "tea":
        return extract_faithfully(lines, k=wishes.k, tokenizer=cut or spaces, report=report)
    return extract(lines, tokenizer=cut, alpha=wishes.alpha)
