"""Files of translations made elsewhere, with their lemmas."""

from __future__ import annotations

from pathlib import Path

import pytest

from mteval.core import registry
from mteval.core.errors import CapabilityError, DataError
from mteval.core.queries import LogProb, Translate


def output(path: Path, text: str, **options):
    path.write_text(text, encoding="utf-8")
    return registry.systems.find("output-file")(str(path), options)


def test_translations_answer_no_other_questions(tmp_path):
    with pytest.raises(CapabilityError, match="only gives translations"):
        list(output(tmp_path / "s", "x\n").answer([LogProb("a", ("r", "c1", "c2"))]))


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
