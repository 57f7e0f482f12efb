"""The triage as a run gives it: on the command line, for every kind of suite that translates, and quiet on real systems."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from mteval import api
from mteval.core.queries import Unanswered
from mteval.evaluation.garbage import TranslatedCases, garbage
from mteval.evaluation.given import References, reference_suite
from mteval.evaluation.lint import lint
from mteval.evaluation.settings import Settings
from mteval.text.lines import Lines
from tests.cli.test_score import mteval
from tests.evaluation.triage.small_batches import REFERENCES, SOURCES, TRANSLATIONS

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"
QUICK = Settings(resamples=0, test="none")


def scored(tmp_path, translations, references=REFERENCES):
    """The findings of the command line, by code."""
    for name, lines in (("sys", translations), ("ref", references)):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    done = mteval("score", tmp_path / "sys", "-r", tmp_path / "ref", "--resamples", 0, "--json")
    assert done.returncode == 0, done.stderr
    return {one["code"]: one["cases"] for one in json.loads(done.stdout)["reports"][0]["findings"]}


def numbered(total=60):
    return [f"Zeile {n * 37} handelt von Thema{n} und Wort{n * 7} sowie Name{n * 11}." for n in range(total)]


def test_a_reversed_file(tmp_path):
    assert len(scored(tmp_path, numbered()[::-1], numbered())["shifted-lines"]) == 60


def test_a_file_shifted_by_one(tmp_path):
    assert len(scored(tmp_path, [*numbered()[1:], "Ende."], numbered())["shifted-lines"]) >= 59


def test_placeholder_references(tmp_path):
    references = ["NO TRANSLATION AVAILABLE" if line % 2 else text for line, text in enumerate(REFERENCES)]
    assert scored(tmp_path, TRANSLATIONS, references)["placeholder-reference"] == [str(n) for n in range(2, 41, 2)]


def test_each_system_has_its_own_findings_and_all_those_of_the_references():
    broken = [*TRANSLATIONS[:5], "", *TRANSLATIONS[6:]]
    references = ["NO TRANSLATION AVAILABLE", *REFERENCES[1:]]
    reports = api.score({"a": TRANSLATIONS, "b": broken}, references, source=SOURCES, settings=QUICK).reports
    codes = [
        [(one.code, one.cases) for one in report.findings if one.code != "identical-to-reference"] for report in reports
    ]
    assert codes == [[("placeholder-reference", ("1",))], [("placeholder-reference", ("1",)), ("empty-line", ("6",))]]


@pytest.mark.parametrize("metrics", ["bleu", "ter", "chrf"])
def test_what_quotation_marks_cost_is_what_scoring_without_them_gains(metrics):
    """The peer is a second run on texts normalised by hand."""
    own, theirs = [f'Er rief: "{text}"' for text in TRANSLATIONS], [f"Er rief: „{text}“" for text in REFERENCES]
    report = api.score({"a": own}, theirs, metrics=metrics, settings=QUICK).reports[0]
    straight = [text.replace("„", '"').replace("“", '"') for text in theirs]
    after = api.score({"a": own}, straight, metrics=metrics, settings=QUICK).reports[0].scores[0].value
    gain = abs(after - report.scores[0].value)
    (finding,) = [one for one in report.findings if one.code == "normalisation"]
    assert f"{metrics} gains {gain:.2g}" in finding.message


def test_cases_without_an_answer_are_left_out():
    suite = reference_suite(References((Lines(Path("ref"), REFERENCES),)))
    answers = [Unanswered("too long")] * len(suite.cases)
    assert garbage(suite, [TranslatedCases(answers, (), ())]) == [()]
    assert garbage(replace(suite, cases=()), []) == []


@pytest.mark.parametrize("suite", ["senses-en-de-translation", "mt-checklist-en-de", "divergence-en-es-translation"])
def test_suites_that_translate_are_looked_at(suite):
    def echo(texts):
        return list(texts)

    (report,) = api.run(suite, systems={"echo": echo}, settings=QUICK).reports
    (finding,) = [one for one in report.findings if one.code == "identical-to-source"]
    assert len(finding.cases) == finding.count > 0


def test_lint_finds_placeholder_references(tmp_path):
    (tmp_path / "ref.txt").write_text(
        "\n".join(["NO TRANSLATION AVAILABLE"] * 3 + numbered(9)) + "\n", encoding="utf-8"
    )
    found = {one.code: one.cases for one in lint(str(tmp_path / "ref.txt"), "lines").findings}
    assert found["placeholder-reference"] == ("1", "2", "3")


def test_only_translations_are_looked_at():
    (report,) = api.run(
        "sentiment-checklist-en", systems={"one": lambda texts: ["positive"] * len(texts)}, settings=QUICK
    ).reports
    assert "constant-output" not in {one.code for one in report.findings}


REAL = {
    "wmt17": ("wmt17_en_de/ref.de", None, "wmt17_en_de/newstest2017.*"),
    "flores-bg": ("flores/en-bg/flores-test.bg", "flores/en-bg/flores-test.en", "flores/en-bg/flores-test.*.bg"),
    "flores-es": ("flores/en-es/flores-test.es", "flores/en-es/flores-test.en", "flores/en-es/flores-test.*.es"),
}


def is_evident(code, text):
    """Findings that are true by themselves: entities left in the text, marks that cost score as said, English sentences."""
    return (
        code == "normalisation"
        or (code == "encoding-damage" and "&" in text)
        or (code == "wrong-language" and " the " in text)
    )


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs the WMT17 and FLORES systems of ../shared")
@pytest.mark.parametrize("name", REAL)
def test_at_most_one_false_alarm_in_a_thousand_segments_of_real_systems(name):
    reference, source, pattern = REAL[name]
    files = sorted(path for path in SHARED.glob(pattern) if path != SHARED / reference)
    results = api.score(
        files, SHARED / reference, source=SHARED / source if source else None, metrics="chrf", settings=QUICK
    )
    texts = [{case.id: case.answer for case in report.cases} for report in results.reports]
    alarms = [
        (one.code, case)
        for report, answers in zip(results.reports, texts, strict=True)
        for one in report.findings
        for case in one.cases
        if one.code != "identical-to-reference" and not is_evident(one.code, answers[case])
    ]
    assert len(files) >= 4
    assert len(alarms) <= sum(map(len, texts)) / 1000, alarms
