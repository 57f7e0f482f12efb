from __future__ import annotations

from mteval.core.results import CaseResult, Finding, Report, Score
from mteval.renderers._html.cases import case_table
from mteval.renderers._html.choice import choice_text, chosen_cases


def report(name, values, findings=()):
    score = Score("m", {"m": 1.0}, {}, len(values), 0, True, "", spec="m")
    cases = tuple(CaseResult(str(place), "scored", scores={"m": value}) for place, value in enumerate(values))
    return Report({"name": "s"}, {"name": name}, (score,), findings=findings, cases=cases)


def table():
    """A hundred cases that score 50; 40 scores 0 with both systems, 60 differs by 30, and a finding names 80."""
    first = [50.0] * 100
    first[40], first[60] = 0.0, 80.0
    second = [50.0] * 100
    second[40] = 0.0
    return case_table([report("a", first, (Finding("odd", "Odd.", 1, ("80",)),)), report("b", second)])


def test_all_cases_are_shown_where_they_are_not_too_many():
    assert chosen_cases(table(), 100).ids == table().ids


def test_cases_of_findings_large_differences_and_low_scores_come_first():
    assert chosen_cases(table(), 3).ids == ("40", "60", "80")


def test_there_is_room_for_a_random_sample_in_the_order_of_the_cases():
    shown = chosen_cases(table(), 40).ids
    assert {"40", "60", "80"} < set(shown)
    assert len(shown) == 40
    assert list(shown) == sorted(shown, key=int)
    assert chosen_cases(table(), 40).ids == shown


def test_the_page_says_how_many_of_how_many():
    assert choice_text(3, 100).startswith("3 of 100 are in this page")
