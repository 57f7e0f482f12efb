"""What mteval explain shows fits the screen."""

import dataclasses
import re
from typing import get_args

import msgspec
import pytest
from click.testing import CliRunner

from mteval.authoring.annotation.job import JobFile
from mteval.cli.explain import topics, wrapped
from mteval.cli.main import verbs
from mteval.core.queries import Answer, Query, Unanswered
from mteval.core.registry import KINDS
from mteval.evaluation.paired_tests import PAIRED_TESTS
from mteval.storage.manifests import SuiteFile
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
    assert "at a nominal .05 it rejects .09 to .28 of true nulls" in text
    assert "Do not decide by it." in text


@pytest.mark.parametrize("name", PAIRED_TESTS)
def test_every_test_is_explained(name):
    title, *lines = lines_of("explain", name)
    assert title.startswith(f"{name} (")
    assert f"{name} (paired test)" in (title, *lines)
    assert len(" ".join(lines)) > 100


@pytest.mark.parametrize("name", topics())
def test_topics_are_explained_within_eighty_columns(name):
    title, *lines = lines_of("explain", name)
    assert title == f"{name} (topic)"
    assert [line for line in lines if len(line) > 80] == []


@pytest.mark.parametrize(("topic", "kind"), [("suite-file", SuiteFile), ("job-file", JobFile)])
def test_every_key_of_a_file_is_explained(topic, kind):
    text = "\n".join(lines_of("explain", topic))
    for field in msgspec.structs.fields(kind):
        assert re.search(rf"\b{field.name}\b", text), field.name
        inner = [of for of in (field.type, *get_args(field.type)) if isinstance(of, type)]
        for table in (of for of in inner if issubclass(of, msgspec.Struct)):
            assert all(re.search(rf"\b{one.name}\b", text) for one in msgspec.structs.fields(table))


def test_the_query_and_answer_types_are_explained_with_their_fields():
    text = "\n".join(lines_of("explain", "python"))
    for kind in (*get_args(Query), *(of for of in get_args(Answer) if of is not Unanswered)):
        assert re.search(rf"\b{kind.__name__}\(", text)
        assert all(re.search(rf"\b{one.name}\b", text) for one in dataclasses.fields(kind))


def test_an_unknown_name_gets_near_names_only():
    near = CliRunner().invoke(verbs, ["explain", "contrastiv"]).exception
    assert "'contrastive'" in str(near)
    assert "bleu" not in str(near)
    far = str(CliRunner().invoke(verbs, ["explain", "qqqqq"]).exception)
    assert "'mteval list' shows what there is" in far
    assert "bleu" not in far
