"""Time and memory of `mteval history` over many releases.

    python scripts/benchmarks/history.py [--runs 50 100 200 500] [--cases 300] [--resamples 1000]

Releases are made by rule: a system that gets a little better or worse each time, scored with `mteval score` on made-up sentences
with BLEU and chrF and slices by domain and length; then `mteval history DIR --html FILE` runs in a process of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from mteval.api import score, write_results

WORDS = "the a small old house dog cat tree river walks sees finds near under quickly home today rain".split()
WORKER = """
import resource, sys
from mteval.cli.main import main
try:
    main(sys.argv[1:])
finally:
    own = resource.getrusage(resource.RUSAGE_SELF)
    print(own.ru_utime + own.ru_stime, own.ru_maxrss / 1024, file=sys.stderr)
"""


def make_releases(folder: Path, runs: int, cases: int) -> None:
    generator = random.Random(3)
    references = [" ".join(generator.choices(WORDS, k=generator.randint(4, 24))) for _ in range(cases)]
    metadata = folder / "metadata.jsonl"
    metadata.write_text("".join(json.dumps({"domain": f"d{i % 3}"}) + "\n" for i in range(cases)))
    wrong = 0.3
    for run in range(runs):
        wrong = min(max(wrong + generator.uniform(-0.03, 0.03), 0.1), 0.5)
        noise = random.Random(run)
        outputs = [
            " ".join(noise.choice(WORDS) if noise.random() < wrong else word for word in line.split())
            for line in references
        ]
        results = score({"system": outputs}, [references], slices=metadata, resamples=100, test="none")
        write_results(results, folder / "releases" / f"v{run}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, nargs="*", default=[50, 100, 200, 500])
    parser.add_argument("--cases", type=int, default=300)
    parser.add_argument("--keep", type=Path, help="a folder for the releases, kept")
    given = parser.parse_args()
    print("| releases | clock | processor | peak memory | page |")
    for runs in given.runs:
        with tempfile.TemporaryDirectory() as place:
            folder = given.keep or Path(place)
            folder.mkdir(parents=True, exist_ok=True)
            make_releases(folder, runs, given.cases)
            command = [
                sys.executable,
                "-c",
                WORKER,
                "history",
                str(folder / "releases"),
                "--html",
                str(folder / "h.html"),
            ]
            start = time.perf_counter()
            done = subprocess.run([*command, "--test", "permutation"], capture_output=True, text=True, check=True)
            clock = time.perf_counter() - start
            processor, memory = map(float, done.stderr.split("\n")[-2].split())
            size = (folder / "h.html").stat().st_size / 1e6
            print(f"| {runs} | {clock:.0f} s | {processor:.0f} s | {memory:.0f} MB | {size:.2f} MB |", flush=True)
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
