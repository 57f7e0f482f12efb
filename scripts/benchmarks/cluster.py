"""Four Dask workers, two of them killed with SIGKILL while they work: the files are those of one process, to the byte.

    python scripts/benchmarks/cluster.py --pairs 6000 --system "ctranslate2:../shared/models/multi30k_en_de/ct2?threads=1"
    python scripts/benchmarks/cluster.py --pairs 0 --sentences 29000

A scheduler and four `dask worker` processes of one thread, in folders of their own, without anybody who starts them again. First
`mteval run` scores a contrastive set (that of contrastive_size.py) with a model, then `mteval contrast build` makes sets of
Multi30k en-fr with given links: each first in one process, then with `--engine`. The two workers die when a tenth and three
tenths of the work are done. What workers log says how often each opened the model and how alike in length the questions of
a portion are. Linux only.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from build import command as build_command
from contrastive_size import SHARED, answered, write_suite, written

WORKERS = 4
KILLED_AT = (0.1, 0.3)
ANSWERED = re.compile(r"answered (\d+) questions of (\d+) to (\d+) characters")
MOVING = (".mteval.lock",)


class Cluster:
    """A scheduler and its workers, each a process with a log."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {**os.environ, "OMP_NUM_THREADS": "1", "DASK_LOGGING__MTEVAL": "info"}
        self.scheduler = self._start("scheduler", "scheduler", "--port", "0", "--no-dashboard")
        self.address = self._said("scheduler", r"Scheduler at:\s+(tcp://\S+)")
        settings = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--memory-limit", "0")
        self.workers = [self._start(f"worker-{number}", "worker", self.address, *settings) for number in range(WORKERS)]
        for number in range(WORKERS):
            self._said(f"worker-{number}", r"Registered to:\s+(\S+)")

    def _start(self, name: str, *arguments: str) -> subprocess.Popen:
        own = self.folder / name
        own.mkdir()
        with (own / "log").open("w") as log:
            command = [sys.executable, "-m", "dask", *arguments]
            return subprocess.Popen(command, cwd=own, env=self.environment, stdout=log, stderr=log)

    def _said(self, name: str, pattern: str) -> str:
        for _ in range(1200):
            if found := re.search(pattern, self.log(name)):
                return found[1]
            time.sleep(0.1)
        raise SystemExit(f"{name} does not start: {self.log(name)[-1000:]}")

    def log(self, name: str) -> str:
        return (self.folder / name / "log").read_text()

    def kill(self, number: int) -> None:
        self.workers[number].send_signal(signal.SIGKILL)
        self.workers[number].wait()

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    """A cluster for one piece of work."""
    folder.mkdir()
    running = Cluster(folder)
    try:
        yield running
    finally:
        running.end()


def alone(command: list[str], environment: dict[str, str]) -> float:
    """Seconds of one process."""
    start = time.monotonic()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    return time.monotonic() - start


