"""Files opened for reading, unpacked from .gz, .dz (dictzip), .xz and .zst: any fault is one sentence, and there is a limit.

A pipe (/dev/stdin, a FIFO, the shell's `<(…)`) gives its bytes only once. While `pipes_kept` holds, what was read from one is
kept, so that a file may be a pipe wherever it is read more than once (to recognise, to digest, to load).
"""

from __future__ import annotations

import gzip
import io
import lzma
import os
import stat
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from mteval.core.errors import DataError, MissingDependencyError, UsageError

LIMIT = 2 << 30
LIMIT_VARIABLE = "MTEVAL_MAX_BYTES"
BLOCK = 1 << 20
PACKINGS = {".gz": "gzip", ".dz": "gzip", ".zst": "zstd", ".xz": "xz"}
PACKED = tuple(PACKINGS)

_pipes: dict[str, bytes] | None = None


@contextmanager
def pipes_kept() -> Iterator[None]:
    """While this holds, the bytes of a pipe are read once and kept."""
    global _pipes  # noqa: PLW0603
    before, _pipes = _pipes, {}
    try:
        yield
    finally:
        _pipes = before


def byte_limit(otherwise: int = LIMIT) -> int:
    """Most bytes that a packed file may unpack to: MTEVAL_MAX_BYTES, or 2 GiB."""
    chosen = os.environ.get(LIMIT_VARIABLE, "").strip()
    if not chosen:
        return otherwise
    if not (chosen.isascii() and chosen.isdigit()) or len(chosen) > 18 or not int(chosen):
        raise UsageError(f"{LIMIT_VARIABLE}={chosen} is not a number of bytes. Give a whole number, or leave it out.")
    return int(chosen)


def is_pipe(path: str | Path) -> bool:
    """Whether a path is there but neither a file nor a folder: its bytes come only once, and it has no size."""
    try:
        mode = Path(path).stat().st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def is_input(path: str | Path) -> bool:
    """Whether a path can be read as a file is: a file or a pipe."""
    try:
        return Path(path).is_file() or is_pipe(path)
    except OSError:  # no name of a file: too long, or in a folder that may not be looked into
        return False


def raw_bytes(path: str | Path) -> bytes:
    """The bytes of a file as they lie on disk, or of a pipe."""
    with _opened(Path(path)) as file, _named_problems(Path(path)):
        return file.read()


def read_bytes(path: str | Path, limit: int | None = None) -> bytes:
    """Read a file whole, unpacked; a missing file, a folder, a damaged archive and one larger than the limit are DataErrors."""
    path = Path(path)
    if path.suffix not in PACKED:
        return raw_bytes(path)
    with open_packed(path, limit or byte_limit()) as file:
        return file.read()


def open_packed(path: str | Path, limit: int | None = None) -> io.BufferedReader:
    """Open a file for reading bytes, unpacked from .gz, .xz and .zst; without a limit it is meant to be streamed."""
    path = Path(path)
    raw = _opened(path)
    opener = OPENERS.get(path.suffix)
    if opener is None:
        return io.BufferedReader(_NamedReader(path, raw, raw, None), BLOCK)
    with _named_problems(path):
        return io.BufferedReader(_NamedReader(path, opener(path, raw), raw, limit), BLOCK)


def _opened(path: Path) -> IO[bytes]:
    with _named_problems(path):
        if path.is_dir():
            raise DataError(path, "is a folder, not a file. Name one file in it.")
        if _pipes is None or not is_pipe(path):
            return path.open("rb")
        key = str(path)
        if key not in _pipes:
            _pipes[key] = path.read_bytes()
        return io.BytesIO(_pipes[key])


class _NamedReader(io.RawIOBase):
    """Reads on from another file, names that file in every error, and stops at the limit."""

    def __init__(self, path: Path, unpacked: IO[bytes], raw: IO[bytes], limit: int | None) -> None:
        self._path, self._unpacked, self._raw, self._limit = path, unpacked, raw, limit
        self._count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        with _named_problems(self._path):
            block = self._unpacked.read(len(buffer))
        self._count += len(block)
        if self._limit is not None and self._count > self._limit:
            raise DataError(
                self._path,
                f"unpacks to more than {self._limit} bytes. If that is right, set {LIMIT_VARIABLE} to the bytes it may have.",
            )
        buffer[: len(block)] = block
        return len(block)

    def close(self) -> None:
        if not self.closed:
            self._unpacked.close()
            self._raw.close()
        super().close()


@contextmanager
def _named_problems(path: Path) -> Iterator[None]:
    """Every way in which a file cannot be read, as a DataError that names it."""
    try:
        yield
    except FileNotFoundError:
        raise DataError(path, "no such file. Check the path.") from None
    except PermissionError:
        raise DataError(path, "may not be read. Check its permissions.") from None
    except ValueError as error:  # a path with a NUL in it
        raise DataError(repr(str(path)), f"is no name of a file ({error}).") from None
    except (EOFError, zlib.error, lzma.LZMAError, OSError) as error:
        packing = PACKINGS.get(path.suffix)
        read = f"cannot be read as {packing}" if packing and not getattr(error, "errno", None) else "cannot be read"
        raise DataError(path, f"{read}: {_reason(error)}. Fetch it again.") from None


def _reason(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error).rstrip(".")


def _open_gzip(path: Path, raw: IO[bytes]) -> IO[bytes]:
    return gzip.GzipFile(fileobj=raw, mode="rb")  # type: ignore[return-value]


def _open_xz(path: Path, raw: IO[bytes]) -> IO[bytes]:
    return lzma.LZMAFile(raw)


def _open_zstandard(path: Path, raw: IO[bytes]) -> IO[bytes]:
    try:
        import zstandard
    except ImportError:
        raise MissingDependencyError(
            f"Reading {path.name}", "zstandard", "pip install 'mteval-suites[zstd]'."
        ) from None

    return _FrameReader(raw, zstandard.ZstdDecompressor().decompressobj, zstandard.ZstdError)  # type: ignore[return-value]


class _FrameReader(io.RawIOBase):
    """Unpacks zstd frame by frame; a file that ends inside a frame, which the package's reader passes over, is an error."""

    def __init__(self, raw: IO[bytes], frame: Callable[[], Any], problem: type[Exception]) -> None:
        self._raw, self._frame, self._problem = raw, frame, problem
        self._open: Any = None
        self._packed = self._unpacked = b""

    def read(self, size: int = -1) -> bytes:
        while not self._unpacked:
            # A small block, since each of its bytes may unpack to thousands.
            self._packed = self._packed or self._raw.read(1 << 12)
            if not self._packed:
                break
            self._unpack()
        if not self._unpacked and self._open is not None:
            raise EOFError("the file ends in the middle")
        taken, self._unpacked = self._unpacked[:size], self._unpacked[size:]
        return taken

    def _unpack(self) -> None:
        self._open = self._open or self._frame()
        try:
            self._unpacked = self._open.decompress(self._packed)
        except self._problem as error:
            raise OSError(str(error)) from None
        self._packed = self._open.unused_data if self._open.eof else b""
        self._open = None if self._open.eof else self._open


OPENERS: dict[str, Callable[[Path, IO[bytes]], IO[bytes]]] = {
    ".gz": _open_gzip,
    ".dz": _open_gzip,
    ".xz": _open_xz,
    ".zst": _open_zstandard,
}
