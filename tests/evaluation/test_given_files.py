"""Files that hold whole test sets, handed to score: what is scored against what."""

import json

import pytest
import sacrebleu

import mteval
from mteval.core.errors import DataError, MtevalError, UsageError
from tests.formats.document_files import WMT_XML, put

TEST = [
    {
        "doc_id": "a", "domain": "x", "src_lang": "en", "tgt_lang": "de", "src_text": "One cat.\n\nTwo.",
        "refs": {"refA": {"ref": "Eine Katze schläft.\n\nZwei Hunde bellen."}},
    },
    {
        "doc_id": "b", "domain": "y", "src_lang": "en", "tgt_lang": "de", "src_text": "Three.",
        "refs": {"refA": {"ref": "Drei Pferde laufen weit."}},
    },
]  # fmt: skip


@pytest.fixture
def xml(tmp_path):
    return put(tmp_path / "set.xml", WMT_XML)


@pytest.fixture
def json_lines(tmp_path):
    return put(tmp_path / "test.jsonl", "".join(json.dumps(row) + "\n" for row in TEST))


def output(path, *texts):
    rows = [
        {"doc_id": row["doc_id"], "tgt_lang": "de", "hypothesis": text} for row, text in zip(TEST, texts, strict=False)
    ]
    return put(path, "".join(json.dumps(row) + "\n" for row in reversed(rows)))


def score(*given, **others):
    return mteval.score(list(given), resamples=0, test="none", **others)


def test_all_systems_of_one_file_are_scored_by_document_and_domain(xml):
    results = score(xml, metrics="bleu")
    assert list(results) == ["one", "two"]
    report = results["two"]
    assert (report.suite["cluster"], report.suite["cases"], report.suite["languages"]) == ("document", 4, ["en", "de"])
    translations = [
        "Die Katze sitzt auf der Matte.",
        "Es war ein sehr warmer Tag.",
        "Wir sind alle nach Hause gegangen.",
        "Bis gleich, mein Freund!",
    ]
    references = [
        "Die Katze saß heute auf der Matte.",
        "Es war ein sehr warmer Tag.",
        "Wir gingen alle nach Hause.",
        "Bis bald, mein Freund!",
    ]
    assert report["bleu"].value == pytest.approx(sacrebleu.corpus_bleu(translations, [references]).score, abs=1e-9)
    assert {one.value for one in report.slices if one.tag == "domain"} == {"news", "social"}


def test_joined_documents_are_scored_as_segments(xml):
    results = score(xml, metrics="bleu,chrf", level="document")
    translations = [
        "Die Katze sitzt auf der Matte. Es war ein sehr warmer Tag. Wir sind alle nach Hause gegangen.",
        "Bis gleich, mein Freund!",
    ]
    references = [
        "Die Katze saß heute auf der Matte. Es war ein sehr warmer Tag. Wir gingen alle nach Hause.",
        "Bis bald, mein Freund!",
    ]
    report = results["two"]
    assert report["bleu"].value == pytest.approx(sacrebleu.corpus_bleu(translations, [references]).score, abs=1e-9)
    assert report["chrf"].value == pytest.approx(sacrebleu.corpus_chrf(translations, [references]).score, abs=1e-9)
    assert report["bleu"].n == 2
    single = score(xml, metrics="bleu")["two"]["bleu"].value
    (told,) = (one.message for one in report.findings if one.code == "level")
    assert f"bleu {report['bleu'].value:.2f} ({single:.2f} by segment)" in told
    assert "level:document" in report["bleu"].signature


def test_paragraphs_are_units_too(xml):
    assert score(xml, metrics="bleu", level="paragraph")["one"]["bleu"].n == 3


def test_outputs_are_laid_beside_a_test_set_by_document(tmp_path, json_lines):
    good = output(tmp_path / "good.jsonl", "Eine Katze schläft.\n\nZwei Hunde bellen.", "Drei Pferde laufen weit.")
    results = score(good, references=[json_lines])
    assert results["good"]["bleu"].value == pytest.approx(100)
    lines = put(tmp_path / "lines.de", "Eine Katze schläft.\nZwei Hunde bellen.\nDrei Pferde laufen weit.\n")
    both = mteval.score({"mine": good, "plain": lines}, [json_lines], resamples=0, test="none")
    assert [both[name]["bleu"].value for name in both] == pytest.approx([100, 100])


def test_other_paragraphs_are_refused_or_cut_anew(tmp_path, json_lines):
    one = output(tmp_path / "one.jsonl", "Eine Katze schläft. Zwei Hunde bellen.", "Drei Pferde laufen weit.")
    with pytest.raises(DataError, match=r"one\.jsonl, line 2: system 'one' has 1 segments in document 'a'"):
        score(one, references=[json_lines])
    report = score(one, references=[json_lines], resegment=True)["one"]
    assert report["bleu"].value == pytest.approx(100)
    assert "resegmented" in {finding.code for finding in report.findings}
    assert score(one, references=[json_lines], level="document")["one"]["bleu"].value == pytest.approx(100)


