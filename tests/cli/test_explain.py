"""What `mteval list`, `explain` and `--help` show fits the screen."""

import pytest
from click.testing import CliRunner

from mteval.cli.explain import wrapped
from mteval.cli.list import columns
from mteval.cli.main import verbs
from mteval.core.registry import KINDS
from mteval.renderers.summary import _over


@pytest.fixture(autouse=True)
def eighty_columns(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")


def lines_of(*arguments):
    done = CliRunner().invoke(verbs, arguments, terminal_width=80)
    assert done.exit_code == 0, done.output
    return done.output.splitlines()


@pytest.mark.parametrize("name", sorted({name for kind in KINDS.values() for name in kind.names()}))
def test_explanations_fit_eighty_columns(name):
    # A word that is itself longer (a format's example, an address) is not cut.
    assert [line for line in lines_of("explain", name) if len(line) > 80 and " " in line.strip()] == []


def test_the_verbs_are_listed_whole_and_fit_eighty_columns():
    shown = lines_of("--help")[1:]  # after "Usage: mteval [OPTIONS] COMMAND [ARGS]..."
    assert all(len(line) <= 80 and not line.endswith("...") for line in shown)


def test_prose_is_filled_and_items_keep_their_lines():
    text = "one\ntwo\n\nThree kinds:\n- first\n  goes on\n- second\n\n  indented one\n  indented two\n\n**Bold** word"
    assert wrapped(text) == (
        "one two\n\nThree kinds:\n- first goes on\n- second\n\n  indented one\n  indented two\n\n\x1b[1mBold\x1b[0m word"
    )


def test_items_hang():
    assert wrapped("- " + "word " * 20) == "- " + " ".join(["word"] * 15) + "\n  " + " ".join(["word"] * 5)


def test_columns_go_down_and_then_across():
    names = [f"{letter}{'x' * 30}" for letter in "abc"]
    assert list(columns(names)) == [f"{names[0]}  {names[2]}", names[1]]
    assert list(columns([])) == []


def test_one_name_a_line_where_a_program_reads():
    assert lines_of("list", "renderers") == ["csv", "html", "latex", "markdown", "summary", "terminal"]
    assert "  summary" in lines_of("list")


@pytest.mark.parametrize(
    ("suite", "rows", "shown"),
    [
        ("divergence-en-es-translation", 3, ["divergence-en-es-", "translation", ""]),
        ("divergence-en-es-translation", 1, ["divergence-en-es-translation"]),
        ("senses-en-es", 2, ["senses-en-es", ""]),
        ("a_file_name_without_any_hyphen.json", 2, ["a_file_name_without_any_hyphen.json", ""]),
    ],
)
def test_long_names_of_suites_go_on_in_the_next_row(suite, rows, shown):
    assert _over(suite, rows) == shown
