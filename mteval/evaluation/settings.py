"""How scores are resampled and systems tested."""

from __future__ import annotations

from dataclasses import dataclass

from mteval.core.errors import UsageError
from mteval.statistics.resampling import DEFAULT_SEED

ALPHA = 0.05
TESTS = {
    "auto": "each metric's own test",
    "bootstrap": "the paired bootstrap",
    "permutation": "paired permutations",
    "mcnemar": "McNemar's test",
    "none": "no test",
}
DRAWING = ("bootstrap", "permutation")


@dataclass(frozen=True, slots=True)
class Settings:
    """How scores are resampled and systems tested.

    `test="auto"` takes the test each metric prefers: McNemar's for accuracy, else the paired bootstrap. `trials` counts the
    random swaps of a permutation test.
    """

    test: str = "auto"
    resamples: int = 1000
    trials: int = 10_000
    seed: int = DEFAULT_SEED
    level: float = 0.95
    keep_cases: bool = True

    def __post_init__(self) -> None:
        if self.test not in TESTS:
            raise UsageError(f"--test {self.test} is not possible. Choose one of {', '.join(TESTS)}.")
        if self.resamples < 0 or self.trials < 0:
            raise UsageError("The number of resamples cannot be negative.")
        if self.seed < 0:
            raise UsageError("The seed cannot be negative.")

    def record(self) -> dict[str, str | int | float]:
        """What a report keeps of them, so that later comparisons can test the same way."""
        return {
            "test": self.test,
            "resamples": self.resamples,
            "trials": self.trials,
            "seed": self.seed,
            "level": self.level,
        }

    def draws(self, test: str) -> int:
        """How often a test draws; none for one that computes its p-value outright."""
        return dict(zip(DRAWING, (self.resamples, self.trials), strict=True)).get(test, 0)
