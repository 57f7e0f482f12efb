"""Jobs under DA, SQM, ESA and MQM: what annotators see, what is stored, and that every export is read back."""

import csv
import io
import json
from collections import Counter
from itertools import groupby

import pytest

from mteval.authoring.annotation.job import read_job
from mteval.authoring.annotation.scoring_work import ScoringWork
from mteval.core.errors import DataError
from mteval.core.evidence import ErrorSpan
from mteval.human.annotator_controls import control_results
from mteval.human.ratings import item_type
from mteval.library import read_rating_files, read_ratings, recognised_ratings

CONTROLS = "[controls]\nrepeated = 2\ndegraded = 2\n"
MINOR = {"start": 0, "end": 5, "severity": "minor"}
MISSING = {"missing": True, "severity": "major"}
SOURCE_ERROR = {"start": 9, "end": 15, "severity": "major", "category": "Source error", "side": "source"}
MQM_ERROR = {"start": 6, "end": 12, "severity": "major", "category": "Accuracy/Mistranslation"}


def finish(person, **fields):
    while "form" in person.look() and person.hidden("position"):
        answer = person.judge(**fields)
        assert answer.status_code == 303, answer.text


def spans_of(ratings):
    return {(one.annotator, one.item.split(":")[-1], one.system, item_type(one)): one.spans for one in ratings}


def values_of(ratings):
    return {(one.annotator, one.item.split(":")[-1], one.system, item_type(one)): one.value for one in ratings}


def test_a_documents_segments_follow_each_other(jobs):
    for tasks in ScoringWork(read_job(jobs.scoring("esa"))).lists().values():
        units = [(unit, [item for item, _ in given]) for unit, given in groupby(tasks, lambda task: task[1]["unit"])]
        assert len(units) == 8
        assert {len(items) for _, items in units} == {3}
        assert all([int(item) for item in items] == sorted(map(int, items)) for _, items in units)


def test_controls_stand_between_documents_after_their_originals(jobs):
    for tasks in ScoringWork(read_job(jobs.scoring("esa", controls=CONTROLS))).lists().values():
        seen = set()
        for place, (item, payload) in enumerate(tasks):
            (one,) = payload["shown"]
            if one["type"] == "target":
                seen.add((item, one["system"]))
            else:
                assert (item, one["system"]) in seen
                assert tasks[place - 1][1]["unit"] != (tasks[place + 1][1]["unit"] if place + 1 < len(tasks) else "")
        assert Counter(payload["shown"][0]["type"] for _, payload in tasks) == {
            "target": 24,
            "repeat": 2,
            "degraded": 2,
        }


def test_the_page_shows_the_document_and_what_was_judged_of_it(jobs, local):
    server = local(jobs.scoring("esa"))
    ann = server.annotator("ann")
    assert ann.judge(64, [MINOR, MISSING]).status_code == 303
    page = ann.look()
    assert '<mark class="minor">वाक्य</mark>' in page
    assert "something is missing</span>" in page
    assert ">64</span>" in page
    assert page.count('class="turn"') == 2
    assert 'data-unset="true"' in page
    ann.judge()
    ann.look()
    ann.judge()
    assert ann.look().count('class="turn"') == 2  # a new document, of which nothing is judged
    assert "<mark" not in ann.page


@pytest.mark.parametrize("protocol", ["da", "sqm", "esa"])
def test_every_layout_of_scores_is_read_back(jobs, local, tmp_path, protocol):
    path = jobs.scoring(protocol, controls=CONTROLS)
    server = local(path)
    errors = [MINOR, MISSING] if protocol == "esa" else []
    finish(server.annotator("ann"), score=81, errors=errors)
    server.annotator("bob").judge(20)
    stored = read_ratings(path.with_suffix(".sqlite"))
    assert stored.scales == (protocol,)
    assert stored.languages == ("en-hi",)
    for name in ("decisions.csv", f"{protocol}.appraise.csv"):
        file = tmp_path / name
        file.write_text(server.organiser(name).text, encoding="utf-8")
        read = read_ratings(file)
        assert values_of(read.ratings) == values_of(stored.ratings), name
        assert spans_of(read.ratings) == spans_of(stored.ratings), name
    assert recognised_ratings(tmp_path / f"{protocol}.appraise.csv") == "appraise"
    assert read.languages == ("en-hi",)
    first = next(csv.reader(io.StringIO(server.organiser(f"{protocol}.appraise.csv").text)))
    assert (first[4], first[5], len(first)) == ("eng", "hin", 12 if protocol == "esa" else 11)
    assert 0 <= float(first[-1]) - float(first[-2]) < 600


