"""The tables of the WMT23 metrics task: ours with every pair of metrics tested, beside mt-metrics-eval without any test.

python scripts/benchmarks/meta.py DATA --peer CHECKOUT

DATA holds mt-metrics-eval's folder wmt23, or archives of it; CHECKOUT is a clone of google-research/mt-metrics-eval (left out:
only ours is timed). Both compute the tasks of WMT23 and the rules of WMT24 for the language pairs there, on all metrics. Each
runs in a process of its own; time and memory include starting Python and reading the files.

python scripts/benchmarks/meta.py --validity

How often two metrics that are equally good by construction differ with p < .05, over simulated test sets.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from mteval.evaluation.metric_contests import CandidateMetric, HumanScores, contests
from mteval.recipes import wmt23_metrics
from mteval.statistics.shared_swaps import ScoreSwaps

SIMULATIONS = 1000
TESTS = (
    *((name, "scores") for name in ("pairwise_accuracy", "pearson", "soft_pairwise_accuracy", "segment_pearson")),
    ("segment_acc_eq", "segments"),
    ("segment_acc_eq", "pairs"),
)

OURS = """
import json, sys
from pathlib import Path
from mteval.recipes._reproduction import reproduce
rows = reproduce("wmt23-metrics", Path(sys.argv[1])).rows
print(json.dumps({row.label: row.ours for row in rows}))
"""
# mt-metrics-eval imports Beam, which it needs for parallel runs only.
PEER = """
import json, sys, types
sys.path.insert(0, sys.argv[2])
for name in ("apache_beam", "dacite"):
    try:
        __import__(name)
    except ImportError:
        sys.modules[name] = types.ModuleType(name)
from mt_metrics_eval import data, tasks
pairs = sys.argv[3].split(",")
sets = {("wmt23", pair): data.EvalSet("wmt23", pair, True, path=sys.argv[1]) for pair in pairs}
some = "" if len(pairs) == 3 else " (%s)" % ", ".join(pairs)
found = {}
for make, average in ((tasks.WMT23, "average"), (tasks.WMT24OnWMT23, "wmt24 average")):
    given, weights = make(pairs, primary=False, k=0)
    results = given.Run(sets)
    for name, value in results.AverageCorrs(weights).items():
        found["%s%s: %s" % (average, some, name.strip("*").split("[")[0])] = float(value)
    for one in results:
        kind = {"accuracy": "accuracy", "pce": "system spa", "KendallWithTiesOpt": "segment acc-t"}
        known = one.attr_vals
        level = "system" if known["level"] == "sys" else "segment"
        label = kind.get(known["corr_fcn"], level + " " + known["corr_fcn"])
        label = "accuracy" + some if label == "accuracy" else known["lang"] + " " + label
        for name, value in one.corr_ranks.items():
            found["%s: %s" % (label, name.strip("*").split("[")[0])] = float(value[0])
print(json.dumps(found))
"""


def measured(code: str, *arguments: str) -> tuple[dict[str, float], float, float, float]:
    """What a program prints, its seconds by the clock and of processor time, and the most memory it held, in MiB."""
    start = time.perf_counter()
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    with tempfile.TemporaryFile("w+") as printed:
        process = subprocess.Popen([sys.executable, "-c", code, *arguments], stdout=printed, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - start
        if process.returncode:
            raise SystemExit(f"a measured program ended with {process.returncode}")
        printed.seek(0)
        values = json.load(printed)
    return values, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def validity() -> None:
    """Type I error at .05 of each test between metrics: 8 systems, 40 segments, 199 draws."""
    draw = np.random.default_rng(1)
    wrong = dict.fromkeys(TESTS, 0)
    for _ in range(SIMULATIONS):
        human = np.linspace(0, 1, 8)[:, None] + draw.normal(size=(8, 40))
        metrics = [CandidateMetric(name, human + 2 * draw.normal(size=human.shape)) for name in "ab"]
        gold = HumanScores("simulated", tuple("STUVWXYZ"), np.round(human))
        for statistic, permuted in TESTS:
            (found,) = contests(gold, metrics, statistic, ScoreSwaps(199, int(draw.integers(2**31))), permuted)
            wrong[statistic, permuted] += found.found.p_value < 0.05
    print(f"| statistic | what changes places | p < .05 in {SIMULATIONS} simulations |\n| --- | --- | ---: |")
    for (statistic, permuted), count in wrong.items():
        print(f"| {statistic} | {permuted} | {count / SIMULATIONS:.3f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, nargs="?")
    parser.add_argument("--peer", type=Path)
    parser.add_argument("--validity", action="store_true")
    chosen = parser.parse_args()
    if chosen.validity:
        validity()
    elif chosen.data is None:
        parser.error("name the folder of the data, or give --validity")
    else:
        compare(chosen.data, chosen.peer)


def compare(data: Path, peer: Path | None) -> None:
    """Ours, the peer's, and how far the values are apart."""
    print("| | by the clock | processor time | memory |\n| --- | ---: | ---: | ---: |")
    ours, *cost = measured(OURS, str(data))
    print(
        "| mteval, all pairs of metrics tested, {} draws | {:.1f} s | {:.1f} s | {:.0f} MiB |".format(
            wmt23_metrics.SWAPS.draws, *cost
        )
    )
    if peer is None:
        return
    with wmt23_metrics._test_set(data) as found:
        pairs = [
            pair for pair in wmt23_metrics.REFERENCES if any((found / "human-scores").glob(f"{pair}.mqm.seg.score"))
        ]
        theirs, *cost = measured(PEER, str(found.parent), str(peer), ",".join(pairs))
    print("| mt-metrics-eval, no test | {:.1f} s | {:.1f} s | {:.0f} MiB |".format(*cost))
    both = ours.keys() & theirs.keys()
    soft = [label for label in both if " spa: " in label or label.startswith("wmt24")]
    rest = [label for label in both if label not in soft]
    for name, labels in (("soft pairwise accuracy and averages with it", soft), ("all other values", rest)):
        print(f"\n{len(labels)} values, {name}: largest difference {max(abs(ours[x] - theirs[x]) for x in labels):.1e}")


if __name__ == "__main__":
    main()
