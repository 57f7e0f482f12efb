"""A run that is killed (SIGKILL) in the middle: the next one asks only what is missing, and reports the same."""

from __future__ import annotations

import json
import os
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

ITEMS = 900
SCORER = """
import hashlib, os, sys, time
lines = sys.stdin.read().splitlines()
time.sleep(float(os.environ["SCORER_SECONDS"]))
with open(os.environ["SCORER_LOG"], "a", encoding="utf-8") as log:
    log.write("".join(line + "\\n" for line in lines))
for line in lines:
    print(-int(hashlib.sha256(line.encode()).hexdigest()[:6], 16) / 1e5)
"""


def suite(path: Path, items: int, source: str = "the bank {}") -> Path:
    made = [
        {
            "reference": f"das Ufer {i}",
            "ambig word": f"bank{i % 7}",
            "original translation": "Ufer",
            "origin": "made",
            "sense": f"shore_{i % 3}",
            "source": source.format(i),
            "errors": [{"contrastive": f"die Bank {i}", "type": "word_sense", "replacement": "Bank"}],
        }
        for i in range(items)
    ]
    path.write_text(json.dumps(made), encoding="utf-8")
    return path


def arguments(data: Path, system: str, output: Path) -> list[str]:
    settings = ["--format", "mucow-scoring", "--system", system, "--resamples", "50", "-o", str(output)]
    return [sys.executable, "-m", "mteval", "run", str(data), *settings]


def stored(cache: Path) -> int:
    """How many answers are kept on disk by now."""
    if not (cache / "answers.sqlite").exists():
        return 0
    with sqlite3.connect(cache / "answers.sqlite") as connection:
        try:
            return int(connection.execute("SELECT count(*) FROM kept").fetchone()[0])
        except sqlite3.OperationalError:
            return 0


def kill_in_the_middle(command: list[str], environment: dict[str, str], cache: Path) -> int:
    """Start a run, kill it and all it started as soon as some answers are on disk, and say how many there are."""
    running = subprocess.Popen(command, env=environment, start_new_session=True, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while stored(cache) == 0 and running.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(running.pid, signal.SIGKILL)
    assert running.wait() == -signal.SIGKILL
    return stored(cache)


def document(output: Path) -> str:
    return (output / "report.json").read_text(encoding="utf-8")


def test_a_killed_run_asks_only_what_is_missing(tmp_path):
    data = suite(tmp_path / "en-de.json", ITEMS)
    script, log, cache = tmp_path / "scorer.py", tmp_path / "log", tmp_path / "cache"
    script.write_text(SCORER, encoding="utf-8")
    system = f"scorer=command:{shlex.join([sys.executable, str(script)])}?cache=true&better=higher"
    slow = os.environ | {"MTEVAL_CACHE": str(cache), "SCORER_LOG": str(log), "SCORER_SECONDS": "0.5"}

    before = kill_in_the_middle(arguments(data, system, tmp_path / "out"), slow, cache)
    assert 0 < before < ITEMS
    assert not (tmp_path / "out" / "report.json").exists()

    log.write_text("", encoding="utf-8")
    subprocess.run(
        arguments(data, system, tmp_path / "out"), env=slow | {"SCORER_SECONDS": "0"}, check=True, capture_output=True
    )
    assert len(log.read_text(encoding="utf-8").splitlines()) == 2 * (ITEMS - before)

    whole = slow | {"MTEVAL_CACHE": str(tmp_path / "other cache"), "SCORER_SECONDS": "0"}
    subprocess.run(arguments(data, system, tmp_path / "whole"), env=whole, check=True, capture_output=True)
    assert document(tmp_path / "out") == document(tmp_path / "whole")


def test_a_killed_run_of_a_real_model_reports_the_same(tmp_path, shared):
    model = shared / "models" / "multi30k_en_de" / "ct2"
    if not model.is_dir():
        pytest.skip("needs the trained model in ../shared")
    data = suite(tmp_path / "en-de.json", ITEMS, "A man is sitting on the bank of river number {}.")
    system = f"model=ctranslate2:{model}?threads=1"
    environment = os.environ | {"MTEVAL_CACHE": str(tmp_path / "cache")}
    before = kill_in_the_middle(arguments(data, system, tmp_path / "out"), environment, tmp_path / "cache")
    assert 0 < before < ITEMS
    subprocess.run(arguments(data, system, tmp_path / "out"), env=environment, check=True, capture_output=True)
    assert stored(tmp_path / "cache") == ITEMS
    other = os.environ | {"MTEVAL_CACHE": str(tmp_path / "other cache")}
    subprocess.run(arguments(data, system, tmp_path / "whole"), env=other, check=True, capture_output=True)
    assert document(tmp_path / "out") == document(tmp_path / "whole")
