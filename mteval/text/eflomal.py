"""The word aligner eflomal, called as a program (it is GPL): tokens in, links in both directions out."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from mteval.core.errors import MissingDependencyError, MtevalError

FORWARD, REVERSE = "forward", "reverse"
Tokens = Sequence[str]


def find_eflomal(wanted: str, instead: str) -> str:
    """The program, on the path or beside this Python; `wanted` needs it, `instead` says how to do without."""
    beside = str(Path(sys.executable).parent)
    found = shutil.which("eflomal-align") or shutil.which("eflomal-align", path=beside)
    if found is None:
        raise MissingDependencyError(wanted, "eflomal", f"pip install 'mteval-suites[align]', or {instead}.")
    return found


def run_eflomal(program: str, pairs: Iterable[tuple[Tokens, Tokens]], folder: Path, instead: str) -> None:
    """Align pairs of sentences; `folder` then holds `forward` and `reverse`, a line of links for each pair."""
    with (folder / "text").open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{_plain(source)} ||| {_plain(target)}\n" for source, target in pairs)
    if not (folder / "text").stat().st_size:
        for direction in (FORWARD, REVERSE):
            (folder / direction).touch()
        return
    command = [program, "-i", "text", "-f", FORWARD, "-r", REVERSE, "--overwrite"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0 or not (folder / REVERSE).exists():
        reason = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise MtevalError(f"eflomal failed: {reason} You can {instead}.")


def _plain(tokens: Tokens) -> str:
    # The program splits at blanks and at "|||".
    return " ".join("".join(token.split()).replace("|||", "/") or "_" for token in tokens)
