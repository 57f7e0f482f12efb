"""A test set of a million segments: seconds and peak memory of `score`, `score -o` and `report`, and the size of the page.

    python scripts/benchmarks/size.py [--segments 1000000] [--before COMMIT] [--sacrebleu 20000] [--parts score,folder,report]

Two systems of WMT17 en-de, repeated and varied: from the second time on, a word of a line and the words at its place in the
reference and in the other system's line give way to a word from elsewhere in the reference. `--before` runs the same on the
code as it was at a commit. sacrebleu runs on the first lines alone, and its time is scaled: it resamples in Python, and a
million segments would take it hours. Linux only.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT.parent / "shared" / "data" / "wmt17_en_de"
SYSTEMS = ("newstest2017.uedin-nmt.4722.en-de.txt", "newstest2017.online-A.0.en-de.txt")
SEED = 17
EVERY = 0.25
"""Seconds between two looks at the memory."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a command took: seconds on the clock, seconds of processor time, most memory in bytes, its helpers included."""

    clock: float
    processor: float
    peak: int

    def __str__(self) -> str:
        return f"{self.clock:7.1f} s  {self.processor:7.1f} s  {self.peak / 2**30:6.2f} GiB"


def cost(command: list[str], code: Path = ROOT) -> Cost:
    """Run a command in a child of its own, with the code of a folder, and see what it and the processes it starts take."""
    start = time.perf_counter()
    pid = os.fork()
    if not pid:
        with Path(os.devnull).open("wb") as nothing:
            os.dup2(nothing.fileno(), 1)
        os.execve(command[0], command, {**os.environ, "PYTHONPATH": str(code)})
    peak, ended = 0, 0
    while not ended:
        peak = max(peak, memory(family(pid)))
        time.sleep(EVERY)
        ended, status, used = os.wait4(pid, os.WNOHANG)
    if status:
        raise SystemExit(f"{' '.join(command)} ended with {os.waitstatus_to_exitcode(status)}.")
    return Cost(time.perf_counter() - start, used.ru_utime + used.ru_stime, max(peak, used.ru_maxrss * 1024))


def family(pid: int) -> list[int]:
    """A process and all that come from it."""
    found = [pid]
    for one in found:
        with suppress(OSError):
            for task in Path(f"/proc/{one}/task").iterdir():
                found += map(int, (task / "children").read_text().split())
    return found


def memory(pids: list[int]) -> int:
    """What processes hold in bytes; what several share is counted once."""
    total = 0
    for pid in pids:
        with suppress(OSError):
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().split("\n")
            total += sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))
    return total


def lines_of(path: Path) -> list[list[str]]:
    return [line.split() for line in path.read_text(encoding="utf-8").split("\n")[:-1]]


def varied(texts: list[list[list[str]]], segments: int) -> Iterator[tuple[str, ...]]:
    """Lines of all texts side by side, each repetition with another word at one place."""
    draw = random.Random(SEED)
    words = [word for line in texts[0] for word in line]
    for number in range(segments):
        line = [list(text[number % len(text)]) for text in texts]
        if number >= len(texts[0]):
            place, word = draw.random(), draw.choice(words)
            for one in line:
                if one:
                    one[int(place * len(one))] = word
        yield tuple(map(" ".join, line))


def make(data: Path, folder: Path, segments: int) -> list[Path]:
    """The reference and two systems, as files of so many lines."""
    names = ("ref.de", *SYSTEMS)
    paths = [folder / f"{segments}.{name}" for name in names]
    texts = [lines_of(data / name) for name in names]
    files = [path.open("w", encoding="utf-8") for path in paths]
    for row in varied(texts, segments):
        for file, text in zip(files, row, strict=True):
            file.write(text + "\n")
    for file in files:
        file.close()
    return paths


@contextmanager
def checkout(commit: str) -> Iterator[Path]:
    """The code as it was at a commit."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["git", "-C", str(ROOT), "worktree", "add", "-q", "--detach", folder, commit], check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run(["git", "-C", str(ROOT), "worktree", "remove", "--force", folder], check=True)


def measure(parts: list[str], texts: list[Path], folder: Path, code: Path) -> dict[str, Cost]:
    """Score, score into a folder, and make the page of it."""
    reference, *systems = map(str, texts)
    mteval = [sys.executable, "-m", "mteval"]
    scored = [*mteval, "score", *systems, "-r", reference, "-m", "bleu,chrf", "--json"]
    results = folder / "results"
    commands = {
        "score": scored,
        "folder": [*scored, "-o", str(results)],
        "report": [*mteval, "report", str(results), "-o", str(folder / "report.html")],
    }
    found = {}
    for part in parts:
        found[part] = cost(commands[part], code)
        print(f"  {part:8}{found[part]}", flush=True)
    return found


def sacrebleu(texts: list[Path], folder: Path, lines: int) -> None:
    """The peer on the first lines alone."""
    short = [folder / f"first.{path.name}" for path in texts]
    for path, target in zip(texts, short, strict=True):
        with path.open(encoding="utf-8") as file, target.open("w", encoding="utf-8") as out:
            out.writelines(line for line, _ in zip(file, range(lines), strict=False))
    reference, *systems = map(str, short)
    program = str(Path(sys.executable).parent / "sacrebleu")
    took = cost([program, reference, "-i", *systems, "-m", "bleu", "chrf", "--paired-bs", "-f", "text"])
    print(f"sacrebleu --paired-bs on {lines} segments\n  {'':8}{took}")


def sizes(folder: Path) -> None:
    """How large what was written is."""
    for path in sorted(folder.glob("report*")):
        print(f"  {path.name}: {path.stat().st_size / 1e6:.1f} MB")
    cases = sum(path.stat().st_size for path in folder.glob("results/cases/*"))
    print(f"  case files: {cases / 1e6:.0f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--segments", type=int, default=1_000_000)
    parser.add_argument("--before", help="a commit to compare with")
    parser.add_argument("--parts", default="score,folder,report")
    parser.add_argument("--sacrebleu", type=int, default=0, metavar="LINES", help="run the peer on so many lines")
    options = parser.parse_args()
    parts = options.parts.split(",")
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        texts = make(options.data, folder, options.segments)
        print(
            f"{options.segments} segments, 2 systems, bleu,chrf; clock, processor, peak; load {os.getloadavg()[0]:.1f}"
        )
        now = measure(parts, texts, folder, ROOT)
        sizes(folder)
        with checkout(options.before) if options.before else nullcontext() as code:
            if code:
                print(f"at {options.before}")
                before = measure(parts, texts, folder, code)
                sizes(folder)
                for part in parts:
                    a, b = now[part], before[part]
                    print(f"  {part:8}{a.clock / b.clock:5.2f} of the time, {a.peak / b.peak:5.2f} of the memory")
        if options.sacrebleu:
            sacrebleu(texts, folder, options.sacrebleu)
            scale = options.segments / options.sacrebleu
            print(f"  times {scale:.0f} for all segments")


if __name__ == "__main__":
    main()
