"""mteval report: the file's ending says in which form; stored runs give what they would have printed."""

import pytest

import mteval
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
    folder, results = stored
    path = tmp_path / f"both.{ending}"
    assert call(capsys, "report", folder, "-o", path) == (0, f"{path}\n", "")
    assert path.read_text(encoding="utf-8") == render(results, form)


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
