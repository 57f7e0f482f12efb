"""Scoring against references: mteval and sacrebleu as commands, start-up included; ROUGE; cost up to 100 000 segments.

    python scripts/benchmarks/score.py [--data DIR] [--rounds N] [--parts full,small,rouge,curve]

DIR holds `ref.de` and the outputs `newstest2017.*.txt` of eight systems of WMT17 en-de.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# Installed packages have their bytecode compiled; a checkout must be let to keep its own, or start-up measures the compiler.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
BIN = Path(sys.executable).parent
DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "wmt17_en_de"
METRICS = ("bleu", "chrf", "ter")
RESAMPLES = "1000"


Cost = tuple[float, float]
"""Seconds on the clock, and seconds of processor time, which other work on the machine disturbs less."""


def cost(command: list[str], env: dict[str, str] | None = None) -> Cost:
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
    taken, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return taken, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def best(commands: dict[str, list[str]], rounds: int) -> dict[str, Cost]:
    """The best time of each command, the commands taking turns."""
    found: dict[str, list[Cost]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            found[name].append(cost(command))
    return {name: (min(clock for clock, _ in costs), min(cpu for _, cpu in costs)) for name, costs in found.items()}


def mteval(outputs: list[Path], reference: Path, metrics: str, *more: str) -> list[str]:
    return [str(BIN / "mteval"), "score", *map(str, outputs), "-r", str(reference), "-m", metrics, *more]


def sacrebleu(outputs: list[Path], reference: Path, *more: str) -> list[str]:
    return [str(BIN / "sacrebleu"), str(reference), "-i", *map(str, outputs), "-m", *METRICS, "-f", "text", *more]


def head(path: Path, folder: Path, lines: int) -> Path:
    """A file of so many lines, the original repeated where it is too short."""
    given = path.read_text(encoding="utf-8").split("\n")[:-1]
    taken = [given[i % len(given)] for i in range(lines)]
    target = folder / f"{lines}.{path.name}"
    target.write_text("\n".join(taken) + "\n", encoding="utf-8")
    return target


def compare_full(outputs: list[Path], reference: Path, rounds: int) -> None:
    ours = mteval(outputs, reference, ",".join(METRICS), "--test", "bootstrap", "--resamples", RESAMPLES)
    theirs = sacrebleu(outputs, reference, "--paired-bs", "--paired-bs-n", RESAMPLES)
    cost(ours)  # the first run ever compiles; the part `first` shows it
    found = best({"mteval": ours, "sacrebleu": theirs}, rounds)
    print(
        f"{len(outputs)} systems, bleu+chrf+ter, paired bootstrap, {RESAMPLES} resamples (all pairs; sacrebleu: against one)"
    )
    report(found)


def compare_small(outputs: list[Path], reference: Path, folder: Path, rounds: int) -> None:
    small, wanted = head(outputs[0], folder, 100), head(reference, folder, 100)
    found = best(
        {
            "mteval": mteval([small], wanted, ",".join(METRICS)),
            "mteval, no intervals": mteval([small], wanted, ",".join(METRICS), "--test", "none"),
            "sacrebleu": sacrebleu([small], wanted),
            "sacrebleu --confidence": sacrebleu([small], wanted, "--confidence"),
        },
        5 * rounds,
    )
    print("100 segments, one system, bleu+chrf+ter")
    report(found)


def first_run(outputs: list[Path], reference: Path, folder: Path) -> None:
    env = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "numba")}
    print("first run ever, kernels compiled and kept")
    report({"mteval": cost(mteval(outputs, reference, ",".join(METRICS)), env)})


def compare_rouge(outputs: list[Path], reference: Path, rounds: int) -> None:
    """In one process: rouge-score's scorer over 3 000 segments, and our metrics with the same tokens and with ours."""
    from rouge_score.rouge_scorer import RougeScorer

    from mteval.core import registry
    from mteval.core.evidence import Comparison
    from mteval.text.words import word_cutter

    names = {"rouge-1": "rouge1", "rouge-2": "rouge2", "rouge-l": "rougeL", "rouge-lsum": "rougeLsum"}
    pairs = [path.read_text(encoding="utf-8").split("\n")[:3000] for path in (outputs[0], reference)]
    evidence = [Comparison(t, (r,)) for t, r in zip(*pairs, strict=True)]

    def ours(tokenize: str) -> dict[str, float]:
        found = {}
        for name in names:
            metric = registry.metrics.find(name)(tokenize=tokenize)
            found[name] = float(metric.combine(metric.observe(evidence).rows.sum(axis=0))[0])
        return found

    def theirs() -> dict[str, float]:
        scorer = RougeScorer(list(names.values()))
        scores = [scorer.score(r, t) for t, r in zip(*pairs, strict=True)]
        return {name: 100 * sum(s[other].fmeasure for s in scores) / len(scores) for name, other in names.items()}

    tasks = {
        "mteval": lambda: ours("rouge-score"),
        "mteval, any script": lambda: ours("unicode"),
        "rouge-score": theirs,
    }
    found, values = {name: (float("inf"), float("inf")) for name in tasks}, {}
    for _ in range(rounds):
        for name, task in tasks.items():
            start, used = time.perf_counter(), time.process_time()
            word_cutter.cache_clear()
            values[name] = task()
            now = (time.perf_counter() - start, time.process_time() - used)
            found[name] = (min(found[name][0], now[0]), min(found[name][1], now[1]))
    apart = max(abs(values["mteval"][name] - values["rouge-score"][name]) for name in names)
    print(f"ROUGE-1, -2, -L, -Lsum on 3 000 segments (largest difference {apart:.0e})")
    report(found)


