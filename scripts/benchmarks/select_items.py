"""How well k picked items rank the systems of WMT23 en-de as all items do, by people's MQM scores.

    python scripts/benchmarks/select_items.py [--archive FILE] [--draws 200]

Each method picks among the items that people rated for every system, looking at outputs and metric scores alone; then Kendall's
tau-b and soft pairwise accuracy compare the ranking by MQM on the picked items with that on all. `random` is the mean of so many
draws, with the middle 90 % of them; `variance of MQM` knows what people said, so it is no method, but a bound.
"""

from __future__ import annotations

import argparse
import tarfile
import tempfile
from pathlib import Path

import numpy as np

from mteval.core.options import Spec
from mteval.evaluation.item_choice import disagreement, item_scores
from mteval.evaluation.rerank import SegmentTexts
from mteval.human.score_files import metric_files, read_scores
from mteval.statistics.item_selection import consistency, highest, joined, ranking_kept, variance
from mteval.text.lines import read_lines

ARCHIVE = Path(__file__).resolve().parents[3] / "shared" / "data" / "wmt23_metrics" / "wmt23.en-de.tar.xz"
SIZES = (25, 50, 100, 200)
LEARNED = ("COMET", "XCOMET-Ensemble", "MetricX-23", "CometKiwi", "cometoid22-wmt22")


def measure(folder: Path, draws: int) -> None:
    human = read_scores(folder / "human-scores" / "en-de.mqm.seg.score")
    rated = [name for name, row in zip(human.systems, human.values, strict=True) if not np.isnan(row).all()]
    systems = tuple(name for name in rated if name != "refA")
    people = human.of(systems)
    kept = np.flatnonzero(~np.isnan(people).any(axis=0))
    people = people[:, kept]
    outputs = [read_lines(folder / "system-outputs" / "en-de" / f"{name}.txt").lines for name in systems]
    reference = read_lines(folder / "references" / "en-de.refA.txt")
    scores = item_scores(outputs, Spec("chrf"), SegmentTexts(None, (reference,)), ())[:, kept]
    apart = disagreement(outputs)[kept]
    ways = {
        "disagreement (no reference)": apart,
        "variance of chrF": variance(scores),
        "consistency of chrF": consistency(scores),
        "both: variance of chrF, disagreement": joined(variance(scores), apart),
    }
    files = metric_files(folder, "en-de", "seg")
    for name, path in sorted(files.items()):
        if any(name.startswith(f"{one}-") for one in LEARNED) and "synthetic" not in name:
            found = read_scores(path).of(systems)[:, kept]
            ways[f"variance of {name}"] = variance(found)
            ways[f"consistency of {name}"] = consistency(found)
    ways["variance of MQM (knows the answer)"] = variance(people)
    print(f"{len(systems)} systems, {len(kept)} items rated for all of them. Kendall / soft pairwise accuracy.")
    print("| method | " + " | ".join(f"k = {size}" for size in SIZES) + " |")
    print("| --- |" + " ---: |" * len(SIZES))
    generator = np.random.default_rng(1)
    cells = []
    for size in SIZES:
        drawn = np.array([ranking_kept(people, generator.choice(len(kept), size, replace=False)) for _ in range(draws)])
        low, high = np.quantile(drawn, [0.05, 0.95], axis=0)
        mean = drawn.mean(axis=0)
        cells.append(f"{mean[0]:.3f} ({low[0]:.2f}–{high[0]:.2f}) / {mean[1]:.3f} ({low[1]:.2f}–{high[1]:.2f})")
    print("| random | " + " | ".join(cells) + " |")
    for name, values in ways.items():
        found = [ranking_kept(people, highest(values, size)) for size in SIZES]
        print(f"| {name} | " + " | ".join(f"{tau:.3f} / {spa:.3f}" for tau, spa in found) + " |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--archive", type=Path, default=ARCHIVE)
    parser.add_argument("--draws", type=int, default=200)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, tarfile.open(given.archive) as archive:
        archive.extractall(place, filter="data")
        measure(Path(place) / "wmt23", given.draws)


if __name__ == "__main__":
    main()
