"""What mteval explain shows fits the screen."""

import pytest

from mteval.cli.explain import wrapped
from mteval.core.registry import KINDS
from mteval.evaluation.paired_tests import PAIRED_TESTS
from tests.cli.calling import lines_of


@pytest.fixture(autouse=True)
def eighty_columns(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.parametrize("name", sorted({*PAIRED_TESTS, *(name for kind in KINDS.values() for name in kind.names())}))
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


def test_sacrebleus_bootstrap_prints_its_type_one_error():
    """The figures are those of scripts/benchmarks/validity.py."""
    title, *lines = lines_of("explain", "sacrebleu-bootstrap")
    assert title == "sacrebleu-bootstrap (paired test)"
    text = " ".join(lines)
    assert "at a nominal .05 it rejects .10 to .32 of true nulls" in text
    assert "Do not decide by it." in text


@pytest.mark.parametrize("name", PAIRED_TESTS)
def test_every_test_is_explained(name):
    title, *lines = lines_of("explain", name)
    assert title.startswith(f"{name} (")
    assert f"{name} (paired test)" in (title, *lines)
    assert len(" ".join(lines)) > 100
