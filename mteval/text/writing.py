"""Writing files so that nobody ever sees half of one."""

from __future__ import annotations

import gzip
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from mteval.core.errors import DataError


def write_text(path: str | Path, text: str) -> None:
    """Write UTF-8 text through a temporary file in the same folder; a name ending in .gz is packed."""
    path = Path(path)
    raw = text.encode("utf-8")
    if path.suffix == ".gz":
        raw = gzip.compress(raw, mtime=0)
    write_bytes(path, raw)


def write_bytes(path: str | Path, raw: bytes) -> None:
    """Write bytes through a temporary file in the same folder, then put it in place at once."""
    path = Path(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise DataError(path, f"cannot be written: {error.strerror or error}. Choose another place.") from None
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(raw)
        # mkstemp makes private files; a result is as readable as any other file its user makes.
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def write_lines(path: str | Path, lines: Iterable[str]) -> None:
    """Write one line each; a line that holds a line break would shift all later ones and is refused."""
    kept = list(lines)
    for number, line in enumerate(kept, start=1):
        if "\n" in line or "\r" in line:
            raise DataError(path, "the text holds a line break, which this format cannot hold.", line=number)
    write_text(path, "".join(f"{line}\n" for line in kept))