def test_mqm_in_googles_layout_and_in_ours_is_read_back(jobs, local, tmp_path):
    path = jobs.scoring("mqm")
    server = local(path)
    assert 'type="range"' not in server.annotator("ann").page
    finish(server.annotator("ann"), errors=[MQM_ERROR, {**MQM_ERROR, "start": 0, "end": 5, "severity": "minor"}])
    server.annotator("bob").judge(errors=[])
    stored = read_ratings(path.with_suffix(".sqlite"))
    assert Counter(values_of(stored.ratings).values()) == {-6.0: 24, 0.0: 1}  # 5 + 1 by Google's weights
    other = read_rating_files([path.with_suffix(".sqlite")], given={"weights": "major=10,minor=1"})
    assert min(values_of(other.ratings).values()) == -11.0
    layouts = {
        "mqm.mqm.tsv": "mqm",
        "mqm.errors.jsonl": "mqm-json",
        "mqm.appraise.csv": "appraise",
        "decisions.csv": "ratings",
    }
    for name, layout in layouts.items():
        (tmp_path / name).write_text(server.organiser(name).text, encoding="utf-8")
        assert recognised_ratings(tmp_path / name) == layout
        read = read_ratings(tmp_path / name)
        assert values_of(read.ratings) == values_of(stored.ratings), name
        assert spans_of(read.ratings) == spans_of(stored.ratings), name


def test_errors_in_the_source_under_mqm_are_shown_again_and_survive_every_layout(jobs, local, tmp_path):
    path = jobs.scoring("mqm")
    server = local(path)
    ann = server.annotator("ann")
    missing = {"missing": True, "severity": "minor", "category": "Accuracy/Omission"}
    assert ann.judge(errors=[SOURCE_ERROR, MQM_ERROR, missing]).status_code == 303
    assert 'in the source:</span> <mark class="major" lang="en" dir="ltr">number</mark>' in ann.look()
    (stored,) = read_ratings(path.with_suffix(".sqlite")).ratings
    assert [(one.side, one.start, one.end, one.missing) for one in stored.spans] == [
        ("target", 6, 12, False),
        ("source", 9, 15, False),
        ("target", 0, 0, True),
    ]
    assert stored.value == -11.0  # twice 5, and 1
    for name in ("mqm.mqm.tsv", "mqm.errors.jsonl", "mqm.appraise.csv", "decisions.csv"):
        (tmp_path / name).write_text(server.organiser(name).text, encoding="utf-8")
        read = read_ratings(tmp_path / name)
        assert spans_of(read.ratings) == spans_of([stored]), name
        assert {one.code for one in read.findings} <= {"scores-from-spans"}, name


def test_errors_in_the_source_are_for_mqm_alone(jobs, local):
    answer = local(jobs.scoring("esa")).annotator("ann").judge(errors=[SOURCE_ERROR])
    assert answer.status_code == 422
    assert "Errors in the source cannot be marked here" in answer.text


@pytest.mark.parametrize(("protocol", "sides"), [("mqm", ["source", "target"]), ("esa", ["target"])])
def test_marks_in_the_source_made_beforehand_are_offered_where_they_can_be_changed(jobs, local, protocol, sides):
    errors = [{**SOURCE_ERROR, "severity": "critical"}, MQM_ERROR]
    entry = {"rater": "gemba", "system": "A", "seg_id": "1", "errors": errors}
    jobs.write("found.jsonl", json.dumps(entry) + "\n")
    work = ScoringWork(read_job(jobs.scoring(protocol, extra={"spans": "found.jsonl"})))
    spans = work.prefilled["A", "1"]
    assert sorted(one.side for one in spans) == sides
    assert {one.severity for one in spans} == {"major"}


def test_a_mark_beyond_the_source_is_refused(jobs, local):
    errors = [{**SOURCE_ERROR, "end": 999}]
    jobs.write("found.jsonl", json.dumps({"rater": "g", "system": "A", "seg_id": "1", "errors": errors}) + "\n")
    with pytest.raises(DataError, match="segment 1 of 'A': a span ends after the source"):
        ScoringWork(read_job(jobs.scoring("mqm", extra={"spans": "found.jsonl"})))


