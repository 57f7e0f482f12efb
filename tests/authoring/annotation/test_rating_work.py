"""Rating jobs: who gets what, what stays hidden, what is stored and exported."""

import json
from collections import Counter

import pytest

from mteval.authoring.annotation.job import read_job
from mteval.authoring.annotation.rating_work import RatingWork
from mteval.human.ratings import item_type
from mteval.library import read_ratings

CONTROLS = "[controls]\nrepeated = 3\ndegraded = 3\n"


def test_controls_are_mixed_in_after_their_originals(jobs):
    work = RatingWork(read_job(jobs.rating(controls=CONTROLS)))
    for tasks in work.lists().values():
        assert len(tasks) == 24 + 6
        seen = {}
        for place, (item, payload) in enumerate(tasks):
            (one,) = payload["shown"]
            if one["type"] == "target":
                seen[item, one["system"]] = place
            else:
                assert seen[item, one["system"]] < place
        kinds = Counter(payload["shown"][0]["type"] for _, payload in tasks)
        assert kinds == {"target": 24, "repeat": 3, "degraded": 3}


def test_side_by_side_is_shuffled_and_nameless(jobs, local):
    server = local(jobs.rating(extra={"side_by_side": True}, systems=("sysALPHA", "sysBETA")))
    tasks = server.database.tasks("ann")
    orders = Counter(tuple(one["system"] for one in task.payload["shown"]) for task in tasks)
    assert len(orders) == 2
    page = server.annotator("ann").page
    # The texts themselves end in the system's name here; the page's own markup must not tell it.
    assert page.replace("है। sysALPHA", "").replace("है। sysBETA", "").count("sysALPHA") == 0
    assert "degraded" not in page
    assert page.count('type="range"') == 4


def finish(person, **fields):
    while "form" in person.look() and person.hidden("position"):
        assert person.rate(**fields).status_code == 303


def test_decisions_undo_resume_and_exports(jobs, local, tmp_path):
    path = jobs.rating(controls=CONTROLS, annotators=["ann", "bob"])
    server = local(path)
    ann = server.annotator("ann")
    assert ann.rate(2, **{"comment-0": "=HYPERLINK(1)"}).status_code == 303
    first = server.database.decisions("ann")[0]
    ann.look()
    assert ann.send("undo").status_code == 303
    assert server.database.decisions("ann") == []
    assert [one.undone for one in server.database.decisions("ann", undone=True)] == [True]
    again = local(path).annotator("ann")  # another machine, another server on the same database
    assert again.hidden("position") == str(first.position)
    again.rate(5, **{"comment-0": "=HYPERLINK(1)"})
    finish(server.annotator("ann"))
    assert "All done" in server.annotator("ann").page
    table = server.organiser("decisions.csv").text
    assert "'=HYPERLINK(1)" in table
    log = [json.loads(line) for line in server.organiser("decisions.jsonl").text.splitlines()]
    assert [entry["undone"] for entry in log].count(True) == 1
    assert len(log) == 31
    (tmp_path / "export.csv").write_text(table, encoding="utf-8")
    exported, stored = read_ratings(tmp_path / "export.csv"), read_ratings(path.with_suffix(".sqlite"))
    assert Counter(item_type(one) for one in exported.ratings) == {"target": 48, "repeat": 6, "degraded": 6}
    key = lambda one: (one.item, one.system, one.scale, item_type(one))  # noqa: E731
    assert {key(one): one.value for one in exported.ratings} == {key(one): one.value for one in stored.ratings}


@pytest.mark.parametrize("value", ["", "0", "6", "4.5", "x", "٣"])
def test_only_whole_ratings_from_1_to_5_are_accepted(jobs, local, value):
    server = local(jobs.rating())
    answer = server.annotator("ann").rate(value)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert server.database.decisions() == []


def test_a_second_window_cannot_decide_twice(jobs, local):
    server = local(jobs.rating())
    one, other = server.annotator("ann"), server.annotator("ann")
    one.rate(5)
    assert other.rate(1).status_code == 303
    assert [decision.payload["ratings"][0]["adequacy"] for decision in server.database.decisions()] == [5]


def test_idle_time_is_not_work(jobs, local):
    server = local(jobs.rating(idle_seconds=0))
    person = server.annotator("ann")
    person.rate(active_ms="999999999")  # more than there was
    person.look()
    person.rate(active_ms="not a number")
    first, second = server.database.decisions()
    assert first.seconds <= first.elapsed < 60
    assert second.seconds == 0


def test_the_organiser_sees_progress_and_who_fails_controls(jobs, local):
    server = local(jobs.rating(controls=CONTROLS))
    for name, drop in (("ann", 3), ("bob", 0)):
        person = server.annotator(name)
        while person.hidden("position"):
            kind = server.database.next_task(name).payload["shown"][0]["type"]
            person.rate(5 - drop if kind == "degraded" else 5)
            person.look()
    page = server.organiser().text
    assert "30 / 30" in page
    assert page.count("degraded</td>") == 2  # bob fails on both scales, ann on none


def test_new_annotators_join_a_running_job(jobs, local):
    server = local(jobs.rating(overlap=1))
    server.annotator("ann").rate()
    again = local(jobs.rating(overlap=1, annotators=["ann", "bob", "cy"]))
    assert [one.annotator for one in again.database.progress()] == ["ann", "bob", "cy"]
    assert len(again.database.decisions("ann")) == 1
