"""Files of scores made elsewhere: what is dealt out, and what is refused."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from mteval.core import registry
from mteval.core.errors import CapabilityError, DataError, MtevalError
from mteval.core.queries import LogProb, Translate

QUERIES = [LogProb("a", ("r", "c1", "c2")), LogProb("b", ("r",)), LogProb("c", ("r", "c1"))]


def scores(path: Path, text: str, **options):
    path.write_text(text, encoding="utf-8")
    return registry.systems.find("score-file")(str(path), options)


def test_scores_go_to_reference_and_contrasts_in_order(tmp_path):
    system = scores(tmp_path / "s", "1\n2\n3\n4\n5\n6\n", better="higher")
    assert [answer.values for answer in system.answer(QUERIES)] == [(1, 2, 3), (4,), (5, 6)]


def test_costs_are_turned_round_by_default(tmp_path):
    system = scores(tmp_path / "s", "1\n2\n3\n4\n5\n6\n")
    assert next(system.answer(QUERIES)).values == (-1, -2, -3)
    assert system.chosen["better"] == "lower"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (4, r"6 scores expected \(3 references and 3 contrasts\), found 4: 2 too few"),
        (7, r"6 scores expected \(3 references and 3 contrasts\), found 7: 1 too many"),
    ],
)
def test_a_score_file_of_another_length_is_refused(tmp_path, lines, message):
    with pytest.raises(DataError, match=message):
        list(scores(tmp_path / "s", "1.0\n" * lines).answer(QUERIES))


@pytest.mark.parametrize("wrong", ["n/a", "0,5", "", "1 2"])
def test_a_line_that_is_no_number_is_named(tmp_path, wrong):
    with pytest.raises(DataError, match=r"line 3: one number a line expected, found"):
        list(scores(tmp_path / "s", f"1\n2\n{wrong}\n4\n5\n6\n").answer(QUERIES))


def test_nan_is_passed_on_and_blank_lines_at_the_end_are_not_scores(tmp_path):
    answers = list(scores(tmp_path / "s", "1\nnan\n3\n4\n-inf\n6\n\n\n").answer(QUERIES))
    assert math.isnan(answers[0].values[1])


def test_negative_costs_look_like_log_probabilities(tmp_path):
    system = scores(tmp_path / "s", "-1\n-2\n-3\n-4\n-5\n-6\n")
    list(system.answer(QUERIES))
    assert [finding.code for finding in system.findings()] == ["suspicious-sign"]


def test_windows_line_ends_and_a_byte_order_mark_are_reported(tmp_path):
    system = scores(tmp_path / "s", "\ufeff1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n")
    assert len(list(system.answer(QUERIES))) == 3
    assert {finding.code for finding in system.findings()} == {"byte-order-mark", "carriage-return"}


def test_unknown_options_and_questions_are_refused(tmp_path):
    with pytest.raises(MtevalError, match="Did you mean 'better'"):
        scores(tmp_path / "s", "1\n", bettr="higher")
    with pytest.raises(MtevalError, match="better=up is not possible"):
        scores(tmp_path / "s", "1\n", better="up")
    with pytest.raises(CapabilityError, match="only gives scores"):
        list(scores(tmp_path / "s", "1\n").answer([Translate("a")]))
    with pytest.raises(DataError, match="no such file"):
        list(registry.systems.find("score-file")(str(tmp_path / "none"), {}).answer(QUERIES))
