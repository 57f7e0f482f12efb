"""How earlier runs were resampled and tested, so that comparing them tests the same way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mteval.core.results import Finding, Report, Results
from mteval.evaluation.paired_tests import PAIRED_TESTS
from mteval.evaluation.settings import Settings

NAMES = {
    **{"test": "test", "resamples": "resamples", "trials": "draws", "grow": "growing draws"},
    **{"seed": "seed", "level": "level"},
}
UNTESTED = {"test": "none", "resamples": 0, "trials": 0}  # of runs that tested nothing: comparing them asks for a test


@dataclass(frozen=True, slots=True)
class StoredSettings:
    """The settings stored runs are compared with, where they come from, and in what the runs differ."""

    settings: Settings
    source: str
    differing: Mapping[str, tuple[Any, ...]]

    @property
    def sentence(self) -> str:
        """What a user is told."""
        settings = self.settings
        name = settings.chosen_test
        title = PAIRED_TESTS[name].title if name in PAIRED_TESTS else "no test"
        drawn = f"{settings.trials} draws" + (" or more" if settings.grow else "")
        return f"Tested by the {title}, {drawn}, seed {settings.seed}, level {settings.level} ({self.source})."

    def findings(self) -> Iterator[Finding]:
        """That the runs disagree, and what was taken."""
        if self.differing:
            told = "; ".join(self._difference(name, found) for name, found in self.differing.items())
            yield Finding("different-settings", f"The runs were made with different settings: {told}.")

    def _difference(self, name: str, found: Sequence[Any]) -> str:
        taken = "each interval keeps its own" if name == "level" else f"{getattr(self.settings, name)} taken"
        return f"{NAMES[name]} {' and '.join(map(str, found))} ({taken})"


def settings_of(parts: Sequence[Results], given: Mapping[str, Any] | None = None) -> StoredSettings:
    """The settings all runs were made with; those `given` come first.

    Where runs disagree, the largest number of draws is taken, and the first run's test, seed and level. A run that tested
    nothing has no say in how to test.
    """
    reports = [report for part in parts for report in part.reports]
    stored = {name: found for name in NAMES if (found := _values(reports, name))}
    chosen = dict(given or {})
    known = {name: found for name, found in stored.items() if name not in chosen}
    taken = {name: max(found) if name in ("resamples", "trials") else found[0] for name, found in known.items()}
    differing = {name: found for name, found in known.items() if len(found) > 1}
    return StoredSettings(Settings(**taken, **chosen), _source(taken, chosen, differing), differing)


def _values(reports: Sequence[Report], name: str) -> tuple[Any, ...]:
    """The different values of one setting, in the order of the reports."""
    found = dict.fromkeys(report.settings[name] for report in reports if name in report.settings)
    return tuple(value for value in found if value != UNTESTED.get(name))


def _source(taken: Iterable[str], given: Iterable[str], differing: Mapping[str, Any]) -> str:
    settled = {*taken, *given}
    parts = (
        ("as the runs were made", bool(taken) and not differing),
        (f"the runs differ in {_named(differing)}", bool(differing)),
        (f"{_named(given)} as given", bool(given)),
        (f"{_named(name for name in NAMES if name not in settled)} by default", not settled >= NAMES.keys()),
    )
    return "; ".join(text for text, holds in parts if holds)


def _named(names: Iterable[str]) -> str:
    return ", ".join(NAMES[name] for name in names)
