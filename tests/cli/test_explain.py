"""What mteval explain shows fits the screen."""

import pytest

from mteval.cli.explain import wrapped
from mteval.core.registry import KINDS
from tests.cli.calling import lines_of


@pytest.fixture(autouse=True)
def eighty_columns(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.parametrize("name", sorted({name for kind in KINDS.values() for name in kind.names()}))
def test_explanations_fit_eighty_columns(name):
    # A word that is itself longer (a format's example, an address) is not cut.
    assert [line for line in lines_of("explain", name) if len(line) > 80 and " " in line.strip()] == []


def test_prose_is_filled_and_items_keep_their_lines():
    text = "one\ntwo\n\nThree kinds:\n- first\n  goes on\n- second\n\n  indented one\n  indented two\n\n**Bold** word"
    assert wrapped(text) == (
        "one two\n\nThree kinds:\n- first goes on\n- second\n\n  indented one\n  indented two\n\n\x1b[1mBold\x1b[0m word"
    )


def test_items_hang():
    assert wrapped("- " + "word " * 20) == "- " + " ".join(["word"] * 15) + "\n  " + " ".join(["word"] * 5)