def spread(
    command: list[str], environment: dict[str, str], cluster: Cluster, done: Callable[[], float]
) -> tuple[float, list[float]]:
    """Seconds of the same on a cluster, and how much was done when the two workers died."""
    start, deaths = time.monotonic(), []
    command = [*command, "--engine", f"dask:{cluster.address}"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    while process.poll() is None:
        share = done()
        if len(deaths) < len(KILLED_AT) and share >= KILLED_AT[len(deaths)]:
            cluster.kill(len(deaths))
            deaths.append(share)
        time.sleep(0.02)
    if process.returncode:
        raise SystemExit(f"ended with {process.returncode}: {process.stderr.read()[-2000:]}")
    if len(deaths) < len(KILLED_AT) or deaths[-1] >= 1:
        raise SystemExit(f"The work was over before both workers were killed: {deaths}. Give more of it.")
    return time.monotonic() - start, deaths


def say(name: str, folder: Path, seconds: tuple[float, float], deaths: list[float]) -> None:
    """One line, and an end with 1 if a file differs."""
    whole, there = (
        {path: data for path, data in written(folder / one / "set").items() if path not in MOVING}
        for one in ("here", "there")
    )
    ours = {path for path in whole.keys() | there.keys() if not same(path, whole.get(path), there.get(path))}
    killed = " and ".join(f"{share:.0%}" for share in deaths)
    print(
        f"{name}: {seconds[0]:.0f} s in one process, {seconds[1]:.0f} s on {WORKERS} workers with two killed at {killed}; "
        f"{len(whole)} files {'DIFFER: ' + ', '.join(sorted(ours)) if ours else 'equal'}",
        flush=True,
    )
    if ours:
        raise SystemExit(1)


def same(path: str, one: bytes | None, other: bytes | None) -> bool:
    """Equal to the byte; of a build's record, all but what says where and how fast it was made."""
    if one is None or other is None or Path(path).name != "build.json":
        return one == other
    return settled(json.loads(one)) == settled(json.loads(other))


def settled(record: dict) -> dict:
    settings = {key: one for key, one in record["settings"].items() if key not in ("output", "engine")}
    stages = [(one["stage"], one["pairs"]) for one in record["stages"]]
    return {**record, "settings": settings, "stages": stages}


def score(pairs: int, system: str, folder: Path) -> None:
    suite = folder / "set.en-de.json"
    items = write_suite(suite, pairs, seed=1)
    command = [sys.executable, "-m", "mteval", "run", str(suite), "--format", "mucow-scoring"]
    command += ["--system", f"model={system}", "-o"]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    here = alone([*command, str(folder / "here" / "set")], {**environment, "MTEVAL_CACHE": str(folder / "cache-here")})
    cache = folder / "cache-there"
    with cluster(folder / "cluster") as running:
        there, deaths = spread(
            [*command, str(folder / "there" / "set")],
            {**environment, "MTEVAL_CACHE": str(cache)},
            running,
            lambda: answered(cache) / items,
        )
        logs = [running.log(f"worker-{number}") for number in range(WORKERS)]
    say(f"run, {items} items", folder, (here, there), deaths)
    opened = [log.count("opening ") for log in logs]
    ranges = [(int(low), int(high)) for log in logs for _, low, high in ANSWERED.findall(log)]
    whole = max(high for _, high in ranges) - min(low for low, _ in ranges)
    print(
        f"  the model was opened {' + '.join(map(str, opened))} times; {len(ranges)} portions, whose questions differ by "
        f"{statistics.median(high - low for low, high in ranges):.0f} characters (median), those of the set by {whole}"
    )
    if any(count != 1 for count in opened):
        raise SystemExit("A worker opened the model twice, or never.")


def build(sentences: int, folder: Path) -> None:
    files = []
    for side in ("en", "fr"):
        with gzip.open(SHARED / "multi30k" / f"train.{side}.gz", "rt", encoding="utf-8") as file:
            lines = file.read().split("\n")[:sentences]
        files.append(folder / f"part.{side}")
        files[-1].write_text("\n".join(lines) + "\n", encoding="utf-8")
    subprocess.run(build_command(*files, folder / "links", 1, None), check=True, capture_output=True)
    links = folder / "links" / "alignments" / "multi30k.links.gz"
    shard = str(max(1, sentences // 60))
    command = [*build_command(*files, folder / "here" / "set", 1, links), "--shard", shard]
    here = alone(command, dict(os.environ))
    output = folder / "there" / "set"
    command = [*build_command(*files, output, 1, links), "--shard", shard]
    with cluster(folder / "cluster") as running:
        there, deaths = spread(
            command, dict(os.environ), running, lambda: len(list(output.glob(".work/counts-*/*.json"))) / 60
        )
    say(f"contrast build, {sentences} sentences", folder, (here, there), deaths)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=6000)
    parser.add_argument("--system", default="ctranslate2:mteval/demo/model?threads=1")
    parser.add_argument("--sentences", type=int, default=29_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        for part, (work, amount) in {"run": (score, given.pairs), "build": (build, given.sentences)}.items():
            folder = Path(name) / part
            folder.mkdir()
            if amount:
                more = (given.system,) if part == "run" else ()
                work(amount, *more, folder)


if __name__ == "__main__":
    main()