def report(found: dict[str, Cost]) -> None:
    clock, cpu = (max(costs[i] for costs in found.values()) for i in range(2))
    for name, (seconds, used) in found.items():
        print(
            f"  {name:24} {seconds:8.2f} s {clock / seconds:6.1f}x   cpu {used:8.2f} s {cpu / used:6.1f}x", flush=True
        )


def curve(outputs: list[Path], reference: Path, folder: Path) -> None:
    """Each size in a process of its own, with its peak memory."""
    print("cost by segments (two systems) and by systems (3 004 segments), bleu+chrf+ter, bootstrap 1000")
    print("  segments  systems   seconds   peak MiB")
    jobs = [(size, 2) for size in (1_000, 3_000, 10_000, 30_000, 100_000)] + [(3_004, n) for n in (1, 2, 4, 8)]
    for size, systems in jobs:
        files = [head(path, folder, size) for path in (*outputs[:systems], reference)]
        code = (
            "import resource, subprocess, sys, json, time; t = time.perf_counter(); "
            "subprocess.run(json.loads(sys.argv[1]), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL); "
            "print(time.perf_counter() - t, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)"
        )
        job = json.dumps(mteval(files[:-1], files[-1], ",".join(METRICS), "--json"))
        shown = subprocess.run([sys.executable, "-c", code, job], check=True, capture_output=True, text=True).stdout
        taken, peak = map(float, shown.split())
        print(f"  {size:8}  {systems:7}  {taken:8.2f}  {peak:9.0f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--parts", default="full,first,small,rouge,curve")
    given = parser.parse_args()
    reference, outputs = given.data / "ref.de", sorted(given.data.glob("newstest2017.*.txt"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        parts = {
            "full": lambda: compare_full(outputs, reference, given.rounds),
            "first": lambda: first_run(outputs, reference, folder),
            "small": lambda: compare_small(outputs, reference, folder, given.rounds),
            "rouge": lambda: compare_rouge(outputs, reference, given.rounds),
            "curve": lambda: curve(outputs, reference, folder),
        }
        for part in given.parts.split(","):
            parts[part]()


if __name__ == "__main__":
    main()
