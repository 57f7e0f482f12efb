from __future__ import annotations

from dataclasses import replace

from mteval.core.results import CaseResult, Finding, Report, Score
from mteval.renderers._html.cases import case_table
from mteval.renderers._html.choice import choice_text, shown_cases


def report(name, values, findings=()):
    score = Score("m", {"m": 1.0}, {}, len(values), 0, True, "", spec="m")
    cases = tuple(CaseResult(str(place), "scored", scores={"m": value}) for place, value in enumerate(values))
    return Report({"name": "s"}, {"name": name}, (score,), findings=findings, cases=cases)


def reports():
    """A hundred cases that score 50; 40 scores 0 with both systems, 60 differs by 30, and a finding names 80."""
    first = [50.0] * 100
    first[40], first[60] = 0.0, 80.0
    second = [50.0] * 100
    second[40] = 0.0
    return [report("a", first, (Finding("odd", "Odd.", 1, ("80",)),)), report("b", second)]


def chosen(most):
    table, total = shown_cases(reports(), most)
    assert total == 100
    return table.ids


def test_all_cases_are_shown_where_they_are_not_too_many():
    assert chosen(100) == case_table(reports()).ids
    assert chosen(200) == case_table(reports()).ids


def test_cases_of_findings_large_differences_and_low_scores_come_first():
    assert chosen(3) == ("40", "60", "80")


def test_there_is_room_for_a_random_sample_in_the_order_of_the_cases():
    shown = chosen(40)
    assert {"40", "60", "80"} < set(shown)
    assert len(shown) == 40
    assert list(shown) == sorted(shown, key=int)
    assert chosen(40) == shown


def test_cases_that_only_some_systems_have_are_there_under_those_systems():
    first, second = reports()
    apart = replace(second, cases=tuple(replace(case, id=f"x{case.id}") for case in second.cases))
    table, total = shown_cases([first, apart], 150)
    assert (total, len(table.ids)) == (200, 150)
    assert {case for own in table.found for case in own} == set(table.ids)
    assert all(case.id == name for own in table.found for name, case in own.items())
    assert set(table.found[0]) <= {case.id for case in first.cases}


def test_the_page_says_how_many_of_how_many():
    assert choice_text(3, 100).startswith("3 of 100 are in this page")
