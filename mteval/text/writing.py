"""Writing files so that nobody ever sees half of one."""

from __future__ import annotations

import gzip
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from mteval.core.errors import DataError


def write_text(path: str | Path, text: str) -> None:
    """Write UTF-8 text through a temporary file in the same folder; a name ending in .gz is packed."""
    path = Path(path)
    try:
        raw = text.encode("utf-8")
    except UnicodeEncodeError as error:
        sign = f"\\u{ord(text[error.start]):04x}"
        raise DataError(path, f"cannot be written: the text holds {sign}, half of a character.") from None
    if path.suffix == ".gz":
        raw = gzip.compress(raw, mtime=0)
    write_bytes(path, raw)


def write_bytes(path: str | Path, raw: bytes) -> None:
    """Write bytes through a temporary file in the same folder, then put it in place at once."""
    with whole_file(path) as file:
        file.write(raw)


@contextmanager
def whole_file(path: str | Path) -> Iterator[IO[bytes]]:
    """A file to write bytes to that appears only when it is complete; a full disk leaves nothing behind.

    A pipe or a device (/dev/stdout) is written to as it is.
    """
    path = Path(path)
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            with path.open("wb") as file:
                yield file
            return
        with _replaced(path) as file:
            yield file
    except OSError as error:
        raise DataError(path, f"cannot be written: {error.strerror or error}. Choose another place.") from None


@contextmanager
def _replaced(path: Path) -> Iterator[IO[bytes]]:
    path.parent.mkdir(parents=True, exist_ok=True)
    # A name of any length must leave room for what makes the temporary one unique.
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name[:100]}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
        # mkstemp makes private files; a result is as readable as any other file its user makes.
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def require_writable(path: str | Path, *, folder: bool = False) -> None:
    """Refuse a file (or a folder for files) that cannot be written, before any work is done for it; nothing is left there."""
    path = Path(path)
    try:
        if folder and path.exists() and not path.is_dir():
            raise DataError(path, "is a file. Name a folder to write to.")
        if not folder and path.is_dir():
            raise DataError(path, "is a folder. Name a file to write to.")
        if not folder and path.exists() and not path.is_file():
            return
        there = path if folder else path.parent
        while not there.exists() and there != there.parent:
            there = there.parent
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        raise DataError(path, f"cannot be written: {error.strerror or error}. Choose another place.") from None


def write_lines(path: str | Path, lines: Iterable[str]) -> None:
    """Write one line each; a line that holds a line break would shift all later ones and is refused."""
    kept = list(lines)
    for number, line in enumerate(kept, start=1):
        if "\n" in line or "\r" in line:
            raise DataError(path, "the text holds a line break, which this format cannot hold.", line=number)
    write_text(path, "".join(f"{line}\n" for line in kept))
