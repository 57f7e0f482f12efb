"""mteval demo: a summary, stored results, and the path of the page as the last line."""

from __future__ import annotations

from pathlib import Path

from mteval.core.results import Finding, Report, Results, Score
from mteval.core.views import ReportView
from mteval.storage.reports import read_results
from tests.charts.reading import tree
from tests.cli.calling import call

SCORE = Score("bleu", {"bleu": 41.5}, {"bleu": (40.0, 43.0)}, 9, 0, True, "tok:13a", spec="bleu")
SUITE = {"name": "tiny", "family": "reference", "version": "1", "digest": "0" * 64}


def test_the_tour_is_stored_summed_up_and_shown(tmp_path, capsys, monkeypatch):
    """The tour itself has tests of its own; this is what the command does with it."""
    results = Results(
        (Report(SUITE, {"name": "model", "backend": "x"}, (SCORE,), findings=(Finding("a-code", "why"),)),)
    )

    def take(announce):
        announce("one step")
        return ReportView(results)

    monkeypatch.setattr("mteval.demo.tour.take", take)
    code, printed, said = call(capsys, "demo", "-o", tmp_path / "out")
    assert code == 0
    page = Path(printed.splitlines()[-1])
    assert page == tmp_path / "out" / "report.html"
    assert "41.50" in "".join(tree(page.read_text(encoding="utf-8")).itertext())
    assert "41.50" in printed
    assert "findings: a-code" in printed
    assert [line.split("s  ")[1] for line in said.splitlines()] == ["one step", "writing the report", "done"]
    assert read_results(tmp_path / "out").reports[0].scores == (SCORE,)
