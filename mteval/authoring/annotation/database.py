"""The job's database: who does what in which order, and the log of decisions. SQLite in WAL mode.

A decision is committed with a full sync before the call returns, so a server killed right after loses nothing. Nothing is
ever deleted: taking a decision back marks it undone.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mteval.core.errors import DataError

VERSION = "1"
WAIT_SECONDS = 30.0
SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS annotators (name TEXT PRIMARY KEY, token TEXT NOT NULL UNIQUE);
CREATE TABLE IF NOT EXISTS tasks (
    annotator TEXT NOT NULL, position INTEGER NOT NULL, item TEXT NOT NULL, payload TEXT NOT NULL, seen TEXT,
    PRIMARY KEY (annotator, position));
CREATE TABLE IF NOT EXISTS decisions (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, annotator TEXT NOT NULL, position INTEGER NOT NULL,
    item TEXT NOT NULL, payload TEXT NOT NULL, seconds REAL NOT NULL, elapsed REAL NOT NULL,
    final INTEGER NOT NULL, undone TEXT, nonce TEXT);
CREATE INDEX IF NOT EXISTS decisions_by_task ON decisions (annotator, position);
"""


@dataclass(frozen=True, slots=True)
class Task:
    """One thing one annotator is asked; `payload` says what the page shows."""

    annotator: str
    position: int
    item: str
    payload: Mapping[str, Any]
    seen: str | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """One entry of the log. `final` closes the task; a decision that is not (a template added) leaves it open."""

    id: int
    at: str
    annotator: str
    position: int
    item: str
    payload: Mapping[str, Any]
    seconds: float
    elapsed: float
    final: bool
    undone: bool


@dataclass(frozen=True, slots=True)
class Progress:
    """How far one annotator is."""

    annotator: str
    token: str
    done: int
    total: int
    seconds: float
    last: str | None


