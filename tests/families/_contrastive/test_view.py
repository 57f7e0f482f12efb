"""Contrastive suites are shown by their pictures alone."""

from __future__ import annotations

from mteval.core.results import Report, Score
from mteval.families._contrastive.charts import accuracy_sections
from mteval.families._contrastive.view import ContrastiveView


def test_every_suite_has_its_picture_and_nothing_else_is_added():
    score = Score("accuracy", {"accuracy": 0.5, "chance": 0.5}, {"accuracy": (0.25, 0.75)}, 8, 0, True, "")
    reports = [Report({"name": suite}, {"name": "a"}, (score,)) for suite in ("senses", "words")]
    view = ContrastiveView()
    found = list(view.sections(reports))
    assert [one.title for one in found] == ["Accuracy against chance: senses", "Accuracy against chance: words"]
    assert found == list(accuracy_sections(reports))
    assert list(view.tables(reports)) == []
    assert view.findings(reports, ()) == {}
