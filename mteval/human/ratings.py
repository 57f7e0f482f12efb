"""People's ratings, whatever file they come from: their kinds, ranges, and which of several counts.

A rating is a `Rating` (core.evidence). Its detail may hold `type` (what kind of item it was), `languages` (`en-de`),
`document`, `domain`, `segment` (its name within the document), `wave` (which of several files it is from), `seconds`,
`start` and `end` (clock times), `comment`, and `expected` ([low, high], for attention checks that say what a right
rating is).

A protocol is a scale: `adequacy` and `fluency` from 1 to 5; `da`, `sqm` and `esa` from 0 to 100; `mqm`, minus the
weights of the errors marked, so that more is better on every scale; `z`, scores that were standardised before they
were published.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
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
    "system": TARGET,
    "chk": REPEAT,
    "repeat": REPEAT,
    "repeated": REPEAT,
    "bad": DEGRADED,
    "bad_ref": DEGRADED,
    "degraded": DEGRADED,
    "check": CHECK,
}
ADEQUACY_FLUENCY = {"adequacy": (1.0, 5.0), "fluency": (1.0, 5.0)}
DA, SQM, ESA, MQM, STANDARDISED = "da", "sqm", "esa", "mqm", "z"
PERCENT = (0.0, 100.0)
PROTOCOLS: dict[str, Mapping[str, tuple[float, float]]] = {
    "adequacy-fluency": ADEQUACY_FLUENCY,
    DA: {DA: PERCENT},
    SQM: {SQM: PERCENT},
    ESA: {ESA: PERCENT},
    MQM: {MQM: (-math.inf, math.inf)},
}
KNOWN_RANGES = {scale: span for scales in PROTOCOLS.values() for scale, span in scales.items()}


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
    files: tuple[Path, ...] = ()

    @property
    def paths(self) -> tuple[Path, ...]:
        """Every file the ratings come from."""
        return self.files or (self.path,)

    @property
    def name(self) -> str:
        """What the ratings are called: the files they come from."""
        return " + ".join(path.name for path in self.paths)

    @property
    def languages(self) -> tuple[str, ...]:
        """The language pairs in order of first use; '' where the file does not say."""
        return tuple(dict.fromkeys(map(language_pair, self.ratings)))

    def of_languages(self, pair: str) -> Ratings:
        """The ratings of one language pair."""
        return replace(self, ratings=tuple(one for one in self.ratings if language_pair(one) == pair))

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


def joined_ratings(parts: Sequence[Ratings]) -> Ratings:
    """Several files as one; a judgement given again in a later file counts once, the latest."""
    first, *others = parts
    if not others:
        return first
    numbered = [
        replace(one, detail={**one.detail, "wave": wave}) for wave, part in enumerate(parts, 1) for one in part.ratings
    ]
    numbered.sort(key=lambda one: float(one.detail.get("end") or 0.0))
    kept: dict[tuple[str, ...], Rating] = {}
    for one in apart_by_language(numbered):
        key = rating_key(one)
        kept.pop(key, None)
        kept[key] = one
    findings = [finding for part in parts for finding in part.findings]
    again = len(numbered) - len(kept)
    if again:
        message = f"{again} ratings of one file were given again in another by the same annotator; the last one counts."
        findings.append(Finding("duplicate-rating", message, count=again))
    ranges = {scale: span for part in parts for scale, span in part.ranges.items()}
    return Ratings(first.path, tuple(kept.values()), tuple(findings), ranges, tuple(part.path for part in parts))


def item_type(rating: Rating) -> str:
    """What kind of item was rated; TARGET where the file does not say."""
    return str(rating.detail.get("type", TARGET))


def language_pair(rating: Rating) -> str:
    """The language pair that was rated, such as `en-de`; '' where the file does not say."""
    return str(rating.detail.get("languages", ""))


def apart_by_language(ratings: Sequence[Rating]) -> tuple[Rating, ...]:
    """The same ratings, items named by language pair where there are several: one source has a translation in each."""
    if len(set(map(language_pair, ratings))) < 2:
        return tuple(ratings)
    return tuple(_named_by_language(one) for one in ratings)


def _named_by_language(one: Rating) -> Rating:
    prefix = f"{language_pair(one)}:"
    return one if one.item.startswith(prefix) else replace(one, item=prefix + one.item)


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
    limits = {**KNOWN_RANGES, **(known or {}), **parse_ranges(ranges)}
    kept: dict[tuple[str, ...], Rating] = {}
    again = 0
    for line, rating in numbered:
        _require_in_range(path, line, rating, limits)
        key = rating_key(rating)
        again += key in kept
        kept.pop(key, None)
        kept[key] = rating
    if not kept:
        raise DataError(path, "holds no ratings.")
    findings = []
    if again:
        message = f"{again} ratings of {path.name} were given again by the same annotator; the last one counts."
        findings.append(Finding("duplicate-rating", message, count=again))
    scales = {one.scale for one in kept.values()}
    used = {scale: span for scale, span in limits.items() if scale in scales}
    return Contents(apart_by_language(tuple(kept.values())), findings=tuple(findings), ranges=used)


def rating_key(rating: Rating) -> tuple[str, ...]:
    """What makes two ratings the same judgement, given again: who, what, on which scale, in which task."""
    owner = (rating.system or "", rating.annotator, rating.scale)
    return (language_pair(rating), rating.item, *owner, item_type(rating), str(rating.detail.get("hit", "")))


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
