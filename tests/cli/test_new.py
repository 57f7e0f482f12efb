"""mteval new: every scaffold is made in an empty folder and used as its user would."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mteval.cli.new import NEXT
from tests.cli.calling import mteval


def made(kind, folder, name):
    done = mteval("new", kind, name, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert f"Try it: {NEXT[kind].format(folder=f'./{name}', name=name)}" in done.stdout
    return folder / name


def test_a_suite_runs_and_gets_its_digests(tmp_path):
    suite = made("suite", tmp_path, "my-suite")
    command = ("run", suite, "--system", f"output-file:{suite / 'example-output.es'}", "--resamples", 20, "--json")
    before = mteval(*command)
    assert before.returncode == 0, before.stderr
    assert mteval("lint", suite, "--write-digests").returncode == 0
    assert (suite / "suite.toml").read_text().count("sha256") == 3
    assert json.loads(mteval(*command).stdout)["reports"][0]["suite"]["name"] == "my-suite"


@pytest.mark.parametrize("kind", ["metric", "format"])
def test_a_plugin_is_installed_and_found(tmp_path, kind):
    pytest.importorskip("hatchling", reason="needs the build backend of the extra 'dev'")
    project, target = made(kind, tmp_path, f"own-{kind}"), tmp_path / "installed"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    done = subprocess.run([*pip, "--target", target, project], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    paths = os.pathsep.join([str(target), os.environ.get("PYTHONPATH", "")])

    def call(*arguments):
        command = [sys.executable, "-m", "mteval", *map(str, arguments)]
        return subprocess.run(
            command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": paths}, check=False
        )

    assert f"own-{kind}" in call("explain", f"own-{kind}").stdout
    if kind == "format":
        shown = call("show", project / "example.tsv", "--format", "own-format", "--json")
        assert json.loads(shown.stdout)["cases"] == 2, shown.stderr
        return
    (tmp_path / "ref").write_text("one two\nthree\nfour\nfive six\n")
    (tmp_path / "out").write_text("one two three\nthree\nfour\nfive\n")
    scored = call("score", tmp_path / "out", "-r", tmp_path / "ref", "-m", "own-metric", "--resamples", 20, "--json")
    assert json.loads(scored.stdout)["reports"][0]["scores"][0]["values"] == {"share": 0.75}, scored.stderr


def test_a_job_is_read_with_all_its_files(tmp_path):
    from mteval.authoring.annotation.job import read_job

    job = read_job(made("job", tmp_path, "my-job") / "job.toml")
    assert job.annotators == ("ana", "ben")
    assert set(job.systems) == {"first", "second"}


def test_a_gate_passes_and_fails(tmp_path):
    yaml = pytest.importorskip("yaml", reason="pyyaml reads the workflow")
    gate = made("gate", tmp_path, "my-gate")
    (workflow,) = (gate / ".github" / "workflows").glob("*.yml")
    (job,) = yaml.safe_load(workflow.read_text())["jobs"].values()
    assert [step["run"] for step in job["steps"] if "run" in step][-1] == "sh check-translations"
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "mteval").write_text(f'#!/bin/sh\nexec {sys.executable} -m mteval "$@"\n')
    (tools / "mteval").chmod(0o755)
    environment = {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}

    def call(script):
        return subprocess.run(["sh", script], cwd=gate, env=environment, capture_output=True, text=True, check=False)

    for script in ("make-baseline", "check-translations"):
        done = call(script)
        assert done.returncode == 0, done.stderr
    (gate / "output.es").write_text("nada\nnada\nnada\n")
    failed = call("check-translations")
    assert failed.returncode == 1
    assert "DROPPED" in failed.stdout
    assert (gate / "gate.xml").is_file()


def test_what_is_there_is_not_written_over(tmp_path):
    suite = made("suite", tmp_path, "my-suite")
    (suite / "suite.toml").write_text("mine")
    refused = mteval("new", "suite", suite)
    assert refused.returncode == 2
    assert "already there" in refused.stderr
    assert (suite / "suite.toml").read_text() == "mine"


@pytest.mark.parametrize("name", ["My Suite", "1st", "a_b"])
def test_a_name_must_be_one(tmp_path, name):
    assert mteval("new", "suite", tmp_path / name).returncode == 2
    assert not list(Path(tmp_path).iterdir())
