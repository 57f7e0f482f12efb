"""mteval select: numbers of lines, JSON, and errors in one sentence."""

import json

import pytest

from tests.cli.calling import call

TEXTS = {"a": "x y z\nthe cat\nsame\n", "b": "x y z\na dog\nsame\n", "ref": "x y z\nthe cat\nsame\n"}


@pytest.fixture
def folder(tmp_path):
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_numbers_are_lines_from_one(folder, capsys):
    code, out, err = call(capsys, "select", folder / "a", folder / "b", "-k", 1)
    assert (code, out) == (0, "2\n")
    assert "1 of 3 segments by disagreement" in err


def test_json_says_how_well_the_ranking_is_kept(folder, capsys):
    code, out, _ = call(capsys, "select", folder / "a", folder / "b", "-r", folder / "ref", "-k", 1, "--json")
    document = json.loads(out)
    assert code == 0
    assert document["method"] == "consistency"
    assert [item["line"] for item in document["items"]] == [2]
    assert document["kendall"] == pytest.approx(1)
    assert document["systems"] == ["a", "b"]


def test_a_file_gets_the_numbers_and_the_screen_none(folder, capsys):
    code, out, _ = call(capsys, "select", folder / "a", folder / "b", "-k", 1, "-o", folder / "numbers")
    assert (code, out) == (0, "")
    assert (folder / "numbers").read_text() == "2\n"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["-k", 9], "between 1 and 3"),
        (["-k", 1, "--method", "variance"], "looks at scores"),
        (["-k", 1, "-m", "chrf"], "references"),
    ],
)
def test_bad_input_is_a_sentence(folder, capsys, arguments, problem):
    code, _, err = call(capsys, "select", folder / "a", folder / "b", *arguments)
    assert code == 2
    assert problem in err
