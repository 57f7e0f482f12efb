"""The published procedure, tokens before lemmas, and links that narrow the search."""

from __future__ import annotations

import pytest

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.queries import Translation
from tests.families.sense_items import NEGATIVE, POSITIVE, UNKNOWN, judge, loaded


@pytest.mark.parametrize(
    ("text", "lemmas", "outcome"),
    [
        ("Die Bank schloss.", None, POSITIVE),
        ("Das Ufer schloss.", None, NEGATIVE),
        ("Die Bank am Ufer schloss.", None, NEGATIVE),
        ("Die Banken schlossen.", None, UNKNOWN),
        ("Die Banken schlossen.", "die Bank schließen .", POSITIVE),
        ("Die Bank und die Ufern.", "die bank und die ufer .", POSITIVE),
        ("", None, UNKNOWN),
    ],
)
def test_tokens_first_then_lemmas(text, lemmas, outcome):
    # In the sixth row the lemma line has both, but tokens decide, so it is not looked at.
    assert judge(text, lemmas).outcome is outcome


def test_lemma_lines_can_be_ignored_or_made():
    assert judge("Die Banken", "die bank", lemmatiser="none").outcome is UNKNOWN
    assert judge("Die Banken schlossen.", lemmatiser="simplemma").outcome is POSITIVE


def test_aligned_matching_ignores_wrong_words_elsewhere(tmp_path):
    (tmp_path / "links").write_text("0-0 1-1 4-3 5-4\n", encoding="utf-8")
    options = {"matching": "aligned", "alignments": str(tmp_path / "links")}
    verdict = judge("Die Bank am Ufer schloss .", **options)
    assert verdict.outcome is POSITIVE
    assert verdict.detail["aligned"] is True
    assert judge("Die Bank am Ufer schloss .").outcome is NEGATIVE


def test_an_unaligned_word_falls_back_to_the_whole_sentence(tmp_path):
    (tmp_path / "links").write_text("0-0\n", encoding="utf-8")
    family, suite = loaded(matching="aligned", alignments=str(tmp_path / "links"))
    answers = [Translation("Das Ufer .")]
    evidence = family.judge_all(suite, answers)
    assert evidence[0].outcome is NEGATIVE
    assert "unaligned-word" in {finding.code for finding in family.inspect(suite, answers, evidence)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0-0 1-9\n", "line 1: the link 1-9 lies outside"),
        ("0-x\n", "line 1: links of the form"),
        ("\n\n", "1 lines expected"),
    ],
)
def test_alignment_files_that_do_not_fit(tmp_path, text, message):
    (tmp_path / "links").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=message):
        judge("Die Bank .", matching="aligned", alignments=str(tmp_path / "links"))


def test_links_may_come_with_the_output(tmp_path):
    (tmp_path / "out").write_text("Die Bank am Ufer schloss .\n", encoding="utf-8")
    (tmp_path / "links").write_text("0-0 1-1 4-3 5-4\n", encoding="utf-8")
    system = registry.systems.find("output-file")(str(tmp_path / "out"), {"alignments": str(tmp_path / "links")})
    family, suite = loaded(matching="aligned")
    answers = list(system.answer([case.query for case in suite.cases]))
    evidence = family.judge_all(suite, answers)
    assert evidence[0].outcome is POSITIVE
    assert "random-aligner" not in {finding.code for finding in family.inspect(suite, answers, evidence)}
