"""One SQLite file of JSON values by content key: answers of systems, scores of neural metrics."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from mteval.storage.cache_folder import cache_folder

KEYS_AT_ONCE = 500


class ContentCache:
    """Texts kept under content digests; every `keep` is durable before it returns, so a killed run loses one batch."""

    def __init__(self, name: str, folder: Path | None = None) -> None:
        folder = folder or cache_folder()
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / f"{name}.sqlite"
        with closing(self._connect()) as connection, connection:
            connection.execute("CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, value TEXT NOT NULL)")

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=60)
        connection.execute("PRAGMA journal_mode=WAL")
        return connection

    def known(self, keys: Sequence[str]) -> dict[str, str]:
        """The values there are for these keys."""
        found: dict[str, str] = {}
        with closing(self._connect()) as connection:
            for start in range(0, len(keys), KEYS_AT_ONCE):
                part = keys[start : start + KEYS_AT_ONCE]
                marks = ",".join("?" * len(part))
                found.update(connection.execute(f"SELECT key, value FROM kept WHERE key IN ({marks})", part))  # noqa: S608
        return found

    def keep(self, values: Mapping[str, str]) -> None:
        """Store values durably; a key that is there already takes the new one."""
        with closing(self._connect()) as connection, connection:
            connection.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?)", values.items())