def test_plain_lines_are_cut_anew_too(tmp_path):
    reference = put(tmp_path / "ref.de", "Eine Katze schläft.\nZwei Hunde bellen.\nDrei Pferde laufen weit.\n")
    translation = put(tmp_path / "sys.de", "Eine Katze schläft. Zwei Hunde\nbellen. Drei Pferde laufen weit.\n")
    with pytest.raises(DataError, match=r"has 2 lines, but.*--resegment"):
        score(translation, references=[reference])
    one_line = put(tmp_path / "one.de", "Eine Katze schläft. Zwei Hunde bellen. Drei Pferde laufen weit.\n")
    with pytest.raises(DataError, match=r"has 1 lines, but.*--resegment"):
        score(one_line, references=[reference])
    assert score(translation, references=[reference], resegment=True)["sys.de"]["bleu"].value == pytest.approx(100)


def test_documents_of_plain_lines_are_joined(tmp_path):
    files = [put(tmp_path / name, "a b c\nd e f\ng h i\n") for name in ("ref", "sys")]
    documents = put(tmp_path / "docs", "1\n1\n2\n")
    report = score(files[1], references=[files[0]], documents=documents, level="document", metrics="chrf")["sys"]
    assert (report["chrf"].n, report["chrf"].value) == (2, pytest.approx(100))
    with pytest.raises(UsageError, match="no documents"):
        score(files[1], references=[files[0]], level="document")


def test_a_run_takes_the_systems_of_the_file_and_others(xml, tmp_path):
    results = mteval.run(str(xml), format="wmt-xml", metrics="bleu", resamples=0, test="none")
    assert list(results) == ["one", "two"]
    lines = put(tmp_path / "mine.de", "a\nb\nc\nd\n")
    more = mteval.run(
        str(xml), systems=f"output-file:{lines}", format="wmt-xml", metrics="bleu", resamples=0, test="none"
    )
    assert list(more) == ["one", "two", "mine.de"]
    joined = mteval.run(
        str(xml), format="wmt-xml", metrics="bleu", options={"level": "document"}, resamples=0, test="none"
    )
    assert joined["one"]["bleu"].n == 2


def test_a_run_without_any_system_is_refused(tmp_path):
    table = put(tmp_path / "set.tsv", "source\treference\na\tb\n")
    with pytest.raises(UsageError, match=r"no system to put 'set\.tsv' to"):
        mteval.run(str(table), format="tsv")


@pytest.mark.parametrize(
    ("others", "sentence"),
    [
        (lambda at: {"references": [at["xml"], at["xml"]]}, "holds a whole test set, so it is the only reference"),
        (lambda at: {"source": at["lines"]}, "Leave -s out"),
        (lambda at: {"documents": at["lines"]}, "Leave --documents out"),
        (lambda at: {"options": {"reference": "C"}}, "no reference 'C'"),
        (lambda at: {"options": {"colour": "C"}}, "colour"),
    ],
)
def test_what_does_not_go_together_is_said(xml, tmp_path, others, sentence):
    places = {"xml": xml, "lines": put(tmp_path / "lines", "a\nb\nc\nd\n")}
    with pytest.raises(MtevalError, match=sentence):
        score(xml, **others(places))


def test_a_file_without_systems_is_no_translation(tmp_path, json_lines):
    with pytest.raises(DataError, match="holds no translation of a system"):
        score(json_lines)
    with pytest.raises(DataError, match=r"x\.xml: is none of the files that end in \.xml"):
        score(put(tmp_path / "x.xml", "<html/>"), references=[json_lines])


def test_two_systems_of_one_name_are_refused(tmp_path, json_lines):
    one = output(tmp_path / "one.jsonl", "a\n\nb", "c")
    (tmp_path / "other").mkdir()
    other = output(tmp_path / "other" / "one.jsonl", "a\n\nb", "c")
    with pytest.raises(UsageError, match="Two systems are named 'one'"):
        score(one, other, references=[json_lines])
    with pytest.raises(UsageError, match="holds 2 systems, so it cannot be named 'x'"):
        mteval.score({"x": put(tmp_path / "all.xml", WMT_XML)}, [put(tmp_path / "ref.xml", WMT_XML)])


def test_options_are_for_files_with_test_sets(tmp_path):
    with pytest.raises(UsageError, match="files of lines have none"):
        score(["a"], references=[["a"]], options={"reference": "A"})
