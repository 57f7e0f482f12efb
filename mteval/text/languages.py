"""Languages as file names tell them."""

from __future__ import annotations

import re
from pathlib import Path

_PAIR = re.compile(r"(?<![A-Za-z])([a-z]{2,3})-([a-z]{2,3})(?![A-Za-z])")


def languages_in_name(path: Path) -> tuple[str, ...]:
    """The language pair a file name carries (`cs-en.mucow.scoring.json`), or nothing."""
    found = _PAIR.search(path.name)
    return found.groups() if found else ()
