"""mteval report: the file's ending says in which form; stored runs give what they would have printed."""

import pytest

import mteval
from mteval.core.views import Origin
from mteval.evaluation.views import render
from tests.cli.calling import call
from tests.cli.texts import REFERENCE, SYSTEM


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    folder = tmp_path_factory.mktemp("stored") / "results"
    results = mteval.score({"one": SYSTEM, "two": REFERENCE[::-1]}, [REFERENCE], metrics="bleu,ter")
    mteval.write_results(results, folder)
    return folder, results


@pytest.mark.parametrize(
    ("ending", "form"), [("md", "markdown"), ("tex", "latex"), ("csv", "csv"), ("txt", "terminal"), ("htm", "html")]
)
def test_what_was_stored_is_what_was_found(stored, tmp_path, capsys, monkeypatch, ending, form):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    folder, results = stored
    path = tmp_path / f"both.{ending}"
    assert call(capsys, "report", folder, "-o", path) == (0, f"{path}\n", "")
    made = Origin("2023-11-14T22:13:20+00:00", f"mteval report {folder} -o {path}")
    assert path.read_text(encoding="utf-8") == render(results, form, made)


def test_systems_of_several_runs_are_tested_as_the_runs_were_made(stored, tmp_path, capsys):
    folder, _ = stored
    other = mteval.score({"three": SYSTEM[::-1]}, [REFERENCE], metrics="bleu,ter")
    mteval.write_results(other, tmp_path / "other")
    code, _, said = call(capsys, "report", folder, tmp_path / "other", "-o", tmp_path / "all.md")
    assert code == 0
    assert "10000 draws or more, seed 12345, level 0.95 (as the runs were made)" in said
    text = (tmp_path / "all.md").read_text(encoding="utf-8")
    assert "| bleu | one | three |" in text
    assert "| ter | two | three |" in text


def test_other_endings_are_refused(stored, tmp_path, capsys):
    code, _, said = call(capsys, "report", stored[0], "-o", tmp_path / "x.docx")
    assert code == 2
    assert "no form of report ends in '.docx'" in said
    assert list(tmp_path.iterdir()) == []


def test_a_page_says_when_and_by_which_command_it_was_made_but_no_secret(stored, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    page = tmp_path / "api_key=abc&x.html"
    assert call(capsys, "report", stored[0], "-o", page)[0] == 0
    text = page.read_text(encoding="utf-8")
    assert "2023-11-14 22:13 UTC" in text
    assert "api_key=…&amp;x.html" in text
    assert "abc" not in text.partition("</h1>")[2].partition("</p>")[0]


def test_a_tagger_is_for_pages_alone(stored, tmp_path, capsys):
    code, _, said = call(capsys, "report", stored[0], "-o", tmp_path / "x.md", "--tagger", "udpipe:x")
    assert (code, "--tagger is for reports in HTML" in said) == (2, True)
    assert list(tmp_path.iterdir()) == []
