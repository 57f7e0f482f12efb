"""The organiser's page: whose link is whose, how far everybody is, and every file it offers."""

from __future__ import annotations

import csv
import io
import json
import re


def downloads(page):
    """The files a page links to."""
    return set(re.findall(r'href="/o/[^/"]+/([^"]+)"', page))


def test_links_and_progress_are_shown_for_everybody(jobs, local):
    server = local(jobs.rating())
    ann = server.annotator("ann")
    ann.rate()
    page = server.organiser().text
    for one in server.database.progress():
        assert f"http://testserver/a/{one.token}" in page
    done, total = (sum(getattr(one, part) for one in server.database.progress()) for part in ("done", "total"))
    assert done == 1
    assert re.search(rf"\b1 (of|/) {total}\b", re.sub(r"<[^>]+>", "", page))


def test_every_file_it_links_to_is_given_out_under_its_name(jobs, local):
    server = local(jobs.templates("tea-ver"))
    server.annotator("ann").send(action="accept")
    names = downloads(server.organiser().text)
    assert {"decisions.csv", "decisions.jsonl", "verification-log.csv", "checklist-ann.json"} <= names
    for name in names:
        found = server.organiser(name)
        assert found.status_code == 200
        assert found.headers["content-disposition"] == f"attachment; filename*=UTF-8''{name}"
        assert found.headers["content-type"].endswith("; charset=utf-8")


def test_the_table_has_what_stands_and_the_log_has_everything(jobs, local):
    server = local(jobs.rating())
    ann = server.annotator("ann")
    ann.rate(2)
    ann.look()
    ann.send("undo")
    ann.look()
    ann.rate(5)
    rows = list(csv.DictReader(io.StringIO(server.organiser("decisions.csv").text)))
    assert {value for row in rows for value in row.values() if value in ("2", "5")} == {"5"}
    log = [json.loads(line) for line in server.organiser("decisions.jsonl").text.splitlines()]
    assert [entry["undone"] for entry in log] == [True, False]


def test_a_file_there_is_not_is_said(jobs, local):
    found = local(jobs.rating()).organiser("none.csv")
    assert found.status_code == 404
    assert "No such file" in found.text
