"""The tests between two systems, by name: what each does, for whom it is, and how often it rejects where nothing differs.

The figures are from scripts/benchmarks/validity.py, whose whole table stands in scripts/benchmarks/README.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import nan

from mteval.core.errors import UsageError
from mteval.evaluation.settings import Settings
from mteval.statistics.draws import DrawPlan
from mteval.statistics.paired import Difference, bootstrap_test, mcnemar, permutation
from mteval.statistics.resampling import Array, Observation, Resampling
from mteval.statistics.sacrebleu_tests import BOOTSTRAP, PERMUTATION, sacrebleu_bootstrap, sacrebleu_permutation

MINIMUM_UNITS = 6
"""With fewer cases or clusters no exact test can go below .05, and nothing else should be believed."""
DEFAULT = "permutation"


@dataclass(frozen=True, slots=True)
class Trial:
    """What a test is given: the systems on one metric, their values on the resamples, and for how many tests to correct."""

    metric: str
    observed: Sequence[Observation]
    estimates: Sequence[Array]
    resampling: Resampling
    settings: Settings
    units: int
    tests: int = 1

    @property
    def plan(self) -> DrawPlan:
        """How often to draw."""
        draws = self.settings.trials
        return DrawPlan.growing(draws, self.units, self.tests) if self.settings.grow else DrawPlan.fixed(draws)


@dataclass(frozen=True, slots=True)
class NamedTest:
    """A test as `--test` and `mteval explain` know it; an exact one needs no minimum of cases."""

    title: str
    explanation: str
    run: Callable[[Trial], list[Difference]]
    exact: bool = False


def _permutation(trial: Trial) -> list[Difference]:
    return permutation(trial.observed, trial.plan, trial.settings.seed, trial.resampling.clusters)


def _bootstrap(trial: Trial) -> list[Difference]:
    return bootstrap_test(trial.observed, trial.resampling, trial.plan)


def _mcnemar(trial: Trial) -> list[Difference]:
    found = mcnemar(trial.observed, trial.resampling.clusters)
    if found is None:
        raise UsageError(
            f"McNemar's test needs decided cases, which '{trial.metric}' does not count. Use --test permutation."
        )
    return found


def _sacrebleu_bootstrap(trial: Trial) -> list[Difference]:
    return sacrebleu_bootstrap(trial.observed, trial.estimates)


def _sacrebleu_permutation(trial: Trial) -> list[Difference]:
    return sacrebleu_permutation(trial.observed, trial.settings.trials, trial.settings.seed, trial.resampling.clusters)


PAIRED_TESTS = {
    DEFAULT: NamedTest(
        "paired permutation test",
        "The default. If two systems were equally good, the outputs of a segment could be exchanged: p is the share of such "
        "exchanges that give a difference at least as large as the observed one, in either direction, ties and the observed "
        "one counted. Whole clusters (documents, words, templates) change places where a suite has them. All exchanges are "
        "tried where they are few, and a share of decided cases (accuracy, P@1) is computed exactly; else they are drawn, "
        "first 10 000 times, then more (up to 100 000) for pairs whose corrected p-value is too near .05 to call. Measured "
        "type I error at .05: .04 to .06 for translation metrics from 20 segments or 10 documents on (.08 for chrF on 10 "
        "documents with unequal variances), .01 to .06 for rates, the less the fewer cases are discordant. With fewer than "
        f"{MINIMUM_UNITS} cases or clusters it cannot reject.",
        _permutation,
        exact=True,
    ),
    "bootstrap": NamedTest(
        "centred paired bootstrap",
        "Cases or whole clusters are drawn with replacement; p is how often a drawn difference strays from the observed one "
        "by as much as that is from zero, in either direction, widened by what a resample of few units misses of the spread. "
        "Needs no exchange of outputs, but rejects true nulls too often with few units: measured type I error at .05 is .07 to "
        ".13 with 10 clusters, .04 to .11 with 20 or 30 units, .03 to .06 from 100 on.",
        _bootstrap,
    ),
    "mcnemar": NamedTest(
        "exact McNemar test",
        "For metrics that decide each case: the cases that only one of two systems got right, against a fair coin, exactly. "
        "In a suite with clusters the coin is thrown per cluster. Cases that one of the two left undecided do not count. "
        "Conservative where few cases are discordant.",
        _mcnemar,
        exact=True,
    ),
    BOOTSTRAP: NamedTest(
        "sacrebleu's paired bootstrap",
        "sacrebleu's rule and draws, digit for digit with its seed (`--seed 12345 --resamples 1000`), for comparison with "
        "published p-values; intervals are then its percentiles too. Absolute differences are centred on their mean and only "
        "larger ones count, which makes it one-sided: at a nominal .05 it rejects .09 to .28 of true nulls (measured; the "
        "more, the fewer segments or documents). Do not decide by it.",
        _sacrebleu_bootstrap,
    ),
    PERMUTATION: NamedTest(
        "sacrebleu's approximate randomisation",
        "sacrebleu's rule and coins, digit for digit with its seed (`--seed 12345 --resamples 10000`), for comparison with "
        "published p-values; intervals are then its percentiles too. Only strictly larger differences count, so that ties "
        "look significant: with one line of 500 improved its p is .0001 where the exact one is 1. At a nominal .05 it rejects "
        ".03 to .08 of true nulls on translation metrics, and .13 to .18 on rates of 20 or 30 cases (measured). Do not decide "
        "by it.",
        _sacrebleu_permutation,
    ),
}


def run_test(name: str, trial: Trial) -> list[Difference]:
    """Every pair tested; below the minimum of units only an exact test gives a p-value."""
    test = PAIRED_TESTS[name]
    found = test.run(trial)
    if trial.units < MINIMUM_UNITS and not test.exact:
        return [Difference(one.a, one.b, one.value, nan, one.test, one.n, one.draws) for one in found]
    return found
