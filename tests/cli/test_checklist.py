"""mteval checklist: its sub-commands are the files beside it."""

from __future__ import annotations

import click
import pytest

from mteval.cli import checklist
from tests.cli.calling import call, lines_of


@pytest.fixture
def context():
    return click.Context(checklist.command)


def test_every_file_is_a_sub_command(context, root):
    files = {path.stem.removeprefix("_checklist_") for path in (root / "mteval" / "cli").glob("_checklist_*.py")}
    assert set(checklist.command.list_commands(context)) == {name.replace("_", "-") for name in files}
    assert {"expand", "extract", "generate", "quality"} <= set(checklist.command.list_commands(context))


def test_every_sub_command_has_help_with_an_example(context):
    for name in checklist.command.list_commands(context):
        assert checklist.command.get_command(context, name).name == name
        assert any(f"mteval checklist {name}" in line for line in lines_of("checklist", name, "--help"))


def test_a_name_that_is_none_is_refused(context, capsys):
    assert checklist.command.get_command(context, "progress") is None
    code, printed, said = call(capsys, "checklist", "expnd", "x.json")
    assert (code, printed) == (2, "")
    assert "expnd" in said