@pytest.mark.parametrize(
    ("sent", "problem"),
    [
        ("[", "did not arrive"),
        ('[{"start": 0, "end": 9999, "severity": "minor"}]', "outside the translation"),
        ('[{"start": 3, "end": 3, "severity": "minor"}]', "outside the translation"),
        ('[{"start": true, "end": 3, "severity": "minor"}]', "outside the translation"),
        ('[{"start": 0, "end": 3, "severity": "awful"}]', "minor or major"),
        ("[7]", "minor or major"),
        ("{}", "At most"),
    ],
)
def test_errors_that_cannot_be_are_refused_and_nothing_is_stored(jobs, local, sent, problem):
    server = local(jobs.scoring("esa"))
    answer = server.annotator("ann").judge(**{"errors-0": sent})
    assert answer.status_code == 422
    assert problem in answer.text
    assert server.database.decisions() == []


@pytest.mark.parametrize("score", ["", "101", "-1", "5.5", "x", "٣"])
def test_scores_run_from_0_to_100(jobs, local, score):
    server = local(jobs.scoring("da"))
    answer = server.annotator("ann").judge(score)
    assert answer.status_code == 422
    assert server.database.decisions() == []


def test_mqm_needs_a_category(jobs, local):
    answer = local(jobs.scoring("mqm")).annotator("ann").judge(errors=[MINOR])
    assert answer.status_code == 422
    assert "choose a category" in answer.text
    own = local(jobs.scoring("mqm", name="own.toml", extra={"categories": ["Tone"]}))
    assert own.annotator("ann").judge(errors=[{**MINOR, "category": "Tone"}]).status_code == 303


def test_systems_side_by_side_keep_their_order_within_a_document(jobs, local):
    server = local(jobs.scoring("esa", extra={"side_by_side": True}))
    tasks = server.database.tasks("ann")
    assert len(tasks) == 12
    orders = {}
    for task in tasks:
        orders.setdefault(task.payload["unit"], set()).add(tuple(one["system"] for one in task.payload["shown"]))
    assert all(len(found) == 1 for found in orders.values())
    assert len(set.union(*orders.values())) == 2
    ann = server.annotator("ann")
    assert ann.page.count('type="range"') == 2
    ann.judge()
    assert len(server.database.decisions()[0].payload["ratings"]) == 2


def test_calibration_documents_go_to_everybody(jobs):
    work = ScoringWork(read_job(jobs.scoring("da", overlap=1, annotators=4, extra={"calibration": 1})))
    given = [{(item, payload["shown"][0]["system"]) for item, payload in tasks} for tasks in work.lists().values()]
    assert len(set.intersection(*given)) == 6  # one document of three segments by two systems
    assert sum(map(len, given)) == 18 + 4 * 6


def test_a_limit_takes_whole_documents(jobs):
    work = ScoringWork(read_job(jobs.scoring("da", extra={"limit": 4})))
    assert [len(document.segments) for document in work.documents] == [3, 3]


def test_spans_marked_beforehand_are_offered(jobs, local):
    entry = {"system": "A", "seg_id": "1", "rater": "gemba", "errors": [{**MINOR, "category": ""}]}
    jobs.write("found.jsonl", json.dumps(entry) + "\n")
    server = local(jobs.scoring("esa", systems=("A",), extra={"spans": "found.jsonl"}))
    person = server.annotator("ann")
    while server.database.next_task("ann").item != "1":
        person.judge()
        person.look()
    assert "&#34;start&#34;:0,&#34;end&#34;:5,&#34;severity&#34;:&#34;minor&#34;" in person.page


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ({"seg_id": "99"}, "segment '99' is no line of the source"),
        ({"system": "Z"}, "the job has no system 'Z'"),
        ({"errors": [{**MINOR, "end": 999}]}, "a span ends after the translation"),
        ({"errors": [{**MINOR, "severity": "neutral"}]}, "the protocol knows minor, major"),
    ],
)
def test_spans_that_do_not_fit_the_job_are_refused(jobs, local, entry, problem):
    jobs.write("found.jsonl", json.dumps({"system": "A", "seg_id": "1", "rater": "x", "errors": [MINOR], **entry}))
    with pytest.raises(DataError, match=problem):
        local(jobs.scoring("esa", extra={"spans": "found.jsonl"}))


LESSON = {"source": "A dog.", "target": "Ein Hund Katze.", "expected": [20, 60], "explanation": "A cat was added."}
LESSON["errors"] = [{"start": 9, "end": 14, "severity": "major"}]


