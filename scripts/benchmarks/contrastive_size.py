"""A contrastive set as large as MuCoW through a model: speed from the first to the last tenth, memory, kill and resume.

    python scripts/benchmarks/contrastive_size.py --pairs 240000 --system ctranslate2:../shared/models/multi30k_en_de/ct2
    python scripts/benchmarks/contrastive_size.py --pairs 20000 --system hugging-face:../shared/models/multi30k_en_de/hf
    python scripts/benchmarks/contrastive_size.py --system "ctranslate2:mteval/demo/model?threads=1" --side-by-side

Items are Multi30k sentences in MuCoW's JSON: frequent German words stand in groups of four, and the contrasts of an item have
its word replaced by the other three of the group; a pair is a reference beside one contrast. The set is run twice, each time
by `mteval run` in a process of its own with an empty cache: once at a stretch, and once killed with SIGKILL at `--kills`
random moments and started again. Both must write the same files to the byte. With `--side-by-side` the two run at the same time.
On a machine that others use, let a model have one thread (`?threads=1`, OMP_NUM_THREADS=1): threads that wait for one another
spend most of their processor time waiting. Linux only.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

CONTRASTS = 3
GROUPS = 150
SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "data"
DATA = SHARED / "multi30k"
TICKS = os.sysconf("SC_CLK_TCK")


def lines_of(path: Path) -> list[str]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return file.read().split("\n")[:-1]


def items(pairs: int, seed: int) -> Iterator[dict]:
    """As many items as make that many pairs, each another word of another sentence, in random order."""
    source, target = lines_of(DATA / "train.en.gz"), lines_of(DATA / "train.de.gz")
    words = [line.split() for line in target]
    counts = Counter(word for line in words for word in line if len(word) > 3 and word.isalpha())
    frequent = [word for word, _ in counts.most_common(GROUPS * (CONTRASTS + 1))]
    group = {word: place // (CONTRASTS + 1) for place, word in enumerate(frequent)}
    first = {(source[line], target[line]): line for line in reversed(range(len(target)))}  # no pair of sentences twice
    places = [(line, i) for line in sorted(first.values()) for i, word in enumerate(words[line]) if word in group]
    generator = random.Random(seed)
    generator.shuffle(places)
    if len(places) * CONTRASTS < pairs:
        raise SystemExit(
            f"Multi30k has enough words for {len(places) * CONTRASTS} pairs. Give --pairs as many at most."
        )
    for line, i in places[: pairs // CONTRASTS]:
        word, before, after = words[line][i], words[line][:i], words[line][i + 1 :]
        begin = group[word] * (CONTRASTS + 1)
        others = [other for other in frequent[begin : begin + CONTRASTS + 1] if other != word]
        yield {
            "source": source[line],
            "reference": " ".join(words[line]),
            "ambig word": f"group {group[word]}",
            "sense": word,
            "original translation": word,
            "errors": [
                {"contrastive": " ".join((*before, other, *after)), "replacement": other, "type": "word"}
                for other in others
            ],
        }


def write_suite(path: Path, pairs: int, seed: int) -> int:
    """Write a set of so many pairs; how many items it has."""
    made = list(items(pairs, seed))
    path.write_text(json.dumps(made, ensure_ascii=False), encoding="utf-8")
    return len(made)


@dataclass(frozen=True)
class Sight:
    """One look at a run: seconds and CPU seconds since it began, answers on disk, MB it holds."""

    seconds: float
    cpu: float
    answers: int
    resident: float


@dataclass
class Measurement:
    """What was seen of a run, and the most memory it took."""

    total: int
    seen: list[Sight] = field(default_factory=list)
    peak: float = 0.0

    def tenths(self) -> list[tuple[float, float, float]]:
        """For each tenth of the answers: pairs per second, pairs per second of CPU time, MB held at its end."""
        marks = [next(one for one in self.seen if one.answers >= max(1, self.total * part / 10)) for part in range(11)]
        return [
            (
                CONTRASTS * (b.answers - a.answers) / max(b.seconds - a.seconds, 1e-9),
                CONTRASTS * (b.answers - a.answers) / max(b.cpu - a.cpu, 1e-9),
                b.resident,
            )
            for a, b in pairwise(marks)
        ]


def answered(cache: Path) -> int:
    """How many answers are on disk."""
    try:
        with sqlite3.connect(f"file:{cache / 'answers.sqlite'}?mode=ro", uri=True) as connection:
            return int(connection.execute("SELECT max(rowid) FROM kept").fetchone()[0] or 0)
    except sqlite3.Error:
        return 0


def look(process: int) -> tuple[float, float, float]:
    """CPU seconds of a process until now, and MB of memory it holds and has held at most."""
    stat = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    status = Path(f"/proc/{process}/status").read_text()
    held, peak = (re.search(rf"{name}:\s+(\d+)", status) for name in ("VmRSS", "VmHWM"))
    return (int(stat[11]) + int(stat[12])) / TICKS, *(int(one[1]) / 1024 if one else 0.0 for one in (held, peak))


def run_once(command: list[str], cache: Path, measured: Measurement, until: int | None) -> bool:
    """Run to the end, or until so many answers are on disk and then kill; whether it came to the end."""
    environment = {**os.environ, "MTEVAL_CACHE": str(cache)}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    start = time.monotonic()
    while process.poll() is None:
        count = answered(cache)
        cpu, held, peak = look(process.pid)
        measured.peak = max(measured.peak, peak)
        measured.seen.append(Sight(time.monotonic() - start, cpu, count, held))
        if until is not None and count >= until:
            process.send_signal(signal.SIGKILL)
            process.wait()
            return False
        time.sleep(0.2)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}: {process.stderr.read()[-2000:]}")
    return True


def written(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=240_000)
    parser.add_argument("--system", required=True)
    parser.add_argument("--kills", type=int, default=4)
    parser.add_argument("--side-by-side", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        suite = folder / "size.en-de.json"
        total = write_suite(suite, given.pairs, given.seed)
        print(
            f"{total} items, {CONTRASTS * total} pairs, {suite.stat().st_size / 1e6:.1f} MB; load {os.getloadavg()[0]:.1f}"
        )
        command = [sys.executable, "-m", "mteval", "run", str(suite), "--format", "mucow-scoring"]
        command += ["--system", f"model={given.system}", "-o"]
        with ThreadPoolExecutor(2 if given.side_by_side else 1) as pool:
            runs = [pool.submit(at_a_stretch, command, folder, total)]
            if given.kills:
                runs.append(pool.submit(interrupted, given, command, folder, total))
            for run in runs:
                run.result()
        if given.kills:
            alike = written(folder / "killed") == written(folder / "whole")
            print(f"files {'equal' if alike else 'DIFFER'}")
            if not alike:
                raise SystemExit(1)


def at_a_stretch(command: list[str], folder: Path, total: int) -> None:
    """The run that nothing disturbs: its speed from tenth to tenth."""
    whole = Measurement(total)
    start = time.monotonic()
    run_once([*command, str(folder / "whole")], folder / "cache-whole", whole, None)
    seconds, cpu = time.monotonic() - start, whole.seen[-1].cpu
    print(
        f"at a stretch: {seconds:.0f} s ({cpu:.0f} s of CPU), peak {whole.peak:.0f} MB; load {os.getloadavg()[0]:.1f}",
        flush=True,
    )
    for part, (wall, per_cpu, held) in enumerate(whole.tenths(), start=1):
        print(f"  tenth {part:2}: {wall:6.0f} pairs/s  {per_cpu:6.0f} pairs per CPU second  {held:6.0f} MB", flush=True)


def interrupted(given: argparse.Namespace, command: list[str], folder: Path, total: int) -> None:
    """The same run, killed at random moments and started again."""
    measured = Measurement(total)
    moments = sorted(random.Random(given.seed).sample(range(1, total), given.kills))
    again = [*command, str(folder / "killed")]
    for moment in moments:
        if run_once(again, folder / "cache-killed", measured, moment):
            raise SystemExit("The run ended before it was to be killed.")
        print(f"  killed with {answered(folder / 'cache-killed')} of {total} answers on disk", flush=True)
    run_once(again, folder / "cache-killed", measured, None)
    print(f"killed {given.kills} times and resumed: peak {measured.peak:.0f} MB", flush=True)


if __name__ == "__main__":
    main()
