from __future__ import annotations

from mteval.core.formatting import all_visible
from mteval.core.kept_cases import ChangedCases, ids_and_scores
from mteval.core.results import CaseResult

CASES = (CaseResult("1", "scored", source="\x1b[31m", scores={"m": 1.0}), CaseResult("\x1b2", "scored"))


def test_changed_cases_are_changed_however_they_are_looked_at():
    changed = ChangedCases(CASES, all_visible)
    wanted = [all_visible(case) for case in CASES]
    assert list(changed) == wanted
    assert [changed[0], changed[1]] == wanted
    assert changed[:1] == (wanted[0],)
    assert len(changed) == 2
    assert list(ids_and_scores(changed)) == [(case.id, case.scores) for case in wanted]


def test_cases_that_are_not_held_become_visible_when_they_are_looked_at():
    assert list(all_visible(ChangedCases(CASES, lambda case: case))) == list(map(all_visible, CASES))
