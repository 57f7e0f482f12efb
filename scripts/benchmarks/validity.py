"""Do the tests hold their level, and do the intervals cover? Type I error, power and coverage, by simulation.

    scripts/benchmarks/validity.py --runs 2000              everything (about an hour on two cores)
    scripts/benchmarks/validity.py --runs 400 --part coverage --metrics bleu,accuracy

Type I error at a nominal .05 under two nulls: outputs of two systems swapped at random, unit by unit (`swapped`), and two
systems of one true score but unequal variances (`unequal`: one is a mixture of a better and a worse system). Power where the
systems differ, beside a permutation test written here on its own. Coverage of the 95 % intervals, and their
width beside Wilson's (rates) or the percentile interval's (all else).

Translation metrics: WMT17 en-de systems of ../shared, or without them texts with noise; documents are runs of 3 to 40 lines.
Verdicts and rankings: drawn, with clusters of 3 to 25 cases that share a difficulty (intra-class correlation .2).
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from math import isnan, sqrt
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from mteval.core import registry  # noqa: E402
from mteval.core.evidence import Comparison, Outcome, Ranking, Verdict  # noqa: E402
from mteval.core.protocols import Statistics  # noqa: E402
from mteval.evaluation.paired_tests import PAIRED_TESTS, Trial  # noqa: E402
from mteval.evaluation.settings import Settings  # noqa: E402
from mteval.statistics.intervals import wilson  # noqa: E402
from mteval.statistics.resampling import Observation, percentile_interval  # noqa: E402

Units = NDArray[np.int64]
Job = Callable[[], dict[str, float]]
TEXT_METRICS = ("bleu", "chrf", "ter", "rouge-l")
CASE_METRICS = ("accuracy", "sense-f1", "failure-rate", "precision-at-k")
SIZES = ((20, 0), (30, 0), (300, 0), (0, 10), (0, 30), (0, 100))
DRAWS = PEER_DRAWS = 499
OTHERS = 5
"""All tests but the default are run this much less often."""
GOOD, BAD, MIDDLE = "uedin-nmt", "PROMT-Rule-based", "online-A"


@dataclass(frozen=True)
class Population:
    """Statistics of three systems on the same cases, the third as good as a mixture of the two others with this share."""

    metric: object
    good: Statistics
    bad: Statistics
    middle: Statistics
    share: float
    documents: Units

    def value(self, statistics: Statistics) -> float:
        return float(self.metric.estimate(statistics, np.ones((1, len(statistics.rows))))[0, 0])


@dataclass(frozen=True)
class Sample:
    """Cases drawn from a population: their places, and the unit each belongs to."""

    places: Units
    units: Units

    @property
    def count(self) -> int:
        return int(self.units.max()) + 1


def lines_of_wmt() -> tuple[list[str], dict[str, list[str]]]:
    """References and systems of WMT17, or texts with noise where they are not at hand."""
    folder = ROOT.parent / "shared" / "data" / "wmt17_en_de"
    if folder.exists():
        systems = {path.name.split(".")[1]: path for path in folder.glob("newstest*")}
        found = {name: systems[name].read_text(encoding="utf-8").splitlines() for name in (GOOD, BAD, MIDDLE)}
        return (folder / "ref.de").read_text(encoding="utf-8").splitlines(), found
    generator = np.random.default_rng(0)
    words = [f"w{number}" for number in range(2000)]
    chances = 1 / np.arange(1, 2001)
    texts = [generator.choice(words, size=generator.integers(4, 40), p=chances / chances.sum()) for _ in range(3000)]

    def noisy(share: float) -> list[str]:
        return [" ".join(w if generator.random() > share else "zz" for w in text) for text in texts]

    return [" ".join(text) for text in texts], {GOOD: noisy(0.35), BAD: noisy(0.55), MIDDLE: noisy(0.45)}


@cache
def text_population(name: str) -> Population:
    """Rows of one translation metric over real outputs."""
    references, systems = lines_of_wmt()
    metric = registry.metrics.find(name)()
    found = {
        system: metric.observe([Comparison(text, (ref,)) for text, ref in zip(texts, references, strict=True)])
        for system, texts in systems.items()
    }
    generator = np.random.default_rng(5)
    sizes = generator.integers(3, 41, size=len(references))
    documents = np.repeat(np.arange(len(sizes)), sizes)[: len(references)]
    share = _equal_share(metric, found)
    return Population(metric, found[GOOD], found[BAD], found[MIDDLE], share, documents)


def _equal_share(metric: object, found: dict[str, Statistics]) -> float:
    """How much of the better system a mixture must have to be as good as the one in the middle."""
    sums = {name: one.rows.sum(axis=0) for name, one in found.items()}
    target = float(metric.combine(sums[MIDDLE])[0])
    low, high = 0.0, 1.0
    rises = metric.combine(sums[GOOD])[0] > metric.combine(sums[BAD])[0]
    for _ in range(60):
        share = (low + high) / 2
        above = float(metric.combine(share * sums[GOOD] + (1 - share) * sums[BAD])[0]) > target
        low, high = (low, share) if above == rises else (share, high)
    return (low + high) / 2


CASES = 20_000
RATES = {"good": 0.85, "bad": 0.75, "middle": 0.8}
CORRELATION = 0.2


@cache
def case_population(name: str) -> Population:
    """Verdicts or rankings of three systems over many clusters with a difficulty of their own."""
    generator = np.random.default_rng(11)
    sizes = generator.integers(3, 26, size=CASES // 3)
    clusters = np.repeat(np.arange(len(sizes)), sizes)[:CASES]
    metric = registry.metrics.find(name)()
    capability = generator.integers(0, 6, size=clusters.max() + 1)
    kept = clusters[:CASES]
    found = {}
    ease = generator.random(clusters.max() + 1)  # shared by all systems, so that their verdicts are correlated
    for system, rate in RATES.items():
        own = 0.7 * ease + 0.3 * generator.random(clusters.max() + 1)
        order = np.argsort(np.argsort(own)) / len(own)
        from scipy.stats import beta

        chances = beta.ppf(np.clip(order, 1e-6, 1 - 1e-6), *_beta(rate))[kept]
        passed = generator.random(CASES) < chances
        found[system] = metric.observe(list(_evidence(name, passed, capability[kept], generator)))
    return Population(metric, found["good"], found["bad"], found["middle"], 0.5, kept)


def _beta(rate: float) -> tuple[float, float]:
    return rate * (1 - CORRELATION) / CORRELATION, (1 - rate) * (1 - CORRELATION) / CORRELATION


def _evidence(name: str, passed: NDArray[np.bool_], strata: Units, generator: np.random.Generator) -> Iterator[object]:
    unknown = generator.random(len(passed)) < 0.1
    for place, right in enumerate(passed.tolist()):
        if name == "precision-at-k":
            yield Ranking(in_vocabulary=True, ranks=(1,) if right else (20,))
        elif name == "sense-f1" and unknown[place]:
            yield Verdict(Outcome.UNDECIDED)
        else:
            yield Verdict(Outcome.PASSED if right else Outcome.FAILED, int(right), 1, 0.5, f"s{strata[place]}")


def population(name: str) -> Population:
    return text_population(name) if name in TEXT_METRICS else case_population(name)


def draw(pool: Population, cases: int, clusters: int, generator: np.random.Generator) -> Sample:
    """So many cases, or the cases of so many clusters, with replacement."""
    if not clusters:
        places = generator.integers(len(pool.good.rows), size=cases)
        return Sample(places, np.arange(cases))
    starts = np.searchsorted(pool.documents, np.arange(int(pool.documents.max()) + 2))
    chosen = generator.integers(len(starts) - 1, size=clusters)
    parts = [np.arange(starts[one], starts[one + 1]) for one in chosen]
    return Sample(np.concatenate(parts), np.repeat(np.arange(clusters), [len(part) for part in parts]))


def taken(statistics: Statistics, places: Units) -> Statistics:
    strata = None if statistics.strata is None else statistics.strata[places]
    return Statistics(statistics.rows[places], statistics.counted[places], strata, statistics.strata_names)


def mixed(first: Statistics, second: Statistics, pick: NDArray[np.bool_]) -> Statistics:
    """Rows of the first where picked, else of the second."""
    rows = np.where(pick[:, None], first.rows, second.rows)
    return Statistics(rows, np.where(pick, first.counted, second.counted), first.strata, first.strata_names)


def two_systems(
    pool: Population, how: str, sample: Sample, generator: np.random.Generator
) -> tuple[Statistics, Statistics]:
    """Two systems on the sample: swapped at random, of equal mean and unequal variance, or truly different."""
    good, bad, middle = (taken(one, sample.places) for one in (pool.good, pool.bad, pool.middle))
    if how == "swapped":
        pick = (generator.random(sample.count) < 0.5)[sample.units]
        return mixed(good, bad, pick), mixed(bad, good, pick)
    if how == "unequal":
        pick = (generator.random(sample.count) < pool.share)[sample.units]
        return mixed(good, bad, pick), middle
    return good, middle


def p_values(
    pool: Population, pair: tuple[Statistics, Statistics], sample: Sample, tests: Sequence[str], seed: int
) -> dict[str, float]:
    """The p-value of each test on one pair of systems."""
    observed = [Observation(pool.metric, one) for one in pair]
    clustered = sample.count < len(sample.units)
    settings = Settings(resamples=DRAWS, trials=DRAWS, grow=False, seed=seed)
    resampling = settings.resampling(sample.units if clustered else None)
    estimates = resampling.estimates(observed) if "sacrebleu-bootstrap" in tests else []
    trial = Trial("", observed, estimates, resampling, settings, sample.count)
    return {name: PAIRED_TESTS[name].run(trial)[0].p_value for name in tests}


def peer_p(pool: Population, pair: tuple[Statistics, Statistics], sample: Sample, seed: int) -> float:
    """A permutation test written apart from the product: swap units, count differences at least as large."""
    keep = np.random.default_rng(seed).integers(2, size=(PEER_DRAWS, sample.count)).astype(float)
    seen = abs(pool.value(pair[0]) - pool.value(pair[1]))
    values = _peer_values(pool, pair, sample, keep)
    return (int(np.sum(np.abs(values[0] - values[1]) >= seen - 1e-9)) + 1) / (len(keep) + 1)


def _peer_values(
    pool: Population, pair: tuple[Statistics, Statistics], sample: Sample, keep: NDArray[np.float64]
) -> list[NDArray[np.float64]]:
    if pool.metric.stratified:
        both = Statistics(
            np.concatenate([pair[0].rows, pair[1].rows]),
            np.concatenate([pair[0].counted, pair[1].counted]),
            None if pair[0].strata is None else np.tile(pair[0].strata, 2),
            pair[0].strata_names,
        )
        kept = keep[:, sample.units]
        return [pool.metric.estimate(both, np.hstack(side))[:, 0] for side in ((kept, 1 - kept), (1 - kept, kept))]
    sums = [np.zeros((sample.count, one.rows.shape[1])) for one in pair]
    for total, one in zip(sums, pair, strict=True):
        np.add.at(total, sample.units, one.rows)
    first, second = sums
    return [
        pool.metric.combine(keep @ first + (1 - keep) @ second)[:, 0],
        pool.metric.combine((1 - keep) @ first + keep @ second)[:, 0],
    ]


def tests_of(metric: str) -> tuple[str, ...]:
    shown = ("permutation", "bootstrap", "sacrebleu-bootstrap", "sacrebleu-permutation")
    return (*shown, "mcnemar") if metric in ("accuracy", "precision-at-k") else shown


def rejections(metric: str, size: tuple[int, int], how: str, runs: int) -> dict[str, float]:
    """The share of runs in which each test rejects at .05."""
    pool, generator = population(metric), np.random.default_rng([*size, len(how)])
    tests = tests_of(metric) if how != "power" else ("permutation",)
    rejected = dict.fromkeys((*tests, *(("peer",) if how == "power" else ())), 0)
    others = max(1, runs // OTHERS)
    for run in range(runs):
        sample = draw(pool, *size, generator)
        pair = two_systems(pool, how, sample, generator)
        found = p_values(pool, pair, sample, tests if run < others else tests[:1], run)
        if how == "power":
            found["peer"] = peer_p(pool, pair, sample, run)
        for name, p in found.items():
            rejected[name] += p < 0.05
    made = {name: others if name in tests[1:] else runs for name in rejected}
    return {name: count / made[name] for name, count in rejected.items()}


def coverage(metric: str, size: tuple[int, int], runs: int) -> dict[str, float]:
    """How often the interval of the headline holds the population's value, and how wide it is beside its peer's."""
    pool, generator = population(metric), np.random.default_rng([*size, 77])
    truth, held, mute = pool.value(pool.good), 0, 0
    widths: list[tuple[float, float]] = []
    for run in range(runs):
        sample = draw(pool, *size, generator)
        observed = Observation(pool.metric, taken(pool.good, sample.places))
        settings = Settings(seed=run)
        resampling = settings.resampling(sample.units if sample.count < len(sample.units) else None)
        estimates = resampling.estimates([observed])[0]
        low, high = resampling.intervals(observed, estimates)[pool.metric.keys[0]]
        if isnan(low):
            mute += 1
            continue
        held += low <= truth <= high
        widths.append((high - low, _peer_width(metric, observed, estimates, sample)))
    own, peer = (float(np.mean(column)) for column in zip(*widths, strict=True)) if widths else (0.0, 1.0)
    return {"coverage": held / max(runs - mute, 1), "width": own / peer, "none": mute / runs}


def _peer_width(metric: str, observed: Observation, estimates: NDArray[np.float64], sample: Sample) -> float:
    low, high = percentile_interval(estimates[:, 0])
    if metric in CASE_METRICS and sample.count == len(sample.units):
        low, high = wilson(float(observed.value()[0]), len(sample.units), 0.95)
    return max(high - low, 1e-9)


def rate_coverage(rate: float, cases: int, runs: int) -> dict[str, float]:
    """Coverage of an accuracy near one, where the percentile interval fails worst."""
    generator, held, widths = np.random.default_rng(cases), 0, []
    metric = registry.metrics.find("accuracy")()
    resampling = Settings(resamples=50).resampling(None)
    for _ in range(runs):
        passed = generator.random(cases) < rate
        rows = np.stack([passed, np.ones(cases), passed, np.ones(cases), np.full(cases, 0.5)], axis=1).astype(float)
        observed = Observation(metric, Statistics(rows, np.ones(cases, bool), np.full(cases, -1), ()))
        low, high = resampling.intervals(observed, resampling.estimates([observed])[0])["accuracy"]
        held += low <= rate <= high
        own = wilson(float(passed.mean()), cases, 0.95)
        widths.append((high - low) / (own[1] - own[0]))
    return {"coverage": held / runs, "width": float(np.mean(widths)), "none": 0.0}


def called(job: Job) -> dict[str, float]:
    return job()


def label(size: tuple[int, int]) -> str:
    return f"{size[1]} clusters" if size[1] else f"n = {size[0]}"


def table(title: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    print(f"\n{title}\n\n| " + " | ".join(header) + " |\n| --- | --- " + "| ---: " * (len(header) - 2) + "|")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    sys.stdout.flush()


def short(value: float) -> str:
    return f"{value:.3f}".replace("0.", ".", 1) if value < 1 else f"{value:.2f}"


def type_one(metrics: Sequence[str], runs: int, work: Callable[..., list[dict[str, float]]]) -> None:
    for how in ("swapped", "unequal"):
        cells = [(metric, size) for metric in metrics for size in SIZES]
        found = work([partial(rejections, metric, size, how, runs) for metric, size in cells])
        names = ("permutation", "bootstrap", "mcnemar", "sacrebleu-bootstrap", "sacrebleu-permutation")
        rows = [
            (metric, label(size), *(short(one[name]) if name in one else "" for name in names))
            for (metric, size), one in zip(cells, found, strict=True)
        ]
        table(
            f"Type I error, null `{how}` ({runs} runs a cell, {runs // OTHERS} for all tests but the default)",
            ("metric", "size", *names),
            rows,
        )


def powers(metrics: Sequence[str], runs: int, work: Callable[..., list[dict[str, float]]]) -> None:
    cells = [(metric, size) for metric in metrics for size in SIZES]
    found = work([partial(rejections, metric, size, "power", runs) for metric, size in cells])
    rows = [
        (metric, label(size), short(one["permutation"]), short(one["peer"]), f"{one['permutation'] - one['peer']:+.3f}")
        for (metric, size), one in zip(cells, found, strict=True)
    ]
    table(f"Power ({runs} runs a cell)", ("metric", "size", "default", "independent permutation", "difference"), rows)


def coverages(metrics: Sequence[str], runs: int, work: Callable[..., list[dict[str, float]]]) -> None:
    sizes = ((20, 0), (50, 0), (300, 0), (0, 10), (0, 30), (0, 100))
    cells = [(metric, size) for metric in metrics for size in sizes]
    found = work([partial(coverage, metric, size, runs) for metric, size in cells])
    rows = [
        (metric, label(size), short(one["coverage"]), f"{one['width']:.2f}", short(one["none"]))
        for (metric, size), one in zip(cells, found, strict=True)
    ]
    rates = [(rate, cases) for rate in (0.5, 0.8, 0.97) for cases in (20, 50, 200)]
    found = work([partial(rate_coverage, rate, cases, runs) for rate, cases in rates])
    rows += [
        (f"accuracy {rate}", f"n = {cases}", short(one["coverage"]), f"{one['width']:.2f}", short(one["none"]))
        for (rate, cases), one in zip(rates, found, strict=True)
    ]
    header = ("metric", "size", "coverage", "width ÷ Wilson's or percentile's", "share without interval")
    table(f"Coverage of 95 % intervals ({runs} runs a cell)", header, rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--part", choices=("type-one", "power", "coverage", "all"), default="all")
    parser.add_argument("--metrics", default=",".join((*TEXT_METRICS, *CASE_METRICS)))
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    metrics, started = chosen.metrics.split(","), time.perf_counter()
    for metric in metrics:
        population(metric)  # before the processes are forked, which share it

    def work(jobs: Sequence[Job]) -> list[dict[str, float]]:
        with multiprocessing.get_context("fork").Pool(chosen.jobs) as pool:
            return pool.map(called, jobs, chunksize=1)

    parts = {"type-one": type_one, "power": powers, "coverage": coverages}
    for name, part in parts.items():
        if chosen.part in (name, "all"):
            part(metrics, chosen.runs, work)
    error = 1.96 * sqrt(0.05 * 0.95 / chosen.runs)
    print(f"\nA share of .05 is known to ±{error:.3f} from {chosen.runs} runs. {time.perf_counter() - started:.0f} s.")


if __name__ == "__main__":
    main()
