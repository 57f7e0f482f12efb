"""Sense-choice suites are shown by their pictures alone."""

from __future__ import annotations

from mteval.core.results import Report, Score
from mteval.families._sense_choice.charts import choice_sections
from mteval.families._sense_choice.view import SenseChoiceView

BOUNDS = {"all": {"best": {"f1_b": 1}, "worst": {"f1_b": 0}}}


def test_every_suite_has_its_picture_and_nothing_else_is_added():
    values = {"f1_b": 0.75, "positive": 6.0, "negative": 3.0, "unknown": 1.0}
    score = Score("sense-f1", values, {}, 10, 0, True, "")
    reports = [Report({"name": suite}, {"name": "a"}, (score,), extras={"bounds": BOUNDS}) for suite in ("one", "two")]
    view = SenseChoiceView()
    found = list(view.sections(reports))
    assert [one.title for one in found] == ["Sense choice: one", "Sense choice: two"]
    assert found == list(choice_sections(reports))
    assert list(view.tables(reports)) == []
    assert view.findings(reports, ()) == {}