def test_a_tutorial_comes_first_teaches_and_does_not_count(jobs, local):
    jobs.write("tutorial.jsonl", json.dumps(LESSON) + "\n")
    path = jobs.scoring("esa", extra={"tutorial": "tutorial.jsonl"})
    server = local(path)
    ann = server.annotator("ann")
    assert "Practice." in ann.page
    answer = ann.judge(99)
    assert answer.status_code == 422
    assert "Not marked yet: “Katze”" in answer.text
    assert "between 20 and 60; yours is 99" in answer.text
    assert "A cat was added." in answer.text
    assert ann.judge(40, [{"start": 10, "end": 12, "severity": "minor"}]).status_code == 303
    ann.look()
    ann.judge(50)
    assert [one.system for one in read_ratings(path.with_suffix(".sqlite")).ratings] in (["A"], ["B"])
    assert len(list(csv.DictReader(io.StringIO(server.organiser("decisions.csv").text)))) == 1


def test_attention_checks_are_mixed_in_and_judged(jobs, local, tmp_path):
    jobs.write("checks.jsonl", "".join(json.dumps({**LESSON, "expected": [0, 30]}) + "\n" for _ in range(3)))
    path = jobs.scoring("da", extra={"checks": "checks.jsonl"})
    server = local(path)
    for name, attentive in (("ann", True), ("bob", False)):
        person = server.annotator(name)
        while person.hidden("position"):
            assert "Practice" not in person.page
            check = server.database.next_task(name).payload["shown"][0]["type"] == "check"
            assert person.judge(10 if check and attentive else 80).status_code == 303
            person.look()
    (tmp_path / "export.csv").write_text(server.organiser("decisions.csv").text, encoding="utf-8")
    for ratings in (read_ratings(path.with_suffix(".sqlite")), read_ratings(tmp_path / "export.csv")):
        failed = {one.annotator: one.failed for one in control_results(ratings)["da"]}
        assert not failed["ann"]
        assert failed["bob"]
    assert "check" not in server.organiser("da.appraise.csv").text


def test_names_of_systems_and_kinds_of_controls_stay_on_the_server(jobs, local):
    server = local(jobs.scoring("esa", systems=("sysALPHA", "sysBETA"), controls=CONTROLS))
    ann = server.annotator("ann")
    while ann.hidden("position"):
        page = ann.page.replace("है। sysALPHA", "").replace("है। sysBETA", "")
        assert "sysALPHA" not in page
        assert "degraded" not in page
        ann.judge()
        ann.look()


def test_a_form_sent_twice_counts_once_and_undo_reopens(jobs, local):
    server = local(jobs.scoring("esa"))
    ann = server.annotator("ann")
    ann.judge(30)
    ann.judge(90)
    assert [one.payload["ratings"][0]["score"] for one in server.database.decisions()] == [30]
    ann.look()
    ann.send("undo")
    assert server.database.decisions() == []


def test_the_organiser_sees_errors_and_time(jobs, local):
    server = local(jobs.scoring("esa"))
    server.annotator("ann").judge(50, [MINOR, MISSING])
    page = server.organiser().text
    assert "mean esa" in page
    assert "50.00" in page
    assert "Time per segment" in page
    assert "esa.appraise.csv" in page


def test_a_document_must_stay_together(jobs, local):
    with pytest.raises(DataError, match="goes on after another one began"):
        local(jobs.scoring("esa", documents=["a", "b"] * 6))


@pytest.mark.parametrize(
    ("protocol", "extra", "problem"),
    [
        ("esb", {}, "rating.protocol = 'esb' is not possible: adequacy-fluency, da, sqm, esa, mqm"),
        ("esa", {"scales": ["adequacy"]}, "rating.scales belong to adequacy-fluency"),
        ("da", {"spans": "source.txt"}, "rating.spans has no meaning for protocol = 'da'"),
        ("adequacy-fluency", {}, "rating.documents has no meaning"),
    ],
)
def test_keys_of_another_protocol_are_refused(jobs, protocol, extra, problem):
    with pytest.raises(DataError, match=problem):
        read_job(jobs.scoring(protocol, extra=extra))


def test_spans_keep_to_graphemes(jobs, local):
    server = local(jobs.scoring("esa"))
    # वाक्य is written वा+क्य: cutting after the first letter would leave its vowel sign behind.
    server.annotator("ann").judge(50, [{"start": 0, "end": 1, "severity": "minor"}])
    (entry,) = server.database.decisions()[0].payload["ratings"]
    assert (entry["errors"][0]["start"], entry["errors"][0]["end"]) == (0, 2)


def test_error_spans_survive_in_the_core_type(jobs, local):
    path = jobs.scoring("esa")
    local(path).annotator("ann").judge(50, [MISSING, MINOR])
    (rating,) = read_ratings(path.with_suffix(".sqlite")).ratings
    assert rating.spans == (ErrorSpan(0, 5, "minor"), ErrorSpan(0, 0, "major", missing=True))
    assert rating.detail["document"].startswith("d")
