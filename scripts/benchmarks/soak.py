"""Does memory stay flat? The annotation server with many annotators for some minutes, and `run` in a loop.

    python scripts/benchmarks/soak.py --minutes 20 --runs 200

Resident memory is looked at every few seconds, or after each run, and printed every tenth. Last comes the slope of a line after
the first quarter, which is warming up: neighbouring looks are alike, so it is fitted to the means of twelve stretches, with
Student's interval. `run` is put to a contrastive suite with a model and to a reference suite with files, each time with its
report as HTML. Linux only.
"""

from __future__ import annotations

import argparse
import gc
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import httpx
import numpy as np
from scipy.stats import linregress, t

import mteval

PEOPLE = 50
PAUSE = 2.0
EVERY_SECONDS = 3.0
STRETCHES = 12
SUITE = "senses-en-es"


def resident(process: int | str = "self") -> float:
    """Resident memory in MB."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


def threads_of(process: int) -> int:
    """How many threads a process has."""
    return int(re.search(r"Threads:\s+(\d+)", Path(f"/proc/{process}/status").read_text())[1])


def write_job(folder: Path, minutes: float) -> Path:
    """A job of two systems in which nobody runs out of work."""
    lines = int(60 * minutes / PAUSE) // 2 + 50
    for name in ("source", "a", "b"):
        (folder / f"{name}.txt").write_text("".join(f"Sentence {i} of {name}.\n" for i in range(lines)))
    job = folder / "job.toml"
    job.write_text(
        f'kind = "rating"\nannotators = {PEOPLE}\n[rating]\nsource = "source.txt"\n'
        '[rating.systems]\nA = "a.txt"\nB = "b.txt"\n'
    )
    return job


def hidden(page: str) -> dict[str, str]:
    """What the forms of a page carry."""
    return dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', page))


def annotate(link: str, until: float, counts: list[int]) -> None:
    """Rate, take every seventh rating back, and go on."""
    with httpx.Client(timeout=60) as client:
        while time.monotonic() < until:
            page = client.get(link).text
            fields = dict.fromkeys(re.findall(r'data-field="([^"]+)"', page), "4")
            if not fields:
                raise SystemExit(f"no task on the page: {page[:300]}")
            counts.append(client.post(f"{link}/decide", data={**hidden(page), **fields}).status_code)
            if len(counts) % 7 == 0:
                client.post(f"{link}/undo", data=hidden(client.get(link).text))
            time.sleep(PAUSE)


def slope(looks: list[tuple[float, float]]) -> tuple[float, float, float]:
    """By how much memory grows per unit of the first column, after the first quarter, and its 95 % interval."""
    kept = np.array(looks[len(looks) // 4 :])
    means = np.array([part.mean(axis=0) for part in np.array_split(kept, STRETCHES)])
    line = linregress(means[:, 0], means[:, 1])
    reach = float(t.ppf(0.975, STRETCHES - 2)) * line.stderr
    return line.slope, line.slope - reach, line.slope + reach


def soak_server(minutes: float) -> list[tuple[float, float]]:
    """Minutes and MB, every few seconds."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "mteval",
            "human",
            "serve",
            str(write_job(Path(folder), minutes)),
            "--port",
            "0",
        ]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        links = [server.stdout.readline().rstrip("\n").split("\t")[1] for _ in range(PEOPLE + 1)]
        until, counts = time.monotonic() + 60 * minutes, []
        threads = [threading.Thread(target=annotate, args=(link, until, counts)) for link in links[:-1]]
        for thread in threads:
            thread.start()
        begin, looks, part = time.monotonic(), [], 1
        while (now := time.monotonic()) < until:
            looks.append(((now - begin) / 60, resident(server.pid)))
            if now - begin >= 60 * minutes * part / 10:
                say_server(server.pid, looks[-1], len(counts))
                part += 1
            time.sleep(EVERY_SECONDS)
        say_server(server.pid, looks[-1], len(counts))
        for thread in threads:
            thread.join()
        server.terminate()
        print(f"server  ended with {server.wait(30)}; answers: {sorted(set(counts))}")
    return looks


def say_server(process: int, look: tuple[float, float], decisions: int) -> None:
    """A line of the table."""
    print(
        f"server  {look[0]:6.1f} min  {look[1]:8.1f} MB  {threads_of(process):3} threads  {decisions} decisions",
        flush=True,
    )


def soak_runs(runs: int) -> list[tuple[float, float]]:
    """The number of the run and MB after each."""
    model = Path(mteval.__file__).parent / "demo" / "model"
    looks = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lines = [f"the cat number {i} sat on the mat" for i in range(200)]
        (folder / "reference.txt").write_text("\n".join(lines) + "\n")
        (folder / "output.txt").write_text("\n".join(lines).replace("sat", "sits") + "\n")
        for number in range(1, runs + 1):
            # A cache of its own each time, so that the model is opened and asked.
            os.environ["MTEVAL_CACHE"] = str(folder / f"cache-{number}")
            mteval.run(SUITE, systems=[f"ctranslate2:{model}"], seed=number).to_html()
            output = f"output-file:{folder / 'output.txt'}"
            mteval.run(str(folder / "reference.txt"), format="lines", systems=output, seed=number).to_html()
            gc.collect()
            looks.append((number, resident()))
            if number % max(1, runs // 10) == 0:
                print(f"run     {number:6}      {looks[-1][1]:8.1f} MB  {len(gc.get_objects())} objects", flush=True)
    return looks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--runs", type=int, default=200)
    given = parser.parse_args()
    if given.minutes:
        say_slope("server", "hour", [(minute / 60, held) for minute, held in soak_server(given.minutes)])
    if given.runs:
        say_slope("run", "hundred", [(number / 100, held) for number, held in soak_runs(given.runs)])


def say_slope(name: str, unit: str, looks: list[tuple[float, float]]) -> None:
    """The last line of a table."""
    steep, low, high = slope(looks)
    print(f"{name}: {steep:+.1f} MB per {unit} [{low:+.1f}, {high:+.1f}]", flush=True)


if __name__ == "__main__":
    main()