def now() -> str:
    """UTC time to the millisecond, which sorts as text."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Database:
    """Every method opens its own connection, so that requests may run in parallel."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextmanager
    def _connect(self) -> Iterator[sqlite3.Connection]:
        connection = sqlite3.connect(self.path, timeout=WAIT_SECONDS, isolation_level=None)
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            yield connection
        except sqlite3.DatabaseError as error:
            raise DataError(self.path, f"cannot be used as the job's database: {error}.") from error
        finally:
            connection.close()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._connect() as connection:
            # IMMEDIATE takes the write lock at once: reading first and upgrading later could fail under load.
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")

    def create(self, meta: Mapping[str, str], lists: Mapping[str, Sequence[tuple[str, Mapping[str, Any]]]]) -> None:
        """Make the database, or add to it the annotators it does not know yet; known lists are left as they are."""
        self.path.touch(mode=0o600)
        with self._connect() as connection:
            connection.executescript(SCHEMA)
            _add_nonces(connection)
        fresh = {"version": VERSION, "secret": secrets.token_hex(32), "organiser": secrets.token_urlsafe(24), **meta}
        with self._writing() as connection:
            connection.executemany("INSERT OR IGNORE INTO meta VALUES (?, ?)", fresh.items())
            known = {name for (name,) in connection.execute("SELECT name FROM annotators")}
            for annotator, tasks in lists.items():
                if annotator in known:
                    continue
                connection.execute("INSERT INTO annotators VALUES (?, ?)", (annotator, secrets.token_urlsafe(24)))
                connection.executemany(
                    "INSERT INTO tasks VALUES (?, ?, ?, ?, NULL)",
                    (
                        (annotator, position, item, json.dumps(payload, ensure_ascii=False))
                        for position, (item, payload) in enumerate(tasks)
                    ),
                )

    def meta(self, key: str) -> str | None:
        """One setting."""
        with self._connect() as connection:
            row = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def annotator_of(self, token: str) -> str | None:
        """Whose token this is."""
        with self._connect() as connection:
            row = connection.execute("SELECT name FROM annotators WHERE token = ?", (token,)).fetchone()
        return None if row is None else str(row[0])

    def task(self, annotator: str, position: int) -> Task | None:
        """One task."""
        query = "SELECT annotator, position, item, payload, seen FROM tasks WHERE annotator = ? AND position = ?"
        with self._connect() as connection:
            row = connection.execute(query, (annotator, position)).fetchone()
        return None if row is None else _task(row)

    def next_task(self, annotator: str) -> Task | None:
        """The first task without a final decision; seeing it starts its clock."""
        query = """SELECT annotator, position, item, payload, seen FROM tasks t WHERE annotator = ? AND NOT EXISTS (
            SELECT 1 FROM decisions d WHERE d.annotator = t.annotator AND d.position = t.position AND d.final = 1
            AND d.undone IS NULL) ORDER BY position LIMIT 1"""
        with self._connect() as connection:
            row = connection.execute(query, (annotator,)).fetchone()
            if row is not None and row[4] is None:
                # Nothing is lost with this stamp but a moment of elapsed time, so it need not wait for the disk.
                connection.execute("PRAGMA synchronous=NORMAL")
                stamp = "UPDATE tasks SET seen = ? WHERE annotator = ? AND position = ? AND seen IS NULL"
                connection.execute(stamp, (now(), annotator, row[1]))
        return None if row is None else _task(row)

    def decide(
        self,
        task: Task,
        payload: Mapping[str, Any],
        *,
        seconds: float,
        elapsed: float,
        final: bool,
        nonce: str | None = None,
    ) -> int | None:
        """Log a decision durably and give its number; None where it changes nothing.

        That is where the task was closed already (a second window), and where a decision with this nonce, which names one
        showing of the page, is in the log (the form was sent twice).
        """
        closed = "SELECT 1 FROM decisions WHERE annotator = ? AND position = ? AND final = 1 AND undone IS NULL"
        sent = "SELECT 1 FROM decisions WHERE annotator = ? AND position = ? AND nonce = ?"
        insert = """INSERT INTO decisions (at, annotator, position, item, payload, seconds, elapsed, final, nonce)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"""
        text, place = json.dumps(payload, ensure_ascii=False), (task.annotator, task.position)
        with self._writing() as connection:
            if connection.execute(closed, place).fetchone() or connection.execute(sent, (*place, nonce)).fetchone():
                return None
            row = (now(), *place, task.item, text, seconds, elapsed, int(final), nonce)
            return connection.execute(insert, row).lastrowid

    def undo(self, annotator: str, number: int) -> Decision | None:
        """Take the annotator's last decision back if it is the one of that number; else nothing changes."""
        with self._writing() as connection:
            row = connection.execute(
                f"SELECT {COLUMNS} FROM decisions WHERE annotator = ? AND undone IS NULL ORDER BY id DESC LIMIT 1",  # noqa: S608
                (annotator,),
            ).fetchone()
            if row is None or row[0] != number:
                return None
            connection.execute("UPDATE decisions SET undone = ? WHERE id = ?", (now(), row[0]))
            again = "UPDATE tasks SET seen = NULL WHERE annotator = ? AND position = ?"
            connection.execute(again, (annotator, row[3]))
        return _decision(row)

    def decisions(self, annotator: str | None = None, *, undone: bool = False) -> list[Decision]:
        """The log in order, of everybody or of one annotator; `undone` includes what was taken back."""
        query = f"SELECT {COLUMNS} FROM decisions WHERE (? IS NULL OR annotator = ?)"  # noqa: S608
        query += "" if undone else " AND undone IS NULL"
        with self._connect() as connection:
            return [_decision(row) for row in connection.execute(query + " ORDER BY id", (annotator, annotator))]

    def tasks(self, annotator: str) -> list[Task]:
        """One annotator's list."""
        query = "SELECT annotator, position, item, payload, seen FROM tasks WHERE annotator = ? ORDER BY position"
        with self._connect() as connection:
            return [_task(row) for row in connection.execute(query, (annotator,))]

    def last_decision(self, annotator: str) -> int | None:
        """The number of the decision that can be taken back."""
        query = "SELECT MAX(id) FROM decisions WHERE annotator = ? AND undone IS NULL"
        with self._connect() as connection:
            found: int | None = connection.execute(query, (annotator,)).fetchone()[0]
        return found

    def progress(self, annotator: str | None = None) -> list[Progress]:
        """How far everybody is (or one of them), in the order they were added."""
        query = """SELECT a.name, a.token,
            (SELECT COUNT(DISTINCT position) FROM decisions d
             WHERE d.annotator = a.name AND d.final = 1 AND d.undone IS NULL),
            (SELECT COUNT(*) FROM tasks t WHERE t.annotator = a.name),
            (SELECT COALESCE(SUM(seconds), 0) FROM decisions d WHERE d.annotator = a.name),
            (SELECT MAX(at) FROM decisions d WHERE d.annotator = a.name)
            FROM annotators a WHERE ? IS NULL OR a.name = ? ORDER BY a.rowid"""
        with self._connect() as connection:
            return [Progress(*row) for row in connection.execute(query, (annotator, annotator))]


COLUMNS = "id, at, annotator, position, item, payload, seconds, elapsed, final, undone"


def _add_nonces(connection: sqlite3.Connection) -> None:
    """Databases made before forms had nonces lack their column."""
    if "nonce" not in [row[1] for row in connection.execute("PRAGMA table_info(decisions)")]:
        connection.execute("ALTER TABLE decisions ADD COLUMN nonce TEXT")


def _task(row: Sequence[Any]) -> Task:
    return Task(row[0], row[1], row[2], json.loads(row[3]), row[4])


def _decision(row: Sequence[Any]) -> Decision:
    payload = json.loads(row[5])
    return Decision(row[0], row[1], row[2], row[3], row[4], payload, row[6], row[7], bool(row[8]), row[9] is not None)
