"""Options of a build put together, and combinations that cannot be."""

from pathlib import Path

import pytest

from mteval.cli._contrast_settings import settings_from, sweep_from
from mteval.cli.contrast import command
from mteval.core.errors import UsageError


def settings(*arguments):
    """The settings that the build's own parser and defaults lead to."""
    build = command.commands["build"]
    required = ("--languages", "en-fr", "--inventory", "tsv:x", "-o", "out")
    return settings_from(build.make_context("build", [*required, *arguments]).params)


BOTH = ("--source", "web=c.en", "--target", "c.fr")


def test_corpora_have_names_and_files_beside_them():
    made = settings(*BOTH, "--bitext", "books.tmx", "--alignment", "a.links", "--alignment", "b.links")
    assert [(corpus.name, corpus.links) for corpus in made.corpora] == [
        ("web", Path("a.links")),
        ("books", Path("b.links")),
    ]
    assert made.corpora[0].source == Path("c.en")
    assert made.text.languages == ("en", "fr")
    assert made.folder == Path("out/.work")


def test_training_is_a_corpus_or_a_file(tmp_path):
    (tmp_path / "seen").touch()
    made = settings(*BOTH, "--training", "web", "--training", str(tmp_path / "seen"))
    assert (made.sentences.training, made.sentences.training_text) == (("web",), (tmp_path / "seen",))


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ((), "No bitext"),
        (("--source", "c.en"), "1 --source but 0 --target"),
        ((*BOTH, "--languages", "english"), "--languages english is not possible"),
        ((*BOTH, "--source", "web=d.en", "--target", "d.fr"), "Two corpora are named 'web'"),
        ((*BOTH, "--bitext", "x.tmx", "--alignment", "a"), "1 --alignment for 2 corpora"),
        ((*BOTH, "--training", "/none"), "neither a corpus"),
        ((*BOTH, "--domain-corpus", "news"), "--domain-corpus news is no corpus; there are: web"),
        ((*BOTH, "--min-links", "0"), "--min-links must be at least 1"),
        ((*BOTH, "--tagger", "udpipe:x"), "Write LANG=udpipe:FILE, LANG being en or fr"),
        ((*BOTH, "--tagger", "de=udpipe:x"), "LANG being en or fr"),
    ],
)
def test_what_cannot_be_is_refused(arguments, problem):
    with pytest.raises(UsageError, match=problem):
        settings(*arguments)


def test_a_sweep_has_both_ends():
    assert sweep_from("0.3:0.5:0.1") == (0.3, 0.4, 0.5)
    assert sweep_from("0.15:0.65:0.05")[-1] == 0.65


@pytest.mark.parametrize("text", ["", "0.3", "a:b:c", "0.3:0.5:0", "0.5:0.3:0.1", "0:1:1e-9", "0:nan:1"])
def test_a_sweep_that_cannot_be_is_refused(text):
    with pytest.raises(UsageError, match="--thresholds"):
        sweep_from(text)


def test_a_sweep_without_end_is_refused():
    with pytest.raises(UsageError, match="--thresholds"):
        sweep_from("0:inf:0.1")
