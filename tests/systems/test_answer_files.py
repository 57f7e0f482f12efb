"""Files of scores and translations made elsewhere: what is dealt out, and what is refused."""

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


def output(path: Path, text: str, **options):
    path.write_text(text, encoding="utf-8")
    return registry.systems.find("output-file")(str(path), options)


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
    with pytest.raises(CapabilityError, match="only gives translations"):
        list(output(tmp_path / "s", "x\n").answer(QUERIES[:1]))
    with pytest.raises(DataError, match="no such file"):
        list(registry.systems.find("score-file")(str(tmp_path / "none"), {}).answer(QUERIES))


def test_translations_and_their_lemmas(tmp_path):
    (tmp_path / "l").write_text("cat\nthe dog\n", encoding="utf-8")
    system = output(tmp_path / "o", "Cats\nthe dogs\n", lemmas=str(tmp_path / "l"))
    answers = list(system.answer([Translate("a"), Translate("b")]))
    assert [(answer.text, answer.lemmas) for answer in answers] == [("Cats", "cat"), ("the dogs", "the dog")]


def test_lemmas_from_conllu(tmp_path):
    rows = ["# text = Im Haus", "1-2\tIm\t_" + "\t_" * 7, "1\tIn\tin" + "\t_" * 7, "2\tdem\tder" + "\t_" * 7]
    text = "\n".join([*rows, "3\tHaus\t_" + "\t_" * 7, "", "1\tJa\tja" + "\t_" * 7, ""])
    (tmp_path / "l.conllu").write_text(text, encoding="utf-8")
    system = output(tmp_path / "o", "Im Haus\nJa\n", lemmas=str(tmp_path / "l.conllu"))
    assert [answer.lemmas for answer in system.answer([Translate("a"), Translate("b")])] == ["in der Haus", "ja"]


def test_an_output_file_of_another_length_is_refused(tmp_path):
    with pytest.raises(DataError, match="2 translations expected, one a line, found 3"):
        list(output(tmp_path / "o", "x\ny\nz\n").answer([Translate("a"), Translate("b")]))
    (tmp_path / "l").write_text("one\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"has 1 lines, but .* has 2"):
        list(output(tmp_path / "o", "x\ny\n", lemmas=str(tmp_path / "l")).answer([Translate("a"), Translate("b")]))


def test_empty_translations_are_reported(tmp_path):
    system = output(tmp_path / "o", "x\n\n")
    list(system.answer([Translate("a"), Translate("b")]))
    assert [(finding.code, finding.count) for finding in system.findings()] == [("empty-line", 1)]
