"""The verbs, and the examples of their help: all parse, and those that need no network, server or corpus are run."""

import re
import shlex
import shutil

import click
import pytest

from mteval.cli.main import verbs
from tests.cli.calling import exit_code, lines_of, mteval
from tests.cli.example_files import write_checklists, write_dictionaries, write_ratings, write_sets, write_texts

NOT_RUN = {
    "contrast": "needs a corpus and wordnets of a size worth building from; tests/authoring/contrast builds a small one",
    "human serve": "a server runs until it is stopped; the README's commands start and stop one",
    "reproduce": "fetches the published files; tests/golden reproduces them",
    "run my-set": "needs what contrast build makes",
}
EXAMPLE = re.compile(r"^ *mteval (?:\\\n|[^\n])*", re.MULTILINE)


def walk(command, path=()):
    yield path, command
    if isinstance(command, click.Group):
        for name in command.list_commands(None):
            yield from walk(command.get_command(None, name), (*path, name))


def examples(command):
    """The commands a help text shows, without what a shell does with their output and what is said beside them."""
    for text in EXAMPLE.findall(command.help or ""):
        shown = re.sub(r"\\\n\s*", "", text).strip()
        yield re.split(r" [|>] |\s{3,}", shown)[0]


VERBS = {" ".join(path) or "mteval": command for path, command in walk(verbs)}
# What a group and its verb both show is run once, for the verb.
SHOWN_BY = {example: verb for verb, command in VERBS.items() for example in examples(command)}


def parsed(arguments):
    """The context of the command that the arguments name, made as for a real call."""
    command, names = verbs, []
    while isinstance(command, click.Group):
        names.append(arguments[len(names)])
        command = command.get_command(None, names[-1])
        assert command is not None, f"there is no verb {' '.join(names)}"
    return command.make_context(" ".join(names), arguments[len(names) :])


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with every file the examples name."""
    folder = tmp_path_factory.mktemp("examples")
    for write in (write_texts, write_checklists, write_sets, write_dictionaries, write_ratings):
        write(folder)
    (folder / "job.toml").write_text("")
    for name in ("", "now", "main", "monday", "tuesday"):
        scored = [folder / "system1.de", "-r", folder / "reference.de", "--resamples", 200]
        assert exit_code("score", *scored, "-o", folder / "results" / name) == 0
    return folder


@pytest.mark.parametrize("verb", VERBS)
def test_examples_of_help_are_understood(verb, folder, monkeypatch):
    monkeypatch.chdir(folder)
    for example in examples(VERBS[verb]):
        arguments = shlex.split(example)[1:]
        assert parsed(arguments).params is not None, example


@pytest.mark.parametrize("verb", VERBS)
def test_examples_of_help_work(verb, folder, monkeypatch, capsys):
    """In the order of the help text, each with the exit code of success."""
    monkeypatch.chdir(folder)
    for example in (example for example, shown_by in SHOWN_BY.items() if shown_by == verb):
        arguments = shlex.split(example)[1:]
        if any(" ".join(arguments).startswith(name) for name in NOT_RUN):
            continue
        if "apertium:" in example and shutil.which("apertium") is None:
            continue
        code = exit_code(*arguments)
        assert code == 0, f"{example}\n{capsys.readouterr().err}"


def test_every_verb_has_an_example():
    leaves = {verb: command for verb, command in VERBS.items() if not isinstance(command, click.Group)}
    without = [verb for verb, command in leaves.items() if not list(examples(command))]
    assert without == []


def test_the_verbs_are_listed_whole_and_fit_eighty_columns(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    shown = lines_of("--help")[1:]  # after "Usage: mteval [OPTIONS] COMMAND [ARGS]..."
    assert all(len(line) <= 80 and not line.endswith("...") for line in shown)


@pytest.mark.parametrize("verb", ["socre", "scor"])
def test_unknown_verb_suggests_one(verb):
    done = mteval(verb)
    assert done.returncode == 2
    assert "score" in done.stderr
