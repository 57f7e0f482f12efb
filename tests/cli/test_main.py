"""The verbs, and the examples of their help: all parse, and those that need no network, server or corpus are run."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from mteval.cli.main import verbs
from tests.cli.calling import exit_code, lines_of, mteval
from tests.cli.example_files import write_checklists, write_dictionaries, write_ratings, write_sets, write_texts

NOT_RUN = {
    "contrast": "needs a corpus and wordnets of a size worth building from; tests/authoring/contrast builds a small one",
    "human serve": "a server runs until it is stopped; the README's commands start and stop one",
    "report results -o errors.jsonl": "needs a metric that marks errors; tests/evaluation/test_marked_errors.py has some",
    "reproduce": "fetches the published files; tests/golden reproduces them",
    "score system1.de -t wmt23": "needs sacrebleu's data; tests/evaluation has a folder of its own",
    "run my-set": "needs what contrast build makes",
    "run senses-en-es --system ctranslate2:model/ --engine": "needs a cluster; tests/evaluation/test_remote_model.py has one",
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
    for name in ("v1", "v2"):
        shutil.copytree(folder / "results" / "now", folder / "releases" / name)
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
        if "freedict:" in example and not Path("/usr/share/dictd/freedict-deu-eng.index").exists():
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


@pytest.mark.parametrize(
    "arguments", [["sc\033[31more"], ["score", "a", "--test", "no\033[31mne"], ["explain", "no\033[31mne"]]
)
def test_what_was_typed_is_shown_without_its_escapes(arguments, monkeypatch, capsys):
    monkeypatch.setattr("click.utils.should_strip_ansi", lambda *_, **__: False)  # as on a terminal
    assert exit_code(*arguments) == 2
    said = capsys.readouterr().err
    assert "\\x1b[31m" in said
    assert "\033" not in said


def raising(error):
    def read(*_, **__):
        raise error

    return read


@pytest.fixture
def texts(tmp_path):
    (tmp_path / "out.de").write_text("ein Haus\nzwei Häuser\n")
    (tmp_path / "ref.de").write_text("ein Haus\ndrei Häuser\n")
    return tmp_path / "out.de", tmp_path / "ref.de"


def test_an_error_nobody_foresaw_is_a_sentence_and_exit_code_70(texts, monkeypatch, capsys):
    monkeypatch.setattr("mteval.api.score", raising(TypeError("of some kind")))
    monkeypatch.delenv("MTEVAL_DEBUG", raising=False)
    assert exit_code("score", texts[0], "-r", texts[1]) == 70
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "TypeError" in said
    assert "of some kind" in said
    assert "MTEVAL_DEBUG=1" in said
    monkeypatch.setenv("MTEVAL_DEBUG", "1")
    assert exit_code("score", texts[0], "-r", texts[1]) == 70
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (MemoryError(), "not enough memory"),
        (OSError(28, "No space left on device", "/x/y"), "/x/y: No space left on device"),
        (PermissionError(13, "Permission denied", "/x/y"), "/x/y: Permission denied"),
    ],
)
def test_what_the_machine_refuses_is_said_with_exit_code_2(texts, monkeypatch, capsys, error, said):
    monkeypatch.setattr("mteval.api.score", raising(error))
    assert exit_code("score", texts[0], "-r", texts[1]) == 2
    assert said in capsys.readouterr().err


def test_a_terminal_that_is_not_utf_8_gets_escapes(texts):
    name = texts[0].rename(texts[0].with_name("süß漢.de")).name
    command = [sys.executable, "-m", "mteval", "score", name, "-r", "ref.de", "--json", "--resamples", "10"]
    settings = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(command, cwd=texts[0].parent, env=settings, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.decode("latin-1"))["reports"][0]["system"]["name"] == name
    assert b"\\u6f22" in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_behind_standard_output_is_said(texts):
    command = [sys.executable, "-m", "mteval", "score", *texts[:1], "-r", texts[1], "--json", "--resamples", "10"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_output_that_cannot_be_written_is_refused_before_the_work(texts, monkeypatch, capsys):
    monkeypatch.setattr("mteval.api.score", raising(AssertionError("the work began")))
    (texts[0].parent / "file").write_text("")
    assert exit_code("score", texts[0], "-r", texts[1], "-o", texts[0].parent / "file" / "x") == 2
    assert "cannot be written" in capsys.readouterr().err
    assert exit_code("report", texts[0].parent, "-o", texts[0].parent / "file" / "x.html") == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_run_that_fails_leaves_no_folder(texts):
    assert exit_code("score", texts[0], "-r", texts[0].with_name("none"), "-o", texts[0].with_name("new")) == 2
    assert not texts[0].with_name("new").exists()


def test_pipes_are_read_wherever_files_are(texts):
    folder = texts[0].parent
    plain = mteval("score", texts[0], "-r", texts[1], "--json", "--resamples", 10)
    shell = f"{sys.executable} -m mteval score /dev/stdin -r <(cat ref.de) --json --resamples 10 < <(cat out.de)"
    done = subprocess.run(["bash", "-c", shell], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    of_files, of_pipes = (json.loads(one.stdout)["reports"][0] for one in (plain, done))
    assert of_pipes["scores"][0]["values"] == of_files["scores"][0]["values"]
    write_sets(folder)
    name = next(path.name for path in folder.glob("*.json"))
    shell = f"{sys.executable} -m mteval show /dev/stdin --format mucow-scoring < <(cat {name})"
    done = subprocess.run(["bash", "-c", shell], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
