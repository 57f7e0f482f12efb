"""Minimum Bayes risk with chrF: ours beside mbrs and fastchrf, in one run, and whether they choose the same.

    pip install fastchrf mbrs
    python scripts/benchmarks/rerank.py [--candidates 64] [--segments 20] [--lines FILE]

Candidates are lines of FILE (default: FLORES en-es in ../shared) with words replaced, taken out or moved: `alike` up to six
changes, `diverse` up to two thirds of the words. The peers: `fastchrf.pairwise_chrf` (Rust), the mean of its rows and the
largest of them; mbrs' decoder `mbr` with its metric `chrf`, as it is by default and with `fastchrf`. mbrs' own chrF in Python
is timed on the first segment alone and counted up. All three have two threads at most; clock and processor seconds are given,
best of three rounds taking turns.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np

from mteval.metrics.chrf import Chrf

LINES = Path(__file__).resolve().parents[3] / "shared" / "data" / "flores" / "en-es" / "flores-test.es"


def processor_time() -> float:
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def varied(line: str, words: list[str], changes: int, generator: random.Random) -> str:
    parts = line.split()
    for _ in range(generator.randint(0, changes)):
        place = generator.randrange(len(parts))
        kind = generator.random()
        if kind < 0.6:
            parts[place] = generator.choice(words)
        elif kind < 0.8 and len(parts) > 2:
            parts.pop(place)
        else:
            other = generator.randrange(len(parts))
            parts[place], parts[other] = parts[other], parts[place]
    return " ".join(parts)


def candidates(lines: list[str], count: int, *, diverse: bool) -> list[list[str]]:
    generator = random.Random(7)
    words = [word for line in lines for word in line.split()]
    return [
        [varied(line, words, len(line.split()) if diverse else 6, generator) for _ in range(count)] for line in lines
    ]


def ours(texts: list[list[str]]) -> np.ndarray:
    return np.array(Chrf().expected(texts))


def fast(texts: list[list[str]]) -> np.ndarray:
    import fastchrf

    return np.array(fastchrf.pairwise_chrf(texts, texts)).mean(axis=2)


class Absent(ModuleType):
    """Stands for mbrs' neural metrics, which want other versions of transformers than today's and are not used here."""

    def __getattr__(self, name: str) -> type:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {})


def mbrs_decoder(texts: list[list[str]], *, rust: bool) -> np.ndarray:
    for neural in ("bertscore", "bleurt", "comet", "cometkiwi", "metricx", "xcomet"):
        sys.modules.setdefault(f"mbrs.metrics.{neural}", Absent(neural))
    from mbrs.decoders.mbr import DecoderMBR
    from mbrs.metrics.chrf import MetricChrF

    metric = MetricChrF(MetricChrF.Config(num_workers=2, fastchrf=rust))
    decoder = DecoderMBR(DecoderMBR.Config(), metric)
    scores = np.zeros((len(texts), len(texts[0])))
    for row, own in zip(scores, texts, strict=True):
        found = decoder.decode(own, own, nbest=len(own))
        row[list(found.idx)] = found.score
    return scores


def timed(function: Callable[[], np.ndarray]) -> tuple[np.ndarray, float, float]:
    clock, processor = time.perf_counter(), processor_time()
    value = function()
    return value, time.perf_counter() - clock, processor_time() - processor


def measure(texts: list[list[str]], label: str, rounds: int) -> None:
    contestants: dict[str, Callable[[], np.ndarray]] = {
        "ours": lambda: ours(texts),
        "fastchrf": lambda: fast(texts),
        "mbrs, fastchrf": lambda: mbrs_decoder(texts, rust=True),
    }
    best: dict[str, tuple[np.ndarray, float, float]] = {}
    for _ in range(rounds):
        for name, function in contestants.items():
            value, clock, processor = timed(function)
            _, least_clock, least_processor = best.get(name, (value, clock, processor))
            best[name] = (value, min(clock, least_clock), min(processor, least_processor))
    one, clock, processor = timed(lambda: mbrs_decoder(texts[:1], rust=False))
    best["mbrs"] = (one, clock * len(texts), processor * len(texts))
    mine = best["ours"]
    for name, (value, clock, processor) in best.items():
        own = mine[0][: len(value)]
        # A peer's choice counts as the same where our utilities of both choices are equal: ties fall either way.
        chosen = own[np.arange(len(value)), value.argmax(axis=1)]
        same = int((np.abs(chosen - own.max(axis=1)) < 1e-6).sum())
        print(
            f"| {label} | {len(texts[0])} | {name} | {clock:.3f} s | {processor:.3f} s | {clock / mine[1]:.1f}× | "
            f"{processor / mine[2]:.1f}× | {same} of {len(value)} | {np.abs(value - own).max():.0e} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--candidates", type=int, nargs="*", default=[16, 64])
    parser.add_argument("--segments", type=int, default=20)
    parser.add_argument("--lines", type=Path, default=LINES)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--alone", type=int, help="only ours, with so many candidates a segment")
    given = parser.parse_args()
    lines = given.lines.read_text(encoding="utf-8").split("\n")[: given.segments]
    ours([["warm up", "warm"]])
    if given.alone:
        texts = candidates(lines, given.alone, diverse=True)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        _, clock, processor = timed(lambda: ours(texts))
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
        print(f"{given.alone} candidates: {clock:.2f} s, processor {processor:.2f} s, {grown:.0f} MB more memory")
        return
    print(f"{len(lines)} segments, load {os.getloadavg()[0]:.1f}")
    print(
        "| candidates | n | | clock | processor | clock ÷ ours | processor ÷ ours | same choice | largest difference |"
    )
    for diverse in (False, True):
        for count in given.candidates:
            measure(candidates(lines, count, diverse=diverse), "diverse" if diverse else "alike", given.rounds)
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
