"""Does memory stay flat? The annotation server with many annotators for some minutes, and `run` in a loop.

    python scripts/benchmarks/soak.py --minutes 20 --runs 200

Every tenth of each, the resident memory is printed; last, by how much it grew over the second half. `run` is put to a
contrastive suite with a model and to a reference suite with files, each time with its report as HTML. Linux only.
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

import mteval

PEOPLE = 50
PAUSE = 2.0
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


def soak_server(minutes: float) -> list[float]:
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
        memory = []
        for part in range(1, 11):
            time.sleep(max(0.0, until - 60 * minutes * (10 - part) / 10 - time.monotonic()))
            memory.append(resident(server.pid))
            print(
                f"server  {minutes * part / 10:6.1f} min  {memory[-1]:8.1f} MB  {threads_of(server.pid):3} threads  "
                f"{len(counts)} decisions",
                flush=True,
            )
        for thread in threads:
            thread.join()
        server.terminate()
        print(f"server  ended with {server.wait(30)}; answers: {sorted(set(counts))}")
    return memory


def soak_runs(runs: int) -> list[float]:
    model = Path(mteval.__file__).parent / "demo" / "model"
    memory = []
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
            if number % max(1, runs // 10) == 0:
                gc.collect()
                memory.append(resident())
                print(f"run     {number:6}      {memory[-1]:8.1f} MB", flush=True)
    return memory


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--runs", type=int, default=200)
    given = parser.parse_args()
    measured = {}
    if given.minutes:
        measured["server"] = soak_server(given.minutes)
    if given.runs:
        measured["run"] = soak_runs(given.runs)
    for name, memory in measured.items():
        half = memory[(len(memory) - 1) // 2]
        print(f"{name}: {half:.1f} MB at half time, {memory[-1]:.1f} MB at the end ({memory[-1] - half:+.1f} MB)")


if __name__ == "__main__":
    main()
