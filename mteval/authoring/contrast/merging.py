"""Sorted files merged in rounds, so that however many there are only so many are open at once."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

MOST_FILES = 200

Row = TypeVar("Row")


def merge_in_rounds(
    paths: Sequence[Path], merge: Callable[[Sequence[Path]], Iterator[Row]], line: Callable[[Row], str]
) -> Iterator[Row]:
    """The rows of all files in order: `merge` reads so many files at once, `line` writes a row as it is read again."""
    if len(paths) <= MOST_FILES:
        yield from merge(paths)
        return
    with tempfile.TemporaryDirectory(dir=paths[0].parent) as name:
        rounds = []
        for start in range(0, len(paths), MOST_FILES):
            rounds.append(Path(name) / str(start))
            with rounds[-1].open("w", encoding="utf-8", newline="\n") as file:
                file.writelines(f"{line(row)}\n" for row in merge(paths[start : start + MOST_FILES]))
        yield from merge_in_rounds(rounds, merge, line)
