"""WinoMT's table, there and back, and broken ones; the sentences are our own."""

import json

import pytest

from mteval.core.errors import DataError
from mteval.core.records import EntityItem
from mteval.core.suites import SuiteSource
from mteval.formats.winomt import Winomt
from tests.cli.calling import call

TABLE = (
    "female\t1\tThe baker thanked the painter because she had won.\tThe baker\n"
    "male\t4\tThe baker thanked the painter because he had helped.\tthe painter\n"
)
WOMAN = EntityItem("The baker thanked the painter because she had won.", "female", 1, "baker")
MAN = EntityItem("The baker thanked the painter because he had helped.", "male", 4, "painter")
MARKED = TABLE.replace("The baker\n", "The baker\tanti\n").replace("the painter\n", "the painter\tpro\n")


def read(path):
    return Winomt().read(SuiteSource("x", "gender", "winomt", {"data": path})).records


def written(folder, text, name="en.txt"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_lines_are_read_and_written(tmp_path):
    path = written(tmp_path, TABLE)
    assert read(path) == (WOMAN, MAN)
    Winomt().write((WOMAN, MAN), path)
    assert read(path) == (WOMAN, MAN)


@pytest.mark.parametrize(("name", "wanted"), [("en_pro.txt", "pro"), ("en_anti.txt", "anti"), ("en_prose.txt", "")])
def test_the_name_says_the_stereotype(tmp_path, name, wanted):
    assert {item.stereotype for item in read(written(tmp_path, TABLE, name))} == {wanted}


def test_a_fifth_column_says_it_by_line(tmp_path):
    items = read(written(tmp_path, MARKED))
    assert [item.stereotype for item in items] == ["anti", "pro"]
    path = tmp_path / "again.txt"
    Winomt().write(items, path)
    assert read(path) == items


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (TABLE + "male\t1\tx\n", "line 3.*4 columns"),
        (TABLE + "man\t0\tx\tx\n", "line 3.*found 'man'"),
        (TABLE + "male\t9\tThe cook left.\tthe cook\n", "line 3.*0 to 2, found '9'"),
        (TABLE + "male\tone\tThe cook left.\tthe cook\n", "line 3.*found 'one'"),
        (TABLE + "male\t1\tThe cook left.\tthe cook\tboth\n", "line 3.*found 'both'"),
    ],
)
def test_broken_lines_are_named(tmp_path, text, problem):
    with pytest.raises(DataError, match=problem):
        read(written(tmp_path, text))


def test_the_table_is_recognised_by_its_first_line(tmp_path):
    assert Winomt().recognise(TABLE.encode(), tmp_path / "en.txt")
    assert not Winomt().recognise(b"source\tformality\nx\tformal\n", tmp_path / "en.txt")


def run(capsys, path, output, *arguments):
    return call(
        capsys,
        "run",
        path,
        "--format",
        "winomt",
        "--system",
        f"output-file:{output}",
        "--resamples",
        0,
        "--json",
        *arguments,
    )


def test_a_table_runs_by_the_command_line(tmp_path, capsys):
    path = written(tmp_path, MARKED)
    output = written(tmp_path, "Der Bäcker dankte der Malerin.\nDie Bäckerin dankte dem Maler.\n", "out.de")
    code, out, err = run(capsys, path, output, "--languages", "en-de")
    assert code == 0, err
    values = json.loads(out)["reports"][0]["scores"][0]["values"]
    assert (values["accuracy"], values["delta_s"], values["coverage"]) == (0.5, 1, 1)


def test_a_language_without_words_is_refused(tmp_path, capsys):
    output = written(tmp_path, "x\ny\n", "out.fi")
    code, _, err = run(capsys, written(tmp_path, TABLE), output, "--languages", "en-fi")
    assert code == 2
    assert "not in 'fi'" in " ".join(err.split())


def test_people_without_words_are_a_finding(tmp_path, capsys):
    path = written(tmp_path, TABLE + "male\t1\tThe astronaut said he was ill.\tthe astronaut\n")
    output = written(tmp_path, "Die Bäckerin.\nDer Maler.\nDer Astronaut.\n", "out.de")
    code, out, err = run(capsys, path, output, "--languages", "en-de")
    assert code == 0, err
    assert "1 of 3 items are about people there are no words for" in out
