"""mteval list: in columns for people, one a line for programs."""

import pytest

from mteval.cli.list import columns
from tests.cli.calling import lines_of


@pytest.fixture(autouse=True)
def eighty_columns(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")


def test_columns_go_down_and_then_across():
    names = [f"{letter}{'x' * 30}" for letter in "abc"]
    assert list(columns(names)) == [f"{names[0]}  {names[2]}", names[1]]
    assert list(columns([])) == []


def test_one_name_a_line_where_a_program_reads():
    assert lines_of("list", "renderers") == ["csv", "html", "latex", "markdown", "summary", "terminal"]
    assert "  summary" in lines_of("list")
