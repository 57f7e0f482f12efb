"""The sense-choice family: the procedure, its options, and decisions made by hand."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import numpy as np
import pytest

from mteval.core import registry
from mteval.core.errors import DataError, MtevalError, UsageError
from mteval.core.evidence import Outcome, Skipped, Verdict
from mteval.core.protocols import Contents
from mteval.core.queries import LogProbs, Translation, Unanswered
from mteval.core.records import SenseItem
from mteval.core.suites import SuiteSource
from mteval.families._sense_choice.matching import SenseMatcher
from mteval.families._sense_choice.sheet import read_sheet
from mteval.text.alignments import align, read_links, write_links
from mteval.text.lemmatisers import open_lemmatiser

POSITIVE, NEGATIVE, UNKNOWN = Outcome.PASSED, Outcome.FAILED, Outcome.UNDECIDED


def item(identity="1", **changes):
    given = {
        "source": "The bank by the river closed .",
        "word": "bank",
        "positive": ("bank",),
        "negative": ("ufer",),
        "tags": {"domain": ("in",)},
    }
    return SenseItem(identity, **{**given, **changes})


def loaded(*items, languages=("en", "de"), **options):
    source = SuiteSource(
        "suite", "sense-choice", "mucow-translation", {"data": Path("en-de.key.txt")}, languages=languages
    )
    family = registry.families.find("sense-choice")(options)
    return family, family.load(source, Contents(items or (item(),)))


def judge(text, lemmas=None, changes=None, **options):
    family, suite = loaded(item(**(changes or {})), **options)
    return family.judge_all(suite, [Translation(text, lemmas)])[0]


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


def test_lemmatisers_agree_on_plain_nouns(shared):
    pytest.importorskip("ufal.udpipe", reason="needs the udpipe extra")
    model = str(shared / "models" / "udpipe_de" / "de_tiny.udpipe")
    assert judge("Die alten Banken stehen leer .", lemmatiser="udpipe", lemma_model=model).outcome is POSITIVE
    sentence = [["Die", "alten", "Häuser"], [], ["Kinder"]]
    expected = [["der", "alt", "Haus"], [], ["Kind"]]
    assert open_lemmatiser("simplemma", "de").lemmatise(sentence) == expected
    assert open_lemmatiser("udpipe", "de", model).lemmatise(sentence) == expected


def test_stanza_lemmatises_offline(shared):
    pytest.importorskip("stanza", reason="needs the stanza extra")
    model = str(shared / "models" / "stanza_de" / "lemma.pt")
    sentences = [["Die", "alten", "Häuser"], [], ["Kinder"]]
    assert open_lemmatiser("stanza", "de", model).lemmatise(sentences) == [["der", "alt", "Haus"], [], ["Kind"]]


def test_what_stanza_cannot_load_is_said_in_one_sentence(tmp_path):
    pytest.importorskip("stanza", reason="needs the stanza extra")
    (tmp_path / "bad.pt").write_text("no model", encoding="utf-8")
    for model in (tmp_path / "bad.pt", tmp_path):
        with pytest.raises(DataError, match="stanza cannot load it for 'de'"):
            open_lemmatiser("stanza", "de", str(model))


@pytest.mark.parametrize(
    ("name", "language", "model", "message"),
    [
        ("simplemma", "xx", "", "has no dictionary for 'xx'"),
        ("simplemma", "de", "x", "takes no model"),
        ("udpipe", "de", "", "needs the model"),
        ("udpipe", "de", "nowhere.udpipe", "no such file"),
        ("snowball", "de", "", "Unknown lemmatiser 'snowball'"),
    ],
)
def test_lemmatisers_that_cannot_be_opened(name, language, model, message):
    if name == "udpipe":
        pytest.importorskip("ufal.udpipe", reason="needs the udpipe extra")
    with pytest.raises(MtevalError, match=message):
        open_lemmatiser(name, language, model)


@pytest.mark.parametrize(
    ("form", "tokens", "plain", "multiword", "compounds"),
    [
        ("bank", "die bank", True, True, True),
        ("bank", "die sandbank", False, False, True),
        ("bank", "die sand#bank", False, False, True),
        ("bank", "die bank#note", False, False, False),
        ("sandbank", "die sand#bank", False, False, True),
        ("ost", "die post", False, False, False),
        ("bank", "die ubank", False, False, False),
        ("credit_union", "the credit union", False, True, False),
        ("credit_union", "the credit-union", False, True, False),
        ("credit_union", "the union credit", False, False, False),
        ("credit_union", "credit_union", True, True, True),
    ],
)
def test_forms(form, tokens, plain, multiword, compounds):
    words = tokens.split()
    assert bool(SenseMatcher().find([form], words, None)) is plain
    assert bool(SenseMatcher(multiword=True).find([form], words, None)) is multiword
    assert bool(SenseMatcher(compounds=True).find([form], words, None)) is compounds


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


def test_links_are_written_and_read_back(tmp_path):
    links = [frozenset({(0, 1), (1, 0)}), frozenset()]
    write_links(tmp_path / "links", links)
    assert read_links(tmp_path / "links", [["a", "b"], ["c"]], [["d", "e"], ["f"]]) == links


def test_eflomal_finds_a_dictionary_it_can_only_learn():
    pytest.importorskip("eflomal", reason="needs the align extra")
    rng = np.random.default_rng(5)
    words = [f"w{i}" for i in range(12)]
    sources = [[words[i] for i in rng.permutation(12)[:4]] for _ in range(150)]
    targets = [[word.replace("w", "t") for word in reversed(source)] for source in sources]
    links = align([*sources, []], [*targets, ["x"]])
    right = sum((i, 3 - i) in link for link in links[:-1] for i in range(4))
    assert right / 600 > 0.9
    assert links[-1] == frozenset()


def test_both_recalls_and_an_empty_score():
    metric = registry.metrics.find("sense-f1")()
    evidence = [Verdict(outcome) for outcome in (POSITIVE, POSITIVE, NEGATIVE, UNKNOWN)] + [Skipped("x")]
    values = dict(zip(metric.keys, metric.estimate(metric.observe(evidence), np.ones((1, 5)))[0], strict=True))
    assert (values["precision"], values["recall_a"], values["recall_b"]) == (
        pytest.approx(2 / 3),
        pytest.approx(2 / 3),
        0.5,
    )
    assert values["f1_b"] == pytest.approx(2 * (2 / 3) * 0.5 / (2 / 3 + 0.5))
    assert values["coverage"] == 0.75
    nothing = metric.estimate(metric.observe([Skipped("x")]), np.ones((1, 1)))[0]
    assert all(math.isnan(value) for value in nothing[:6])


def test_weighted_precision_credits_near_senses():
    items = [item("1"), item("2", source="b", distances=(0.25,))]
    family, suite = loaded(*items)
    answers = [Translation("Bank"), Translation("Ufer")]
    extras = family.extras(suite, answers, family.judge_all(suite, answers), None)
    assert extras["weighted_precision"] == pytest.approx((1 + 0.75) / 2)


def test_unanswered_and_wrong_answers():
    family, suite = loaded()
    assert family.judge_all(suite, [Unanswered("too long")]) == [Skipped("too long")]
    with pytest.raises(MtevalError, match="asks for translations"):
        family.judge_all(suite, [LogProbs((1.0,))])
    with pytest.raises(UsageError, match="matching=near is not possible"):
        loaded(matching="near")


def sheet_of(tmp_path, texts, **options):
    items = [item(str(place), source=f"The bank {place}") for place in range(len(texts))]
    family, suite = loaded(*items, **options)
    answers = [Translation(text) for text in texts]
    evidence = family.judge_all(suite, answers)
    return family, suite, answers, evidence


def test_decisions_by_hand_are_merged_back(tmp_path):
    texts = ["Bank", "Bank am Ufer", 'ein "Geldhaus"\twohl', "Damm"]
    family, suite, answers, evidence = sheet_of(tmp_path, texts)
    sheet = family.sheet(suite, answers, evidence)
    assert [row.id for row in sheet.rows] == ["1", "2", "3"]
    path = tmp_path / "sheet.tsv"
    sheet.write_table(path)
    table = list(csv.reader(path.open(encoding="utf-8", newline=""), dialect="excel-tab"))
    for row, verdict in zip(table[1:], ("p", "positive", ""), strict=True):
        row[-1] = verdict
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, dialect="excel-tab").writerows(table)
    family, suite, answers, evidence = sheet_of(tmp_path, texts, adjudicated=str(path))
    assert [one.outcome for one in evidence] == [POSITIVE, POSITIVE, POSITIVE, UNKNOWN]
    found = {finding.code: finding.count for finding in family.inspect(suite, answers, evidence)}
    assert found["adjudicated"] == 2
    family, suite, answers, evidence = sheet_of(tmp_path, ["Bank", "anders", texts[2], "Damm"], adjudicated=str(path))
    assert evidence[1].outcome is UNKNOWN
    found = {finding.code: finding.cases for finding in family.inspect(suite, answers, evidence)}
    assert found["adjudication-stale"] == ("1",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id\tverdict\n", "line 1: is no adjudication sheet: the column 'translation' is missing"),
        ("id\ttranslation\tverdict\n1\tx\tmaybe\n", "line 2: the verdict 'maybe' is none of"),
        ("id\ttranslation\tverdict\n1\tx\tp\n1\tx\tn\n", "line 3: case '1' is decided twice"),
    ],
)
def test_sheets_that_are_refused(tmp_path, text, message):
    (tmp_path / "s.tsv").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=message):
        read_sheet(tmp_path / "s.tsv")


def test_the_page_escapes_what_it_shows(tmp_path):
    family, suite, answers, evidence = sheet_of(tmp_path, ["</script><b>x</b>"])
    family.sheet(suite, answers, evidence).write_page(tmp_path / "s.html", "<title>")
    text = (tmp_path / "s.html").read_text(encoding="utf-8")
    assert text.count("</script>") == 1
    assert "<b>x" not in text
    assert "http" not in text


def test_lint_judges_the_references():
    items = (
        item("1", reference="Die Bank ."),
        item("2", source="a bank", reference="Das Ufer ."),
        item("3", source="river"),
    )
    family, suite = loaded(*items)
    found = {finding.code: finding.cases for finding in family.lint(suite)}
    assert found == {"reference-negative": ("2",), "source-word-missing": ("3",)}
    assert list(family.export(suite)) == [one.source for one in items]


def test_links_may_come_with_the_output(tmp_path):
    (tmp_path / "out").write_text("Die Bank am Ufer schloss .\n", encoding="utf-8")
    (tmp_path / "links").write_text("0-0 1-1 4-3 5-4\n", encoding="utf-8")
    system = registry.systems.find("output-file")(str(tmp_path / "out"), {"alignments": str(tmp_path / "links")})
    family, suite = loaded(matching="aligned")
    answers = list(system.answer([case.query for case in suite.cases]))
    evidence = family.judge_all(suite, answers)
    assert evidence[0].outcome is POSITIVE
    assert "random-aligner" not in {finding.code for finding in family.inspect(suite, answers, evidence)}


def test_saved_links_are_not_overwritten(tmp_path):
    (tmp_path / "links").write_text("0-0\n", encoding="utf-8")
    with pytest.raises(DataError, match="is there already"):
        write_links(tmp_path / "links", [frozenset()])
