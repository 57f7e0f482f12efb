"""Numbers and names as readers expect them, the same in every form of report."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from mteval.core.kept_cases import ChangedCases, ScansScores
from mteval.core.results import Score

# Controls but tab and line feed; marks that turn the direction of what follows them.
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
LONE_RETURN = re.compile(r"\r(?!\n)")
_FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")


def visible(text: str) -> str:
    """Text that a terminal only shows: controls, and so escape sequences, become what Python writes for them."""
    return _UNSEEN.sub(lambda found: ascii(found[0])[1:-1], text)


def all_visible(value: Any) -> Any:
    """The same value (results, reports, anything in them) with every text made visible."""
    if isinstance(value, str):
        return visible(value) if _UNSEEN.search(value) else value
    if isinstance(value, Mapping):
        return {all_visible(key): all_visible(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list):
        return type(value)(map(all_visible, value))
    if isinstance(value, Sequence) and isinstance(value, ScansScores):
        return ChangedCases(value, all_visible)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{one.name: all_visible(getattr(value, one.name)) for one in fields(value)})
    return value


def harmless_cell(value: Any) -> Any:
    """A cell of a CSV file; a text that a spreadsheet would take for a formula gets an apostrophe before it."""
    if not isinstance(value, str):
        return value
    dangerous = value.startswith(_FORMULA_SIGNS) and value not in ("-", "+")
    # Python's csv does not quote a lone carriage return, and whoever reads the file takes it for the end of a row.
    return LONE_RETURN.sub("\n", f"'{value}" if dangerous else value)


def number_text(value: float, decimals: int) -> str:
    """A number with so many decimals, a dash where there is none."""
    return "–" if math.isnan(value) else f"{value:.{decimals}f}"


def signed_text(value: float, decimals: int) -> str:
    """A difference with its sign; a zero has none."""
    if math.isnan(value):
        return "–"
    # Adding zero takes the sign off a negative one.
    rounded = round(value, decimals) + 0.0
    return f"{rounded:+.{decimals}f}" if rounded else f"{rounded:.{decimals}f}"


def p_text(value: float) -> str:
    """A p-value as text."""
    if math.isnan(value):
        return "–"
    return "<0.001" if value < 0.001 else f"{value:.3f}"


def key_text(score: Score, key: str) -> str:
    """One of a score's values as text; counts without decimals."""
    return number_text(score.values[key], 0 if key in score.scale.counts else score.scale.decimals)


def value_text(score: Score) -> str:
    """The headline value as text."""
    return key_text(score, score.headline)


def interval_text(score: Score) -> str:
    """The headline's interval as text, empty where there is none."""
    low, high = score.intervals.get(score.headline, (math.nan, math.nan))
    decimals = score.scale.decimals
    return "" if math.isnan(low) else f"[{number_text(low, decimals)}, {number_text(high, decimals)}]"


def size_text(*scores: Score) -> str:
    """How many cases the headlines rest on; where some leave the denominator, how many of all.

    Several systems that differ in this are given one after the other.
    """
    return " / ".join(dict.fromkeys(map(_size_text, scores)))


def _size_text(score: Score) -> str:
    coverage = score.values.get(score.scale.coverage, math.nan)
    if math.isnan(coverage) or coverage == 1:
        return str(score.n)
    return f"{round(score.n * coverage)} of {score.n}"


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Names without the beginning and end that all of them share, cut at a sign, where that leaves them distinct."""
    whole = {name: name for name in names}
    if len(names) < 2 or any(one != other and other.startswith(one) for one in names for other in names):
        return whole
    head = len(_shared_start(names, ".-_/"))
    tail = len(_shared_start([name[head:][::-1] for name in names], ".-_/"))
    short = {name: name[head : len(name) - tail] for name in names}
    return short if all(short.values()) and len(set(short.values())) == len(names) else whole


def _shared_start(names: Sequence[str], signs: str) -> str:
    first, last = min(names), max(names)
    length = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    shared = first[:length]
    return shared[: max(shared.rfind(sign) for sign in signs) + 1]
