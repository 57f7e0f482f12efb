"""Writing files so that they are there whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from mteval.core.errors import DataError


def write_text(path: str | Path, text: str) -> None:
    """Write a UTF-8 file atomically: a reader sees the old file or the new one, never half of it."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: str | Path, content: bytes) -> None:
    """Write a file atomically, making its folder if need be."""
    path = Path(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise DataError(path, f"cannot be written: {error.strerror}. Choose another place.") from None
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except OSError as error:
        Path(temporary).unlink(missing_ok=True)
        raise DataError(path, f"cannot be written: {error.strerror}. Choose another place.") from None
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
