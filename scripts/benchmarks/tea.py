"""TEA on growing numbers of instances: the published algorithm, searched compactly and word for word, and the default.

    python scripts/benchmarks/tea.py [--most 8000]

The instances have three slots and 3 % slips (a garbled, lost or added word). Times are processor seconds of this process;
the literal algorithm writes out every candidate and is stopped when a size takes more than 20 s.
"""

from __future__ import annotations

import argparse
import itertools
import math
import random
import time

from mteval.checklists.tea.better import extract
from mteval.checklists.tea.candidates import candidates
from mteval.checklists.tea.extraction import unique_lines
from mteval.checklists.tea.faithful import choose_non_terminals, extract_faithfully, step_one
from mteval.checklists.tea.tokens import spaces


def noisy_instances(wanted: int, seed: int = 0) -> list[str]:
    generator = random.Random(seed)
    side = round(wanted ** (1 / 3))
    cities, names, adjectives = ([f"{stem}{n:02d}" for n in range(side)] for stem in ("city", "name", "adj"))
    lines = []
    for city, name, adjective in itertools.product(cities, names, adjectives):
        tokens = f"in {city} my friend {name} was very {adjective} .".split()
        if generator.random() < 0.03:
            slip(tokens, generator)
        lines.append(" ".join(tokens))
    return lines


def slip(tokens: list[str], generator: random.Random) -> None:
    place, kind = generator.randrange(len(tokens)), generator.random()
    if kind < 0.4:
        tokens[place] += "x"
    elif kind < 0.7:
        del tokens[place]
    else:
        tokens.insert(place, generator.choice(["so", "too", "quite"]))


def literal(lines: list[str]) -> int:
    """Algorithm 1 with every candidate of every sentence written out, then the greedy set cover over all of them."""
    sentences = unique_lines(lines)
    _, non_terminals = choose_non_terminals(sentences, step_one(sentences, 2, spaces))
    makers: dict[object, set[int]] = {}
    for number, sentence in enumerate(sentences):
        for template in candidates(sentence, non_terminals):
            makers.setdefault(template, set()).add(number)
    uncovered, chosen = set(range(len(sentences))), 0
    while uncovered:
        uncovered -= max(makers.values(), key=lambda made: len(made & uncovered))
        chosen += 1
    return chosen


def seconds(work, *arguments) -> float:
    start = time.process_time()
    work(*arguments)
    return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--most", type=int, default=8000)
    most = parser.parse_args().most
    print("instances   compact s   literal s   literal/compact   default method s")
    measured: list[tuple[int, float]] = []
    too_slow = False
    for size in (64, 125, 343, 1000, 3375, 8000, 27000):
        if size > most:
            break
        lines = noisy_instances(size)
        compact = min(seconds(extract_faithfully, lines) for _ in range(2 if size < 5000 else 1))
        written = math.nan if too_slow else seconds(literal, lines)
        too_slow = too_slow or written > 20
        default = seconds(extract, lines)
        measured.append((size, compact))
        print(f"{size:9}   {compact:9.2f}   {written:9.2f}   {written / compact:15.1f}   {default:16.2f}", flush=True)
    (small, quick), (large, slow) = measured[-2:]
    print(f"growth from {small} to {large}: instances^{math.log(slow / quick) / math.log(large / small):.2f}")


if __name__ == "__main__":
    main()
