"""One SQLite file of JSON values by content key: answers of systems, scores of neural metrics.

A cache is never a reason to fail. A damaged file is set aside under another name and a new one begun; where nothing can be
kept (no room, no permission), the work goes on without. Either is said once.
"""

from __future__ import annotations

import sqlite3
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import TypeVar

from mteval.storage.cache_folder import cache_folder

KEYS_AT_ONCE = 500
BESIDE = ("", "-wal", "-shm")
"""What SQLite writes beside a file."""

Value = TypeVar("Value")


class CacheWarning(UserWarning):
    """Something kept cannot be used, or nothing can be kept."""


class ContentCache:
    """Texts kept under content digests; every `keep` is durable before it returns, so a killed run loses one batch."""

    def __init__(self, name: str, folder: Path | None = None) -> None:
        self.path = (folder or cache_folder()) / f"{name}.sqlite"
        self._writable = True
        with self._unwritable_is_said():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            try:
                self._begin()
            except sqlite3.DatabaseError as error:
                self._set_aside(error)
                self._begin()

    def _begin(self) -> None:
        with closing(self._connect()) as connection, connection:
            connection.execute("CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, value TEXT NOT NULL)")
            connection.execute("SELECT key, value FROM kept LIMIT 1").fetchone()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=60)
        connection.execute("PRAGMA journal_mode=WAL")
        return connection

    def known(self, keys: Sequence[str], read: Callable[[str], Value]) -> dict[str, Value]:
        """The values there are for these keys, read from their texts; one that cannot be read counts as not there."""
        try:
            texts = self._texts(keys)
        except sqlite3.OperationalError:
            return {}
        except sqlite3.DatabaseError as error:
            with self._unwritable_is_said():
                self._set_aside(error)
                self._begin()
            return {}
        found: dict[str, Value] = {}
        for key, text in texts:
            try:
                found[key] = read(text.decode("utf-8"))
            except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
                warnings.warn(
                    f"{self.path}: the row {key[:16]}… is damaged; it is made again.", CacheWarning, stacklevel=2
                )
        return found

    def _texts(self, keys: Sequence[str]) -> list[tuple[str, bytes]]:
        found: list[tuple[str, bytes]] = []
        if not self._writable:
            return found
        with closing(self._connect()) as connection:
            # Bytes, since a damaged row need not be UTF-8.
            connection.text_factory = bytes
            for start in range(0, len(keys), KEYS_AT_ONCE):
                part = keys[start : start + KEYS_AT_ONCE]
                marks = ",".join("?" * len(part))
                rows = connection.execute(f"SELECT key, value FROM kept WHERE key IN ({marks})", part)  # noqa: S608
                found += [(key.decode(), value if isinstance(value, bytes) else b"") for key, value in rows]
        return found

    def keep(self, values: Mapping[str, str]) -> None:
        """Store values durably; a key that is there already takes the new one."""
        if not self._writable:
            return
        with self._unwritable_is_said():
            try:
                self._store(values)
            except sqlite3.OperationalError:
                raise
            except sqlite3.DatabaseError as error:
                self._set_aside(error)
                self._begin()
                self._store(values)

    def _store(self, values: Mapping[str, str]) -> None:
        with closing(self._connect()) as connection, connection:
            connection.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?)", values.items())

    def _set_aside(self, error: sqlite3.DatabaseError) -> None:
        """Give a damaged file another name; what cannot be opened at all (no permission, a folder) is left."""
        if isinstance(error, sqlite3.OperationalError) and not self._malformed(error):
            raise error
        names = (self.path.with_name(f"{self.path.name}.damaged-{number}") for number in count(1))
        aside = next(name for name in names if not name.exists())
        for ending in BESIDE:
            part = self.path.with_name(self.path.name + ending)
            if part.exists():
                part.replace(aside.with_name(aside.name + ending))
        warnings.warn(
            f"{self.path} is damaged ({error}). It was set aside as {aside.name}; what it held is asked again.",
            CacheWarning,
            stacklevel=2,
        )

    @staticmethod
    def _malformed(error: sqlite3.OperationalError) -> bool:
        """A table of another form or a scheme that cannot be parsed is damage too, though SQLite calls it otherwise."""
        return any(sign in str(error) for sign in ("malformed", "no such column", "not a database", "table kept"))

    @contextmanager
    def _unwritable_is_said(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            self._writable = False
            reason = getattr(error, "strerror", None) or error
            warnings.warn(
                f"{self.path}: nothing can be kept there ({reason}); the work goes on without. See MTEVAL_CACHE.",
                CacheWarning,
                stacklevel=2,
            )
