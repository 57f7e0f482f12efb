"""The database of a job: refused where it is another's or none."""

import sqlite3
from contextlib import closing

import pytest

from mteval.core.errors import DataError


def test_a_database_of_another_job_is_refused(jobs, local):
    path = jobs.rating()
    local(path)
    jobs.write("A.txt", "changed\n" * 12)
    with pytest.raises(DataError, match="was made for another job"):
        local(path)


def test_a_file_that_is_no_database_is_refused(jobs, local):
    path = jobs.rating()
    jobs.write("rating.sqlite", "this is text, not a database, and long enough to be looked at by sqlite" * 20)
    with pytest.raises(DataError, match="cannot be used as the job's database"):
        local(path)


def test_a_database_from_before_forms_had_nonces_is_used_on(jobs, local):
    path = jobs.rating()
    local(path).annotator("ann").rate(3)
    with closing(sqlite3.connect(path.with_suffix(".sqlite"), isolation_level=None)) as connection:
        connection.execute("ALTER TABLE decisions DROP COLUMN nonce")
    again = local(path)
    assert again.annotator("ann").rate(4).status_code == 303
    assert len(again.database.decisions("ann")) == 2
