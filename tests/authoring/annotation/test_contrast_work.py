"""Contrast jobs: who sees what in which order, what is stored, precision and agreement on the organiser's page."""

import csv
import io

import pytest

from mteval.authoring.annotation.contrast_work import drawn_pairs
from mteval.authoring.annotation.job import read_job
from mteval.core.errors import DataError
from mteval.library import read_ratings
from tests.authoring.annotation.contrast_items import CONTRASTS


def fields_of(task, reference, contrast, grammatical=("yes", "yes")):
    """The form for what somebody thinks of the reference and of the contrast."""
    given = {"reference": (reference, grammatical[0]), "contrast": (contrast, grammatical[1])}
    return {
        f"{name}_{asked}": answer
        for name, role in zip("ab", task.payload["order"], strict=True)
        for asked, answer in zip(("meaning", "grammatical"), given[role], strict=True)
    }


def judge_all(server, name, opinion):
    """Send what `opinion` says of every task: reference, contrast and grammar."""
    person = server.annotator(name)
    while person.hidden("position"):
        task = server.database.next_task(name)
        assert person.send(**fields_of(task, *opinion(task))).status_code == 303
        person.look()


def test_every_contrast_is_judged_and_a_limit_draws_items_with_one_contrast_each(jobs):
    names = [pair.name for pair in drawn_pairs(read_job(jobs.contrast()))]
    assert names == ["1/1", "2/1", "3/1", "3/2", "4/1"]
    drawn = [pair.name for pair in drawn_pairs(read_job(jobs.contrast(extra={"limit": 3})))]
    assert len({name.split("/")[0] for name in drawn}) == len(drawn) == 3
    assert len(drawn_pairs(read_job(jobs.contrast(extra={"limit": 99})))) == 4
    seen = {drawn_pairs(read_job(jobs.contrast(extra={"limit": 1}, seed=seed)))[0].name for seed in range(40)}
    assert seen == set(names), "every contrast can be drawn"


def test_the_order_differs_and_the_page_does_not_tell_the_reference(jobs, local):
    server = local(jobs.contrast(annotators=[f"a{n}" for n in range(8)]))
    orders = {tuple(task.payload["order"]) for n in range(8) for task in server.database.tasks(f"a{n}")}
    assert orders == {("reference", "contrast"), ("contrast", "reference")}
    form = server.annotator("a0").page.partition('<form id="task"')[2].partition("</form>")[0]
    assert "Translation A" in form
    assert "reference" not in form
    assert "contrast" not in form


def test_judgements_are_stored_as_of_reference_and_contrast(jobs, local):
    server = local(jobs.contrast())
    judge_all(
        server, "ann", lambda task: ("right", "wrong", ("yes", "no" if task.payload["word"] == "plate" else "yes"))
    )
    rows = list(csv.DictReader(io.StringIO(server.organiser("decisions.csv").text)))
    assert {(row["reference_meaning"], row["contrast_meaning"]) for row in rows} == {("right", "wrong")}
    assert {row["contrast_grammatical"] for row in rows if row["word"] == "plate"} == {"no"}
    assert {row["reference"] for row in rows} == {one["reference"] for one in CONTRASTS}
    page = server.organiser().text
    assert "Precision 0.800" in page  # four of five
    assert "5 of 5 items judged, 3 words; annotators: 1" in page


def test_missing_or_unknown_answers_are_refused(jobs, local):
    server = local(jobs.contrast())
    person = server.annotator("ann")
    whole = fields_of(server.database.next_task("ann"), "right", "wrong")
    for change in ({"a_meaning": ""}, {"b_grammatical": "unsure"}, {"a_meaning": "<b>"}):
        answer = person.send(**{**whole, **change})
        assert answer.status_code == 422
        assert "Please answer every question" in answer.text
    assert server.database.decisions() == []


def test_a_form_sent_twice_counts_once_and_forged_ones_not_at_all(jobs, local):
    server = local(jobs.contrast())
    person = server.annotator("ann")
    whole = fields_of(server.database.next_task("ann"), "right", "wrong")
    for _ in range(2):
        assert person.send(**whole).status_code == 303
    assert len(server.database.decisions()) == 1
    assert person.send(**{**whole, "form_token": "forged"}).status_code == 403
    policy = server.client.get(person.path).headers["content-security-policy"]
    assert "'unsafe-inline'" not in policy


def test_texts_of_the_set_are_shown_as_text(jobs, local):
    items = [{**CONTRASTS[0], "source": "<script>x</script> & bank", "reference": "<b>fett</b>"}]
    page = local(jobs.contrast(items=items)).annotator("ann").page
    assert "<script>x" not in page
    assert "<b>fett" not in page


def test_agreement_is_computed_from_the_database(jobs, local):
    path = jobs.contrast(annotators=["ann", "bob"])
    server = local(path)
    judge_all(server, "ann", lambda _: ("right", "wrong"))
    judge_all(server, "bob", lambda task: ("right", "right" if task.payload["word"] == "bank" else "wrong"))
    ratings = read_ratings(path.with_suffix(".sqlite")).ratings
    assert {one.scale for one in ratings} == {"reference_right", "contrast_wrong", "grammatical", "good"}
    good = {(one.item, one.annotator): one.value for one in ratings if one.scale == "good"}
    assert good["1/1", "ann"] == 1
    assert good["1/1", "bob"] == 0
    assert good["4/1", "bob"] == 1


def test_a_format_of_another_family_is_refused(jobs):
    with pytest.raises(DataError, match="is of the family 'reference', not contrastive"):
        drawn_pairs(read_job(jobs.contrast(extra={"format": "lines"})))
