"""The server's database as ratings: what stands counts, categories are numbers, and nothing is written."""

import json
import sqlite3

import pytest

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.library import read_ratings, recognised_ratings
from tests.formats.rating_files import shown


@pytest.fixture
def database(tmp_path):
    """Writes a database with the columns the format reads."""

    def write(kind, *decisions):
        path = tmp_path / "job.sqlite"
        with sqlite3.connect(path) as connection:
            connection.execute("CREATE TABLE meta (key TEXT, value TEXT)")
            connection.execute("INSERT INTO meta VALUES ('kind', ?)", (kind,))
            columns = "id INTEGER PRIMARY KEY, annotator TEXT, item TEXT, payload TEXT, seconds REAL, undone TEXT"
            connection.execute(f"CREATE TABLE decisions ({columns})")
            for annotator, item, payload, undone in decisions:
                row = (annotator, item, json.dumps(payload), 12.0, undone)
                connection.execute("INSERT INTO decisions VALUES (NULL, ?, ?, ?, ?, ?)", row)
        connection.close()
        return path

    return write


def rated(adequacy, fluency, system="A", kind="target", comment=""):
    return {"system": system, "type": kind, "adequacy": adequacy, "fluency": fluency, "comment": comment}


def test_ratings_that_stand_count_and_time_is_shared(database):
    path = database(
        "rating",
        ("ann", "1", {"ratings": [rated(4, 5), rated(2, 3, "B", comment="odd")]}, None),
        ("ann", "2", {"ratings": [rated(1, 1)]}, "taken back"),
        ("bob", "1", {"ratings": [rated(1, 2, kind="degraded")]}, None),
    )
    assert recognised_ratings(path) == "annotation-database"
    found = read_ratings(path)
    assert shown(found) == [
        ("ann", "1", "A", "target", "adequacy", 4),
        ("ann", "1", "A", "target", "fluency", 5),
        ("ann", "1", "B", "target", "adequacy", 2),
        ("ann", "1", "B", "target", "fluency", 3),
        ("bob", "1", "A", "degraded", "adequacy", 1),
        ("bob", "1", "A", "degraded", "fluency", 2),
    ]
    assert [one.detail["seconds"] for one in found.ratings] == [6, 6, 6, 6, 12, 12]
    assert found.ratings[2].detail["comment"] == "odd"


def test_verdicts_and_actions_are_numbers_in_the_order_named(database):
    verdicts = database("dictionary", ("ann", "house\tدار", {"verdict": "synonym"}, None))
    assert shown(read_ratings(verdicts)) == [("ann", "house → دار", None, "target", "verdict", 2)]
    verdicts.unlink()
    actions = database("templates", ("ann", "t1", {"action": "accept"}, None), ("ann", "t2", {"action": "done"}, None))
    assert shown(read_ratings(actions)) == [("ann", "t1", None, "target", "action", 3)]


def test_other_files_are_refused_and_nothing_is_written(tmp_path, database):
    with pytest.raises(DataError, match="no such file"):
        read_ratings(tmp_path / "none.sqlite", "annotation-database")
    (tmp_path / "x.sqlite").write_bytes(b"SQLite format 3\x00" + b"x" * 100)
    with pytest.raises(DataError, match="is no database of 'mteval human serve'"):
        read_ratings(tmp_path / "x.sqlite")
    with pytest.raises(DataError, match="holds no ratings"):
        read_ratings(database("rating"))
    with pytest.raises(DataError, match="never written"):
        registry.formats.find("annotation-database")().write((), tmp_path / "y.sqlite")
