"""What a gate lets pass besides the test: least and largest values of a score, and how much a score may lose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan

from mteval.core.errors import UnknownNameError, UsageError
from mteval.core.results import Results
from mteval.evaluation.gate import Change

EVERY_METRIC = ""


@dataclass(frozen=True, slots=True)
class Bound:
    """One score against a value it must reach (`min`) or stay within (`max`)."""

    suite: str
    system: str
    spec: str
    kind: str
    limit: float
    value: float
    decimals: int

    @property
    def kept(self) -> bool:
        """Whether the score is where it must be; one that is not there keeps no bound."""
        if isnan(self.value):
            return False
        return self.value >= self.limit if self.kind == "min" else self.value <= self.limit


@dataclass(frozen=True, slots=True)
class GateLimits:
    """Values that scores must reach or stay within, and losses that are let pass, by metric."""

    least: Mapping[str, float] = field(default_factory=dict)
    largest: Mapping[str, float] = field(default_factory=dict)
    loss: Mapping[str, float] = field(default_factory=dict)

    def bounds(self, results: Results) -> list[Bound]:
        """Every score that has a least or largest value, against it."""
        self._refuse_unknown(results)
        return [
            Bound(report.suite["name"], report.system["name"], score.spec, kind, limit, score.value, decimals)
            for report in results.reports
            for score in report.scores
            for decimals in [score.scale.decimals]
            for kind, limits in (("min", self.least), ("max", self.largest))
            for limit in [limits.get(score.spec, limits.get(score.metric))]
            if limit is not None
        ]

    def fails(self, change: Change) -> bool:
        """Whether a change is a drop: significant; or, where a loss is let pass, larger than that.

        A slice must be both, since few cases move by chance alone.
        """
        allowed = self._allowed(change.spec)
        if allowed is None:
            return change.dropped
        larger = change.loss > allowed and not change.repeats
        return larger and (change.dropped or not change.tag)

    def _allowed(self, spec: str) -> float | None:
        metric = spec.partition("?")[0]
        return self.loss.get(spec, self.loss.get(metric, self.loss.get(EVERY_METRIC)))

    def _refuse_unknown(self, results: Results) -> None:
        known = {name for report in results.reports for score in report.scores for name in (score.spec, score.metric)}
        for metric in (*self.least, *self.largest, *self.loss):
            if metric not in known and metric != EVERY_METRIC:
                raise UnknownNameError("metric of the results", metric, known)


def read_limits(least: Iterable[str], largest: Iterable[str], loss: Iterable[str]) -> GateLimits:
    """Limits as they are written: METRIC=VALUE each; a loss without a metric is let pass for every metric."""
    named = [text if "=" in text else f"{EVERY_METRIC}={text}" for text in loss]
    limits = GateLimits(_values("--min", least), _values("--max", largest), _values("--max-drop", named))
    if any(value < 0 for value in limits.loss.values()):
        raise UsageError("--max-drop cannot be negative: it says how much a score may lose.")
    return limits


def _values(option: str, texts: Iterable[str]) -> dict[str, float]:
    found = {}
    for text in texts:
        # The options of a metric have equals signs of their own: bleu?tokenize=none=30.
        metric, equals, number = text.rpartition("=")
        try:
            found[metric] = float(number)
        except ValueError:
            equals = ""
        if not equals or isnan(found[metric]) or (option != "--max-drop" and not metric):
            raise UsageError(f"{option} {text.removeprefix('=')} is not METRIC=NUMBER, as in {option} bleu=30.")
    return found


@dataclass(frozen=True, slots=True)
class GateOutcome:
    """What a gate found: every change and bound, and which of the changes fail it."""

    changes: Sequence[Change]
    bounds: Sequence[Bound]
    limits: GateLimits

    @property
    def drops(self) -> list[Change]:
        """The changes that fail the gate."""
        return [change for change in self.changes if self.limits.fails(change)]

    @property
    def missed(self) -> list[Bound]:
        """The scores that are not where they must be."""
        return [bound for bound in self.bounds if not bound.kept]

    @property
    def passed(self) -> bool:
        """Whether nothing fails."""
        return not self.drops and not self.missed

    def grouped(self) -> list[tuple[Change, list[Change]]]:
        """Each drop once: that of a whole score with the slices it shows in, or that of a slice alone."""
        whole = {(c.suite, c.system, c.spec): c for c in self.drops if not c.tag}
        parts: dict[tuple[str, str, str], list[Change]] = {key: [] for key in whole}
        alone: list[Change] = []
        for change in self.drops:
            if change.tag:
                parts.get((change.suite, change.system, change.spec), alone).append(change)
        return [*((change, parts[key]) for key, change in whole.items()), *((change, []) for change in alone)]
