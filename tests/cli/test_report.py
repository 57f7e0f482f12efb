"""mteval report: the file's ending says in which form; stored runs give what they would have printed."""

import base64
import json
import re
import zlib

import pytest

import mteval
from mteval.core.views import Origin
from mteval.evaluation.views import render
from tests.cli.calling import call
from tests.cli.texts import REFERENCE, SYSTEM
from tests.trained_here import GERMAN, udpipe_model


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


GERMAN_LINES = ["Die alten Häuser stehen leer.", "Kinder stehen.", "Die Banken stehen leer."]


def classes_on_page(capsys, folder, reference, system, model):
    """The parts of speech that a page holds, and what was said."""
    lines = {"reference.de": reference, "system.de": system, "other.de": system[::-1]}
    for name, text in lines.items():
        (folder / name).write_text("\n".join(text) + "\n", encoding="utf-8")
    files = (folder / "system.de", folder / "other.de", "-r", folder / "reference.de")
    assert call(capsys, "score", *files, "--resamples", 10, "-o", folder / "results")[0] == 0
    page = folder / "report.html"
    code, _, said = call(capsys, "report", folder / "results", "-o", page, "--tagger", f"udpipe:{model}")
    assert code == 0, said
    packed = re.search(r'id="data-1-classes">([^<]*)<', page.read_text(encoding="utf-8")).group(1)
    return json.loads(zlib.decompress(base64.b64decode(packed), -zlib.MAX_WBITS))


def test_a_page_holds_the_parts_of_speech_that_a_tagger_finds(tmp_path, capsys):
    found = classes_on_page(
        capsys, tmp_path, GERMAN_LINES, GERMAN_LINES[::-1], udpipe_model(tmp_path / "de.udpipe", GERMAN)
    )
    assert found == {
        **{"die": "DET", "alten": "ADJ", "häuser": "NOUN", "stehen": "VERB"},
        **{"leer": "ADJ", "kinder": "NOUN", "banken": "NOUN"},
    }


def test_a_model_trained_on_a_treebank_tags_the_references_of_wmt17(shared, tmp_path, capsys):
    pytest.importorskip("ufal.udpipe", reason="needs the extra 'udpipe'")
    (reference,) = (shared / "data" / "wmt17_en_de").glob("*ref*")
    lines = reference.read_text(encoding="utf-8").split("\n")[:200]
    found = classes_on_page(capsys, tmp_path, lines, lines[::-1], shared / "models" / "udpipe_de" / "de_tiny.udpipe")
    closed = {"und": "CCONJ", "der": "DET", "in": "ADP", "nicht": "PART", "ist": "AUX", "sie": "PRON"}
    assert {word: found[word] for word in closed} == closed


def test_a_tagger_that_is_not_there_is_named(stored, tmp_path, capsys):
    code, _, said = call(capsys, "report", stored[0], "-o", tmp_path / "x.html", "--tagger", "udpipe:/none.udpipe")
    assert (code, "/none.udpipe: no such model. Give the tagger of the translations' language" in said) == (2, True)
    assert list(tmp_path.iterdir()) == []
