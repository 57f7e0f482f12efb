"""Lines that answer another line."""

from dataclasses import replace

import pytest

from mteval.evaluation.triage import triage
from tests.evaluation.triage.small_batches import TRANSLATIONS, batch

NUMBERED = [
    f"Zeile {number * 37} handelt von Thema{number} und Wort{number * 7} sowie Name{number * 11}."
    for number in range(60)
]


def told(translations):
    given = replace(
        batch(),
        ids=tuple(str(number) for number in range(1, 61)),
        translations=tuple(translations),
        sources=(),
        references=tuple((text,) for text in NUMBERED),
    )
    return [(finding.code, finding.cases, finding.message) for finding in triage(given)]


def test_lines_in_place_have_no_finding():
    assert told(NUMBERED) == []
    assert triage(replace(batch(), translations=TRANSLATIONS)) == []


@pytest.mark.parametrize("shift", [1, 3, -2])
def test_the_best_shift_is_told(shift):
    ((code, cases, message),) = told([*NUMBERED[shift:], *NUMBERED[:shift]])
    assert code == "shifted-lines"
    assert len(cases) >= 60 - 2 * abs(shift)
    assert f"shift {shift:+d}" in message


def test_reverse_order_is_told():
    ((code, cases, message),) = told(NUMBERED[::-1])
    assert (code, len(cases)) == ("shifted-lines", 60)
    assert "reverse order" in message


def test_only_the_lines_after_a_lost_one_are_told():
    found = {code: cases for code, cases, _ in told([*NUMBERED[:30], *NUMBERED[31:], ""])}
    assert found["shifted-lines"] == tuple(map(str, range(31, 60)))
