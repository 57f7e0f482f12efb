"""Programs that read lines and write as many lines: called with an argument list, never through a shell."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence

from mteval.core.errors import MtevalError, UsageError

_BREAKS = re.compile(r"[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+")


class ProgramError(MtevalError):
    """A program failed, or gave back other than it should."""


def one_line(text: str) -> str:
    """A text without anything that a program might take for the end of a line."""
    return _BREAKS.sub(" ", text)


def found_program(name: str, remedy: str) -> str:
    """The path of a program, or an error that says what to do."""
    path = shutil.which(name)
    if path is None:
        raise UsageError(f"There is no program '{name}' on this machine. {remedy}")
    return path


def run_lines(arguments: Sequence[str], lines: Sequence[str], timeout: float | None = None) -> list[str]:
    """Feed lines to a program and give back its lines, which must be as many."""
    name = arguments[0]
    text = "".join(line + "\n" for line in lines)
    try:
        done = subprocess.run(arguments, input=text.encode(), capture_output=True, check=False, timeout=timeout)
    except OSError as error:
        raise ProgramError(f"'{name}' cannot be run: {error.strerror or error}.") from None
    except subprocess.TimeoutExpired:
        raise ProgramError(f"'{name}' did not finish within {timeout:g} seconds. Raise ?timeout=SECONDS.") from None
    said = done.stderr.decode(errors="replace").strip().split("\n")[-5:]
    if done.returncode != 0:
        raise ProgramError(
            f"'{name}' failed with exit code {done.returncode}: {' / '.join(filter(None, said)) or 'it said nothing'}"
        )
    try:
        output = done.stdout.decode()
    except UnicodeDecodeError as error:
        raise ProgramError(f"'{name}' wrote bytes that are not UTF-8 (at byte {error.start}).") from None
    found = output.removesuffix("\n").split("\n") if output else []
    if len(found) != len(lines):
        raise ProgramError(
            f"'{name}' was given {len(lines)} lines and wrote {len(found)}; it must write one line for each."
        )
    return [line.removesuffix("\r") for line in found]
