"""A lock on an output folder, so that two runs do not write into one another's work."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mteval.core.errors import DataError, MtevalError

try:
    import fcntl
except ImportError:  # no Unix: there folders go unlocked
    fcntl = None  # type: ignore[assignment]

NAME = ".mteval.lock"
_held: set[Path] = set()


class FolderInUseError(MtevalError):
    """Another run writes to the folder."""


@contextmanager
def folder_lock(folder: Path) -> Iterator[None]:
    """Hold a folder for this process alone; made if need be, and left as it was where nothing was written to it.

    The system gives the lock up when the process ends, however it ends. A folder this process holds already is free to it.
    """
    place = folder.resolve()
    if place in _held:
        yield
        return
    made = not folder.exists()
    descriptor = _locked(folder)
    _held.add(place)
    try:
        yield
    finally:
        _held.discard(place)
        (place / NAME).unlink(missing_ok=True)
        os.close(descriptor)
        if made:
            _remove_if_empty(place)


def _locked(folder: Path) -> int:
    path = folder / NAME
    while True:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise DataError(folder, f"cannot be written: {error.strerror or error}. Choose another place.") from None
        try:
            if fcntl is not None:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            raise FolderInUseError(
                f"{folder}: another run of mteval is writing there. Wait for it, or name another folder."
            ) from None
        if _is_still(path, descriptor):
            return descriptor
        os.close(descriptor)


def _is_still(path: Path, descriptor: int) -> bool:
    """Whether the locked file is the one at its path: the run before may have taken it away in between."""
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def _remove_if_empty(folder: Path) -> None:
    try:
        folder.rmdir()
    except OSError:
        return
