"""Every error a user can meet, each saying what is wrong, where, and what to do."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path


class MtevalError(Exception):
    """Something the user can mend; shown as one sentence, without a traceback."""

    exit_code = 2


class UsageError(MtevalError):
    """The command or call was put together wrongly."""


class DataError(MtevalError):
    """A file does not hold what it should."""

    def __init__(self, path: str | Path, problem: str, *, line: int | None = None) -> None:
        self.path = Path(path)
        self.line = line
        self.problem = problem
        where = f"{path}, line {line}" if line is not None else f"{path}"
        super().__init__(f"{where}: {problem}")


class WrongFormatError(DataError):
    """A file is not of the format it was read as; whoever knows all formats adds which one it looks like."""

    def __init__(self, path: str | Path, format: str, problem: str, *, line: int | None = None) -> None:
        super().__init__(path, f"is not {format}: {problem}", line=line)
        self.format = format


class CapabilityError(MtevalError):
    """A system was asked a kind of question it cannot answer."""


class MissingDependencyError(MtevalError):
    """An optional package or program is not installed."""

    def __init__(self, wanted: str, missing: str, remedy: str) -> None:
        super().__init__(f"{wanted} needs {missing}, which is not installed. {remedy}")


class UnknownNameError(MtevalError):
    """No plugin, suite or option of that name; the nearest right names are suggested."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind = kind
        self.name = name
        choices = sorted(known)
        super().__init__(f"Unknown {kind} '{name}'. {suggestion(name, choices)}")


class GateFailedError(MtevalError):
    """A check the user asked for did not pass."""

    exit_code = 1


def suggestion(name: str, choices: Iterable[str]) -> str:
    """Say which of the choices the name was probably meant to be, or list them."""
    known = list(choices)
    near = get_close_matches(name, known, n=3, cutoff=0.5)
    if near:
        return f"Did you mean {' or '.join(repr(choice) for choice in near)}?"
    if not known:
        return "There are none."
    return f"Known: {', '.join(known)}."
