"""Calls the command line: as a process of its own, or in this one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from mteval.cli.main import main, verbs


def mteval(*arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """What a user's shell gets, on a screen of 80 columns."""
    command = [sys.executable, "-m", "mteval", *map(str, arguments)]
    environment = {**os.environ, "COLUMNS": "80"}
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", cwd=cwd, env=environment, check=False
    )


def report(*arguments: object) -> Any:
    """The JSON that a command prints."""
    done = mteval(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def call(capsys: Any, *arguments: object) -> tuple[int | str, str, str]:
    """Exit code, standard output and standard error of a call in this process."""
    code = exit_code(*arguments)
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def lines_of(*arguments: str) -> list[str]:
    """The lines a command prints in this process on a screen of 80 columns."""
    done = CliRunner().invoke(verbs, arguments, terminal_width=80)
    assert done.exit_code == 0, done.output
    return done.output.splitlines()


def exit_code(*arguments: object) -> int | str:
    """The exit code of a call in this process; 0 where it simply returns."""
    try:
        main([str(argument) for argument in arguments])
    except SystemExit as ended:
        return ended.code or 0
    return 0
