"""People's ratings, whatever file they come from: their kinds, ranges, and which of several counts.

A rating is a `Rating` (core.evidence). Its detail may hold `type` (what kind of item it was, see `ItemType`), `document`,
`seconds`, `comment`, and `expected` ([low, high], for attention checks that say what a right rating is).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mteval.core.errors import DataError, UsageError
from mteval.core.evidence import Rating
from mteval.core.options import Option
from mteval.core.protocols import Contents
from mteval.core.results import Finding

TARGET, REFERENCE, REPEAT, DEGRADED, CHECK = "target", "reference", "repeat", "degraded", "check"
CONTROLS = (REPEAT, DEGRADED, CHECK)
# The names other tools give the same things; Appraise writes TGT, REF, CHK, BAD.
TYPE_NAMES = {
    "": TARGET,
    "tgt": TARGET,
    "target": TARGET,
    "item": TARGET,
    "ref": REFERENCE,
    "reference": REFERENCE,
    "chk": REPEAT,
    "repeat": REPEAT,
    "repeated": REPEAT,
    "bad": DEGRADED,
    "degraded": DEGRADED,
    "check": CHECK,
}
ADEQUACY_FLUENCY = {"adequacy": (1.0, 5.0), "fluency": (1.0, 5.0)}


RANGES = Option("ranges", help="lowest and highest rating of each scale: adequacy:0-100,fluency:1-5", default="")
"""The option that every format of ratings has."""


def parse_ranges(text: str) -> dict[str, tuple[float, float]]:
    """Read `adequacy:0-100,fluency:1-5`."""
    ranges = {}
    for part in filter(None, text.split(",")):
        scale, _, span = part.partition(":")
        low, _, high = span.rpartition("-")
        try:
            ranges[scale.strip().lower()] = (float(low), float(high))
        except ValueError:
            raise UsageError(f"'{part}' is no range of a scale. Write SCALE:LOW-HIGH, such as score:0-100.") from None
    return ranges


@dataclass(frozen=True, slots=True)
class Ratings:
    """All ratings of one file, duplicates settled, with what was found on the way."""

    path: Path
    ratings: tuple[Rating, ...]
    findings: tuple[Finding, ...] = ()
    ranges: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    @property
    def scales(self) -> tuple[str, ...]:
        """The scales in order of first use."""
        return tuple(dict.fromkeys(rating.scale for rating in self.ratings))

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems in order of first use; ratings without a system are of the system ''."""
        return tuple(dict.fromkeys(rating.system or "" for rating in self.ratings))

    def on(self, scale: str) -> tuple[Rating, ...]:
        """The ratings on one scale."""
        return tuple(rating for rating in self.ratings if rating.scale == scale)


def item_type(rating: Rating) -> str:
    """What kind of item was rated; TARGET where the file does not say."""
    return str(rating.detail.get("type", TARGET))


def unit(rating: Rating) -> str:
    """What was rated: one system's translation of one item, in its own degraded or original form."""
    parts = (rating.item, rating.system or "")
    kind = item_type(rating)
    return "\t".join(parts if kind not in (DEGRADED, CHECK) else (*parts, kind))


def settle(
    path: Path,
    numbered: Sequence[tuple[int, Rating]],
    ranges: str = "",
    known: Mapping[str, tuple[float, float]] | None = None,
) -> Contents:
    """Check every rating's range and let the last of several win; the numbers are lines, for messages.

    `ranges` are the user's, which win over those `known` of the format.
    """
    limits = {**ADEQUACY_FLUENCY, **(known or {}), **parse_ranges(ranges)}
    kept: dict[tuple[str, ...], Rating] = {}
    again = 0
    for line, rating in numbered:
        _require_in_range(path, line, rating, limits)
        key = (rating.item, rating.system or "", rating.annotator, rating.scale, item_type(rating))
        again += key in kept
        kept.pop(key, None)
        kept[key] = rating
    if not kept:
        raise DataError(path, "holds no ratings.")
    findings = []
    if again:
        message = f"{again} ratings of {path.name} were given again by the same annotator; the last one counts."
        findings.append(Finding("duplicate-rating", message, count=again))
    used = {scale: span for scale, span in limits.items() if any(r.scale == scale for r in kept.values())}
    return Contents(tuple(kept.values()), findings=tuple(findings), ranges=used)


def _require_in_range(path: Path, line: int, rating: Rating, limits: Mapping[str, tuple[float, float]]) -> None:
    if not math.isfinite(rating.value):
        raise DataError(path, f"the rating {rating.value} is not a finite number.", line=line)
    low, high = limits.get(rating.scale, (-math.inf, math.inf))
    if not low <= rating.value <= high:
        raise DataError(
            path,
            f"the {rating.scale} rating {rating.value:g} is not between {low:g} and {high:g}. Correct it, or name the scale's "
            f"range: --range {rating.scale}=LOW-HIGH.",
            line=line,
        )


def plain_type(name: str, path: Path, line: int) -> str:
    """Our name of an item type."""
    known = TYPE_NAMES.get(name.strip().lower())
    if known is None:
        names = ", ".join(sorted({TARGET, REFERENCE, *CONTROLS}))
        raise DataError(
            path, f"unknown item type '{name}'. Known: {names} (and Appraise's TGT, REF, CHK, BAD).", line=line
        )
    return known


def number(text: str, path: Path, line: int) -> float:
    """A rating as written."""
    try:
        return float(text)
    except ValueError:
        raise DataError(path, f"the rating {text[:40]!r} is not a number.", line=line) from None


def human_scores(ratings: Iterable[Rating]) -> dict[tuple[str, str], float]:
    """The mean rating per (system, item), controls left out."""
    values: dict[tuple[str, str], list[float]] = {}
    for rating in ratings:
        if item_type(rating) not in CONTROLS:
            values.setdefault((rating.system or "", rating.item), []).append(rating.value)
    return {key: sum(given) / len(given) for key, given in values.items()}
