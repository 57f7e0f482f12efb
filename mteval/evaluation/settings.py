"""How scores are resampled and systems tested."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from mteval.core.errors import UsageError
from mteval.statistics.resampling import DEFAULT_SEED, Clusters, Resampling

ALPHA = 0.05
TESTS = ("permutation", "bootstrap", "mcnemar", "sacrebleu-bootstrap", "sacrebleu-permutation", "none")
AUTO = "auto"
SACREBLEU = "sacrebleu-"


@dataclass(frozen=True, slots=True)
class Settings:
    """How scores are resampled and systems tested.

    `test="auto"` is the paired permutation test. `resamples` are drawn for intervals, `trials` for tests; unless told not to
    `grow`, a test draws more often where corrected p-values need it.
    """

    test: str = AUTO
    resamples: int = 1000
    trials: int = 10_000
    grow: bool = True
    seed: int = DEFAULT_SEED
    level: float = 0.95
    keep_cases: bool = True

    def __post_init__(self) -> None:
        if self.test not in (AUTO, *TESTS):
            raise UsageError(f"--test {self.test} is not possible. Choose one of {', '.join(TESTS)}.")
        if self.resamples < 0 or self.trials < 0:
            raise UsageError("The number of resamples cannot be negative.")
        if self.seed < 0:
            raise UsageError("The seed cannot be negative.")

    def given(self, test: str | None = None, resamples: int | None = None, seed: int | None = None) -> Settings:
        """These settings with what is given; `resamples` counts whatever is drawn, for intervals and for tests."""
        return replace(self, **given_settings(test, resamples, seed))

    def record(self) -> dict[str, str | int | float]:
        """What a report keeps of them, so that later comparisons can test the same way."""
        return {
            "test": self.test,
            "resamples": self.resamples,
            "trials": self.trials,
            "grow": self.grow,
            "seed": self.seed,
            "level": self.level,
        }

    @property
    def chosen_test(self) -> str:
        """The test that is made."""
        return TESTS[0] if self.test == AUTO else self.test

    @property
    def like_sacrebleu(self) -> bool:
        """Whether everything is computed as sacrebleu does."""
        return self.test.startswith(SACREBLEU)

    def resampling(self, clusters: Clusters | None) -> Resampling:
        """How every value of a run is resampled."""
        return Resampling(self.resamples, self.seed, self.level, clusters, percentile=self.like_sacrebleu)


def given_settings(test: str | None = None, resamples: int | None = None, seed: int | None = None) -> dict[str, Any]:
    """Only what is given, by the names of the settings."""
    if resamples is not None and resamples < 0:
        raise UsageError("--resamples cannot be negative.")
    found = {name: value for name, value in (("test", test), ("seed", seed)) if value is not None}
    if resamples is not None:
        found |= {"resamples": resamples, "trials": resamples, "grow": False}
    return found
