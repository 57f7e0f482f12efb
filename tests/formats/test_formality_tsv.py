"""Tables of formality, there and back, and run by the command line."""

import json

import pytest

from mteval.core.errors import DataError
from mteval.core.records import FormalityItem
from mteval.core.suites import SuiteSource
from mteval.formats.formality_tsv import FormalityTsv
from tests.cli.calling import call

TABLE = "source\tformality\tdomain\nHow are you?\tformal\ttalk\nSit down.\tinformal\t\n"
ITEMS = (FormalityItem("How are you?", "formal", {"domain": ("talk",)}), FormalityItem("Sit down.", "informal"))


def read(path):
    return FormalityTsv().read(SuiteSource("x", "formality", "formality-tsv", {"data": path})).records


def test_rows_are_read_and_written(tmp_path):
    path = tmp_path / "items.tsv"
    path.write_text(TABLE)
    assert read(path) == ITEMS
    FormalityTsv().write(ITEMS, path)
    assert read(path) == ITEMS


@pytest.mark.parametrize(
    ("text", "problem"),
    [("source\nx\n", "header"), (TABLE + "x\tpolite\t\n", "line 4.*polite"), (TABLE + "x\tformal\n", "3 columns")],
)
def test_broken_tables_are_named(tmp_path, text, problem):
    path = tmp_path / "items.tsv"
    path.write_text(text)
    with pytest.raises(DataError, match=problem):
        read(path)


def test_a_table_runs_by_the_command_line(tmp_path, capsys):
    path, output = tmp_path / "items.tsv", tmp_path / "out.de"
    path.write_text(TABLE)
    output.write_text("Wie geht es Ihnen?\nSetzen Sie sich.\n")
    arguments = ("--format", "formality-tsv", "--languages", "en-de", "--system", f"output-file:{output}")
    code, out, err = call(capsys, "run", path, *arguments, "--resamples", 0, "--json")
    assert code == 0, err
    assert json.loads(out)["reports"][0]["scores"][0]["values"]["accuracy"] == 0.5
