"""A package of somebody else's, built and installed: its metric, its format and its suites are there through entry points."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = """[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "mteval-example"
version = "1.0"

[project.entry-points."mteval.metrics"]
size-ratio = "mteval_example.size_ratio:SizeRatio"

[project.entry-points."mteval.formats"]
pipes = "mteval_example.pipes:Pipes"

[project.entry-points."mteval.suites"]
example = "mteval_example.suites"
"""
METRIC = '''"""How long translations are, compared with their references."""

import numpy as np

from mteval.plugins import RATE, AdditiveMetric, Comparison, Option, Statistics, TRUTH, ratio


class SizeRatio(AdditiveMetric):
    """Characters of the translations over characters of the first references."""

    evidence = Comparison
    keys = ("ratio",)
    scale = RATE
    options = (Option("spaces", TRUTH, True, "count spaces too"),)

    def observe(self, evidence):
        rows = [(self.size(e.translation), self.size(e.references[0])) if isinstance(e, Comparison) else (0, 0) for e in evidence]
        return Statistics(np.array(rows, dtype=float), np.array([isinstance(e, Comparison) for e in evidence]))

    def size(self, text):
        return len(text) if self.chosen["spaces"] else len(text.replace(" ", ""))

    def combine(self, sums):
        return ratio(sums[..., :1], sums[..., 1:])
'''
FORMAT = '''"""Source and reference with a bar between them, one pair a line."""

from mteval.plugins import CHOICE, Contents, DataError, Option, Segment, read_lines, write_lines


class Pipes:
    """Reads and writes `source|reference` lines."""

    family = "reference"
    options = (Option("side", CHOICE, "right", "on which side the reference stands", choices=("right", "left")),)

    def read(self, source):
        """One segment a line."""
        path, right = source.files["data"], source.options["side"] == "right"
        records = []
        for number, line in enumerate(read_lines(path).lines, start=1):
            if line.count("|") != 1:
                raise DataError(path, "source|reference expected.", line=number)
            one, other = line.split("|")
            records.append(Segment((other if right else one,), one if right else other))
        return Contents(tuple(records))

    def write(self, records, path):
        """The same lines."""
        write_lines(path, (f"{one.source}|{one.references[0]}" for one in records))

    def recognise(self, head, path):
        """A bar in the first line."""
        return head.split(b"\\n", 1)[0].count(b"|") == 1
'''
MANIFEST = """name = "tiny-pipes"
family = "reference"
version = "1"
languages = ["de", "en"]
licence = "CC0-1.0"
format = "pipes"
metrics = ["size-ratio"]
description = "Four pairs."

[files]
data = { path = "pairs.txt", sha256 = "%s" }
"""
PAIRS = "eins zwei|one two\ndrei|three\nvier|four\nfünf|five\n"


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """The folder the package was installed to."""
    from hashlib import sha256

    pytest.importorskip("hatchling", reason="needs the build backend of the extra 'dev'")
    project, target = tmp_path_factory.mktemp("project"), tmp_path_factory.mktemp("installed")
    package = project / "mteval_example"
    (package / "suites" / "tiny-pipes").mkdir(parents=True)
    (project / "pyproject.toml").write_text(PROJECT)
    for name, text in (("__init__", ""), ("size_ratio", METRIC), ("pipes", FORMAT), ("suites/__init__", "")):
        (package / f"{name}.py").write_text(text)
    (package / "suites/tiny-pipes/pairs.txt").write_text(PAIRS)
    (package / "suites/tiny-pipes/suite.toml").write_text(MANIFEST % sha256(PAIRS.encode()).hexdigest())
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    done = subprocess.run([*command, "--target", target, project], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return target


def mteval(installed: Path, *arguments, code: int = 0) -> str:
    paths = [str(installed), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "COLUMNS": "100"}
    command = [sys.executable, "-m", "mteval", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == code, done.stderr
    return done.stdout if code == 0 else done.stderr


def test_plugins_and_suites_are_listed_and_explained(installed):
    assert "size-ratio" in mteval(installed, "list", "metrics")
    assert "pipes" in mteval(installed, "list", "formats")
    assert "tiny-pipes" in mteval(installed, "list", "suites")
    assert "spaces=true or false, default true: count spaces too." in mteval(installed, "explain", "size-ratio")
    assert "Licence: CC0-1.0" in mteval(installed, "explain", "tiny-pipes")


def test_a_suite_of_the_package_is_run_with_its_metric(installed, tmp_path):
    # Counted by hand: the references have 7 + 5 + 4 + 4 = 20 characters, the output 3 + 2 + 2 + 1 = 8.
    (tmp_path / "out.en").write_text("one\non\non\no\n")
    system = f"output-file:{tmp_path / 'out.en'}"
    report = json.loads(mteval(installed, "run", "tiny-pipes", "--system", system, "--json"))["reports"][0]
    (score,) = report["scores"]
    assert score["values"] == {"ratio": 8 / 20}
    assert "spaces:true" in score["signature"]
    shown = mteval(installed, "run", "tiny-pipes", "--system", system, "--metrics", "size-ratio?spaces=false")
    assert "0.4211" in shown  # 8 / 19: four decimals, since its scale says so


def test_its_options_and_data_are_checked_like_our_own(installed, tmp_path):
    (tmp_path / "bad.txt").write_text("no bar\n")
    said = mteval(installed, "run", tmp_path / "bad.txt", "--format", "pipes", "--system", "output-file:x", code=2)
    assert "line 1: source|reference expected." in said
    (tmp_path / "out.en").write_text("a\n" * 4)
    system = f"output-file:{tmp_path / 'out.en'}"
    said = mteval(installed, "run", "tiny-pipes", "--system", system, "--metrics", "size-ratio?space=no", code=2)
    assert "Did you mean 'spaces'" in said
    said = mteval(installed, "run", "tiny-pipes", "--system", system, "--set", "sides=left", code=2)
    assert "Did you mean 'side'" in said
