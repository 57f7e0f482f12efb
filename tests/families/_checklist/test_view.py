"""CheckLists are shown by their pictures alone, over all CheckLists of the report together."""

from __future__ import annotations

from mteval.core.results import Report, Score, Slice
from mteval.families._checklist.pictures import checklist_sections
from mteval.families._checklist.view import CheckListView


def report(language):
    score = Score("failure-rate", {"failure_rate": 0.25, "decided": 8.0}, {}, 8, 0, False, "")
    suite = {"name": f"list-{language}", "family": "checklist", "languages": [language], "status": "original"}
    return Report(suite, {"name": "bert"}, (score,), (Slice("capability", "Negation", (score,)),))


def test_languages_share_one_picture():
    reports = [report("en"), report("hi")]
    view = CheckListView()
    found = list(view.sections(reports))
    assert found == list(checklist_sections(reports))
    (picture,) = (one for one in found if one.title.startswith("Failure rate by capability"))
    assert "list-en" in picture.html
    assert "list-hi" in picture.html
    assert list(view.tables(reports)) == []
    assert view.findings(reports, ()) == {}
