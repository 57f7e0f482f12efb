"""Lines of corpora too large to hold."""

from __future__ import annotations

import gzip
import lzma
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from mteval.core.errors import DataError

OPENERS: dict[str, Callable[[Path, str], IO[bytes]]] = {".gz": gzip.open, ".xz": lzma.open}  # type: ignore[dict-item]


def _open(path: Path, mode: str) -> IO[bytes]:
    return path.open(mode)


def stream_lines(path: str | Path) -> Iterator[str]:
    """One line after another, unpacked from .gz and .xz; bytes that are no UTF-8 are replaced, not fatal."""
    path = Path(path)
    if not path.is_file():
        raise DataError(path, "no such file. Check the path.")
    opener = OPENERS.get(path.suffix, _open)
    try:
        with opener(path, "rb") as file:
            for raw in file:
                yield raw.decode("utf-8", errors="replace").rstrip("\r\n")
    except (EOFError, OSError, lzma.LZMAError) as error:
        raise DataError(path, f"cannot be read: {error}.") from error
