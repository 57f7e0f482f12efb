"""Which format a file looks like: for error messages when it is not the one named."""

from __future__ import annotations

import re
from pathlib import Path

from mteval.core import registry
from mteval.core.errors import DataError, MtevalError
from mteval.text.lines import read_bytes

HEAD = 1 << 16

_PAIR = re.compile(r"(?<![A-Za-z])([a-z]{2,3})-([a-z]{2,3})(?![A-Za-z])")


def likely_formats(path: Path) -> tuple[str, ...]:
    """The names of all formats that recognise the file."""
    try:
        head = read_bytes(path)[:HEAD]
    except DataError:
        return ()
    return tuple(name for name in registry.formats if _recognises(name, head, path))


def looks_like(path: Path, *, besides: str) -> str:
    """A sentence saying which other format the file looks like, or what to do where there is none."""
    names = [name for name in likely_formats(path) if name != besides]
    if not names:
        return "See 'mteval list formats' for the formats known."
    return f"It looks like {' or '.join(repr(name) for name in names)}; try --format {names[0]}."


def not_this_format(path: Path, name: str, problem: str, *, line: int | None = None) -> DataError:
    """The error for a file that is not of the format named, saying which one it looks like."""
    return DataError(path, f"is not {name}: {problem} {looks_like(path, besides=name)}", line=line)


def languages_in_name(path: Path) -> tuple[str, ...]:
    """The language pair a file name carries (`cs-en.mucow.scoring.json`), or nothing."""
    found = _PAIR.search(path.name)
    return found.groups() if found else ()


def _recognises(name: str, head: bytes, path: Path) -> bool:
    try:
        return bool(registry.formats.find(name)().recognise(head, path))
    except MtevalError:
        return False
