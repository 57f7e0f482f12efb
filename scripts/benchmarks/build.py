"""How `mteval contrast build` scales: Multi30k en-fr repeated, throughput by stage, memory, time per pair.

python scripts/benchmarks/build.py [--pairs 300000,1000000,3000000] [--jobs 2]

The aligner runs once over one copy of the corpus, and its links are repeated with it: what is measured is our own work,
beside which the aligner's own time for as many pairs is put. Memory is that of all our processes together.
"""

from __future__ import annotations

import argparse
import gzip
import json
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "data"


def command(source: Path, target: Path, output: Path, jobs: int, links: Path | None) -> list[str]:
    vectors = SHARED / "embeddings"
    given = [
        "--source",
        f"multi30k={source}",
        "--target",
        target,
        "--languages",
        "en-fr",
        "--inventory",
        f"omw:{SHARED / 'omw'}",
    ]
    given += ["--embeddings", f"fasttext:{vectors / 'multi30k.en.vec.gz'},{vectors / 'multi30k.fr.vec.gz'}"]
    given += ["-o", output, "--jobs", str(jobs), *(["--alignment", links] if links else [])]
    return [sys.executable, "-m", "mteval", "contrast", "build", *map(str, given)]


def measured(arguments: list[str]) -> tuple[float, float]:
    """Seconds, and the most memory all processes had together, in MiB."""
    start = time.perf_counter()
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    most = [0.0]

    def watch() -> None:
        while process.poll() is None:
            try:
                tree = [psutil.Process(process.pid), *psutil.Process(process.pid).children(recursive=True)]
                most[0] = max(most[0], sum(one.memory_info().rss for one in tree) / 2**20)
            except psutil.Error:
                pass
            time.sleep(0.25)

    watcher = threading.Thread(target=watch)
    watcher.start()
    if process.wait():
        raise SystemExit("The build failed: " + " ".join(arguments))
    watcher.join()
    return time.perf_counter() - start, most[0]


def repeat(path: Path, times: int, rest: int, output: Path) -> None:
    """The file so many times over, then its first lines; each copy is packed once."""
    text = gzip.decompress(path.read_bytes())
    part = b"".join(line + b"\n" for line in text.split(b"\n")[:rest])
    packed, tail = gzip.compress(text, 1), gzip.compress(part, 1)
    with output.open("wb") as file:
        for _ in range(times):
            file.write(packed)
        file.write(tail)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", default="300000,1000000,3000000")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--alignment", type=Path, help="Links of one copy, if the aligner is not to run.")
    options = parser.parse_args()
    english, french = SHARED / "multi30k" / "train.en.gz", SHARED / "multi30k" / "train.fr.gz"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        links = options.alignment
        aligner = float("nan")
        if links is None:
            measured(command(english, french, folder / "once", 1, None))
            stages = json.loads((folder / "once" / "build.json").read_text())["stages"]
            aligner = next(one["seconds"] for one in stages if one["stage"] == "align") / 29_000
            links = folder / "once" / "alignments" / "multi30k.links.gz"
            print(f"eflomal, 29 000 pairs: {aligner * 1e6:.0f} µs a pair")
        print("pairs | seconds | µs a pair | MiB at most | read, count, select, draw (pairs/s) | aligner's time ÷ ours")
        for pairs in map(int, options.pairs.split(",")):
            files = [folder / f"{pairs}.{one}.gz" for one in ("en", "fr", "links")]
            for path, output in zip((english, french, links), files, strict=True):
                repeat(path, pairs // 29_000, pairs % 29_000, output)
            out = folder / str(pairs)
            seconds, memory = measured(command(files[0], files[1], out, options.jobs, files[2]))
            rates = {
                one["stage"]: one["pairs per second"] for one in json.loads((out / "build.json").read_text())["stages"]
            }
            shown = ", ".join(f"{rates[stage]:,}" for stage in ("read", "count", "select", "draw"))
            ratio = aligner * pairs / seconds
            print(
                f"{pairs:,} | {seconds:.0f} | {seconds / pairs * 1e6:.0f} | {memory:.0f} | {shown} | {ratio:.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
