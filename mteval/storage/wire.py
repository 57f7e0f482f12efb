"""The types of stored results, as JSON holds them: what msgspec checks a report.json and its case files against."""

from __future__ import annotations

import math
from typing import Annotated, Any

import msgspec

Number = float | None
"""null where there was nothing to compute from."""


class StoredScale(msgspec.Struct):
    """How a metric's values are read."""

    decimals: Annotated[int, msgspec.Meta(ge=0, le=20)] = 2
    counts: tuple[str, ...] = ()
    coverage: str = ""
    beside: tuple[str, ...] | None = None
    low: float | None = None
    high: float | None = None
    shares: tuple[str, ...] = ()


class StoredScore(msgspec.Struct):
    """One metric's values."""

    metric: str
    values: Annotated[dict[str, Number], msgspec.Meta(min_length=1)]
    intervals: dict[str, tuple[Number, Number]]
    n: int
    skipped: int
    higher_is_better: bool
    signature: str
    level: float
    spec: str
    scale: StoredScale


class StoredSlice(msgspec.Struct):
    """The scores of one tag value."""

    tag: str
    value: str
    scores: list[StoredScore]


class StoredFinding(msgspec.Struct):
    """A defect."""

    code: str
    message: str
    count: int
    cases: tuple[str, ...] = ()


class StoredTesting(msgspec.Struct):
    """How scores were resampled and systems tested; what a run did not say is not set."""

    test: str | msgspec.UnsetType = msgspec.UNSET
    resamples: int | msgspec.UnsetType = msgspec.UNSET
    trials: int | msgspec.UnsetType = msgspec.UNSET
    grow: bool | msgspec.UnsetType = msgspec.UNSET
    seed: int | msgspec.UnsetType = msgspec.UNSET
    level: float | msgspec.UnsetType = msgspec.UNSET


class StoredCaseFile(msgspec.Struct):
    """The file that holds a report's cases."""

    sha256: str


class SuiteFacts(msgspec.Struct):
    """What every form of report relies on of a suite; it may say more."""

    name: str
    family: str
    digest: str
    source_digest: str = ""
    options: dict[str, Any] = {}
    languages: tuple[str, ...] = ()
    status: str | None = None


class SystemFacts(msgspec.Struct):
    """What every form of report relies on of a system; it may say more."""

    name: str


class StoredReport(msgspec.Struct):
    """One system on one suite; what must be known of either is checked, what else is said of them is kept."""

    suite: dict[str, Any]
    system: dict[str, Any]
    scores: list[StoredScore]
    slices: list[StoredSlice]
    findings: list[StoredFinding]
    supporting: list[StoredScore] = []
    extras: dict[str, Any] = {}
    settings: StoredTesting = msgspec.field(default_factory=StoredTesting)
    # Not set by those who wrote no digests; null where no cases were kept.
    cases: StoredCaseFile | msgspec.UnsetType | None = msgspec.UNSET


class StoredTest(msgspec.Struct):
    """One paired test."""

    suite: str
    metric: str
    a: str
    b: str
    difference: Number
    p_value: Number
    p_adjusted: Number
    test: str
    n: int
    spec: str
    differences: dict[str, tuple[Number, Number, Number]] = {}
    draws: int = 0
    judges: Number = None


class StoredRanks(msgspec.Struct):
    """How systems rank on one metric: clusters and ranges."""

    suite: str
    metric: str
    clusters: tuple[tuple[str, ...], ...]
    detectable: Number
    spec: str
    ranges: dict[str, tuple[int, int]] = {}


class StoredDocument(msgspec.Struct):
    """A whole report.json."""

    reports: list[StoredReport]
    comparisons: list[StoredTest]
    ranks: list[StoredRanks]


class StoredCase(msgspec.Struct, forbid_unknown_fields=True):
    """One line of a case file."""

    id: str
    outcome: str
    tags: dict[str, tuple[str, ...]] = {}
    source: str | None = None
    references: tuple[str, ...] = ()
    answer: Any = None
    scores: dict[str, float] = {}
    statistics: dict[str, tuple[float, ...] | None] = {}
    strata: dict[str, str] = {}
    detail: dict[str, Any] = {}


MAY_BE_NULL = ("values", "intervals", "differences", "difference", "p_value", "p_adjusted", "judges", "detectable")


def numbers(stored: msgspec.Struct) -> dict[str, Any]:
    """The fields of a stored object, NaN where a number is null."""
    found = {name: getattr(stored, name) for name in stored.__struct_fields__}
    return {name: _numbers(value) if name in MAY_BE_NULL else value for name, value in found.items()}


def _numbers(value: Any) -> Any:
    if value is None:
        return math.nan
    if isinstance(value, dict):
        return {key: _numbers(one) for key, one in value.items()}
    return tuple(map(_numbers, value)) if isinstance(value, tuple) else value
