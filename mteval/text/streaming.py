"""Lines of corpora too large to hold."""

from __future__ import annotations

import gzip
import io
import lzma
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from mteval.core.errors import DataError, MissingDependencyError


def _open_zstandard(path: Path, mode: str) -> IO[bytes]:
    try:
        import zstandard
    except ImportError:
        raise MissingDependencyError(
            f"Reading {path.name}", "zstandard", "pip install 'mteval-suites[zstd]'."
        ) from None
    # The package's reader cannot give lines by itself.
    return io.BufferedReader(zstandard.open(path, mode), 1 << 20)


OPENERS: dict[str, Callable[[Path, str], IO[bytes]]] = {
    ".gz": gzip.open,  # type: ignore[dict-item]
    ".xz": lzma.open,  # type: ignore[dict-item]
    ".zst": _open_zstandard,
}


def open_packed(path: str | Path) -> IO[bytes]:
    """Open a file for reading bytes, unpacked from .gz, .xz and .zst."""
    path = Path(path)
    if not path.is_file():
        raise DataError(path, "no such file. Check the path.")
    return OPENERS.get(path.suffix, _open)(path, "rb")


def _open(path: Path, mode: str) -> IO[bytes]:
    return path.open(mode)


def stream_lines(path: str | Path) -> Iterator[str]:
    """One line after another, unpacked from .gz, .xz and .zst; bytes that are no UTF-8 are replaced, not fatal."""
    path = Path(path)
    try:
        with open_packed(path) as file:
            for raw in file:
                yield raw.decode("utf-8", errors="replace").rstrip("\r\n")
    except (EOFError, OSError, lzma.LZMAError) as error:
        raise DataError(path, f"cannot be read: {error}.") from error
