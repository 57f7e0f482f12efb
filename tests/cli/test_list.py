"""mteval list: in columns for people, one a line for programs."""

import json

import pytest
from click.testing import CliRunner

from mteval.cli.list import columns
from mteval.cli.main import verbs
from mteval.library import suite_facts
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


def test_suites_are_described_with_their_size():
    lines = lines_of("list", "suites", "--long", "--language", "en-es", "--family", "contrastive")
    heads = [line.split("  ") for line in lines if not line.startswith(" ")]
    assert [part.strip() for part in heads[-1] if part] == [
        "senses-en-es",
        "contrastive",
        "en → es",
        "276 cases",
        "draft",
    ]
    assert all(len(line) <= 80 for line in lines)


def test_names_alone_are_filtered_too():
    assert lines_of("list", "--family", "dictionary") == ["demo-dictionary-en-es"]
    assert CliRunner().invoke(verbs, ["list", "metrics", "--family", "dictionary"]).exit_code != 0


def test_plugins_are_described():
    found = json.loads("\n".join(lines_of("list", "--long", "--json")))
    assert all(entry["description"] for kind in found.values() for entry in kind)


def test_the_cases_that_manifests_tell_are_those_there_are(root):
    """The README's table is computed by loading every suite, and a test keeps it true."""
    text = (root / "README.md").read_text(encoding="utf-8")
    for name, facts in suite_facts().items():
        assert f"| `{name}` | {facts.family} | {' → '.join(facts.languages)} | {facts.cases} | {facts.status} |" in text
