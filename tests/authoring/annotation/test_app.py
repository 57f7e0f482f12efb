"""The server's pages and answers: who gets which, what time counts as work, what is refused and how."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

pytest.importorskip("starlette", reason="the server needs the extra 'serve'")

from mteval.authoring.annotation import app
from mteval.authoring.annotation.app import spent
from mteval.authoring.annotation.database import Task

START = datetime(2020, 1, 1, tzinfo=UTC)


@pytest.fixture
def after_100_seconds(monkeypatch):
    monkeypatch.setattr(app, "now", lambda: (START + timedelta(seconds=100)).isoformat(timespec="milliseconds"))
    return Task("ann", 0, "item", {}, START.isoformat(timespec="milliseconds"))


@pytest.mark.parametrize(
    ("active", "work"),
    [
        ("2500", 2.5),
        ("0", 0.0),
        # Nobody works longer than there was time.
        ("999999", 100.0),
        # Without a count from the browser, all but an idle pause counts.
        ("", 60.0),
        ("-5", 60.0),
        ("1e3", 60.0),
        ("9" * 12, 60.0),
    ],
)
def test_work_is_what_the_browser_counted_within_what_the_clock_allows(after_100_seconds, active, work):
    assert spent(after_100_seconds, active, 60) == (work, 100.0)


def test_a_task_nobody_saw_took_no_time_and_no_clock_runs_backwards(after_100_seconds):
    assert spent(Task("ann", 0, "item", {}), "5000", 60) == (0.0, 0.0)
    later = (START + timedelta(seconds=200)).isoformat()
    assert spent(Task("ann", 0, "item", {}, later), "5000", 60) == (0.0, 0.0)


def test_without_a_link_one_learns_that_one_needs_it(jobs, local):
    found = local(jobs.rating()).client.get("/")
    assert found.status_code == 200
    assert "You need your personal link" in found.text


def test_an_address_that_is_none_is_said_on_a_page(jobs, local):
    found = local(jobs.rating()).client.get("/nowhere")
    assert found.status_code == 404
    assert "Use the link you were given" in found.text


def test_a_decision_that_cannot_be_is_shown_again_with_what_was_sent(jobs, local):
    server = local(jobs.rating())
    ann = server.annotator("ann")
    found = ann.send(**{"comment-0": "kept as it was"})
    assert found.status_code == 422
    assert "kept as it was" in found.text
    assert server.database.decisions() == []


def test_a_preview_is_for_templates_alone(jobs, local):
    ann = local(jobs.rating()).annotator("ann")
    found = ann.send("preview", **{"template-0": "{x}"})
    assert found.status_code == 404
    assert "This job has no templates" in found.text


def test_whoever_asks_too_often_is_told_when_to_come_back(jobs, local):
    from mteval.authoring.annotation.security import RateLimit

    server = local(jobs.rating(), RateLimit(2, 0.0))
    ann = server.annotator("ann")
    found = [server.client.get(ann.path) for _ in range(3)][-1]
    assert (found.status_code, found.headers["retry-after"]) == (429, "5")


@pytest.mark.parametrize("kind", ["rating", "templates", "dictionary"])
def test_every_kind_of_job_ends_with_thanks(jobs, local, kind):
    path = {
        "rating": lambda: jobs.rating(annotators=["ann"]),
        "templates": lambda: jobs.templates("tea-ver"),
        "dictionary": jobs.dictionary,
    }[kind]()
    assert kind in app.WORK
    server = local(path)
    ann = server.annotator("ann")
    tasks = len(server.database.tasks("ann"))
    for task in server.database.tasks("ann"):
        server.database.decide(task, {"action": "done"}, seconds=1, elapsed=1, final=True)
    assert "All done" in ann.look()
    assert f"{tasks}" in ann.page
