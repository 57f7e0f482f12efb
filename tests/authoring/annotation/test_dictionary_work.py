"""Dictionary jobs: verdicts, majorities, corrected P@k, who was right."""

import json

import pytest

from mteval.core.errors import DataError
from mteval.human.dictionary_verdicts import read_verdicts
from mteval.library import read_ratings


def verdicts_by_hand(server, name="ann"):
    """What an Arabic speaker would say."""
    right = {"دار": "synonym", "الكتاب": "other-form", "ورقة": "wrong", "بحر": "wrong", "غريب": "gold-wrong"}
    person = server.annotator(name)
    while person.hidden("position"):
        task = server.database.next_task(name)
        verdict = right[task.payload["prediction"]]
        fields = {"gold-0": "1", "prediction_right": "1"} if verdict == "gold-wrong" else {}
        assert person.send(verdict=verdict, **fields).status_code == 303
        person.look()


def test_corrected_scores_and_updated_dictionary(jobs, local):
    server = local(jobs.dictionary())
    assert {task.payload["prediction"] for task in server.database.tasks("ann")} == {
        "دار",
        "الكتاب",
        "ورقة",
        "بحر",
        "غريب",
    }
    verdicts_by_hand(server)
    found = json.loads(server.organiser("dictionary-results.json").text)
    # A had only river right of four; house, book and odd turn out right. B had one of three, and keeps it.
    assert found["systems"]["A"]["published"]["p@1"] == pytest.approx(1 / 4)
    assert found["systems"]["A"]["corrected"]["p@1"] == 1.0
    assert (
        found["systems"]["B"]["published"]["p@1"] == found["systems"]["B"]["corrected"]["p@1"] == pytest.approx(1 / 3)
    )
    assert found["who_was_right"][0]["published"] == {"both": 0, "only_a": 1, "only_b": 1, "neither": 1}
    assert found["who_was_right"][0]["corrected"] == {"both": 1, "only_a": 2, "only_b": 0, "neither": 0}
    updated = server.organiser("dictionary-updated.txt").text.splitlines()
    assert "house\tدار" in updated
    assert "odd\tغريب" in updated
    assert "odd\tتفاحة" not in updated


def test_the_export_is_what_dictionary_runs_read(jobs, local, tmp_path):
    server = local(jobs.dictionary())
    verdicts_by_hand(server)
    (tmp_path / "decisions.csv").write_text(server.organiser("decisions.csv").text, encoding="utf-8")
    found = {one.prediction: one.right for one in read_verdicts(tmp_path / "decisions.csv")}
    assert found == {"دار": True, "الكتاب": True, "ورقة": False, "بحر": False, "غريب": True}


def test_agreement_on_verdicts_can_be_computed(jobs, local):
    path = jobs.dictionary(annotators=["ann", "bob"])
    server = local(path)
    verdicts_by_hand(server)
    verdicts_by_hand(server, "bob")
    assert {one.scale for one in read_ratings(path.with_suffix(".sqlite")).ratings} == {"verdict"}


def test_deeper_predictions_are_asked_up_to_the_first_gold_target(jobs, local):
    path = jobs.dictionary(depth=3)
    jobs.write("A.tsv", "house\tx\tبيت\ty\nbook\tp\tq\tr\ts\n")
    jobs.write("B.tsv", "river\tنهر\n")
    asked = {(task.payload["source"], task.payload["prediction"]) for task in local(path).database.tasks("ann")}
    assert asked == {("house", "x"), ("book", "p"), ("book", "q"), ("book", "r")}


def test_the_cases_of_a_run_will_do_as_predictions(jobs, local):
    case = {"id": "1", "source": "house", "answer": {"candidates": [{"word": "دار", "score": 0.5}]}}
    path = jobs.dictionary()
    jobs.write("A.jsonl", json.dumps(case) + "\n")
    path.write_text(path.read_text(encoding="utf-8").replace("A.tsv", "A.jsonl"), encoding="utf-8")
    assert "دار" in {task.payload["prediction"] for task in local(path).database.tasks("ann")}


@pytest.mark.parametrize("fields", [{}, {"verdict": "maybe"}, {"verdict": "gold-wrong"}])
def test_half_a_verdict_is_refused(jobs, local, fields):
    server = local(jobs.dictionary())
    assert server.annotator("ann").send(**fields).status_code == 422
    assert server.database.decisions() == []


def test_nothing_to_verify_is_said(jobs, local):
    path = jobs.dictionary()
    for system in "AB":
        jobs.write(f"{system}.tsv", "river\tنهر\n")
    with pytest.raises(DataError, match="nothing to verify"):
        local(path)


def asked(server):
    return {(task.payload["source"], task.payload["prediction"]) for task in server.database.tasks("ann")}


def test_lone_words_are_those_that_another_system_got(jobs, local):
    path = jobs.dictionary(words="lone")
    jobs.write("A.tsv", "river\tنهر\nhouse\tبيت\nbook\tx\n")
    jobs.write("B.tsv", "river\tبحر\nhouse\tبيت\nbook\ty\n")
    # Both got the house and neither the book; only the river parts them.
    assert asked(local(path)) == {("river", "بحر")}


def test_lone_words_need_two_systems_and_their_best_words(jobs, local):
    with pytest.raises(DataError, match="depth 1 and two systems"):
        local(jobs.dictionary(words="lone", depth=3))
