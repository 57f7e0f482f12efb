"""Coverage and type I error of the corrected gap of two dictionary systems.

    python scripts/benchmarks/corrected_gap.py [--runs 4000]

Words are drawn: with given probabilities one system alone is counted right, and a given share of these remains once looked
at. A part of them is judged at random. Printed: how often the 95 % interval holds the true gap, and how often p < .05 where
the true gap is 0.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np

from mteval.statistics.corrected_gap import LoneWords, corrected_gap


@dataclass(frozen=True)
class World:
    words: int
    alone: tuple[float, float]
    remain: tuple[float, float]
    judged: float

    @property
    def gap(self) -> float:
        return self.alone[0] * self.remain[0] - self.alone[1] * self.remain[1]


WORLDS = tuple(
    World(words, alone, remain, judged)
    for words in (200, 1_125)
    for alone, remain in (
        ((0.111, 0.044), (0.27, 0.5)),
        ((0.10, 0.05), (0.25, 0.5)),
        ((0.05, 0.05), (0.5, 0.5)),
        ((0.10, 0.10), (0.8, 0.8)),
        ((0.20, 0.08), (0.4, 1.0)),
    )
    for judged in (0.3, 1.0)
)


def drawn(world: World, rng: np.random.Generator) -> list[LoneWords]:
    one, other, _ = rng.multinomial(world.words, [*world.alone, 1 - sum(world.alone)])
    found = []
    for words, remain in zip((one, other), world.remain, strict=True):
        judged = max(round(world.judged * words), min(words, 1))
        found.append(LoneWords(int(words), judged, int(rng.binomial(judged, 1 - remain))))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=4_000)
    runs = parser.parse_args().runs
    rng = np.random.default_rng(1)
    print("| words | A alone, B alone | remain | judged | true gap | coverage | p < .05 |")
    print("| ---: | --- | --- | ---: | ---: | ---: | ---: |")
    for world in WORLDS:
        held = low_p = 0
        for _ in range(runs):
            found = corrected_gap(world.words, *drawn(world, rng))
            held += found.interval[0] <= world.gap <= found.interval[1]
            low_p += found.p_value < 0.05
        null = f"{low_p / runs:.3f}" if abs(world.gap) < 1e-9 else ""
        alone, remain = (", ".join(f"{value:g}" for value in pair) for pair in (world.alone, world.remain))
        print(
            f"| {world.words} | {alone} | {remain} | {world.judged:.0%} | {world.gap:+.4f} | {held / runs:.3f} | {null} |"
        )


if __name__ == "__main__":
    main()
