"""What people said of a sample of a suite's items, as `show`, reports and lint tell it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mteval.core.results import Finding
from mteval.core.suites import SuiteSource

JUDGED = "judged"
"""The finding that tells of judgements: no defect, unlike all others."""
GOOD_ENOUGH = 0.8
"""Below this a set's items are too often wrong to tell systems apart by a few points."""


def judged_text(judged: Mapping[str, Any]) -> str:
    """Precision with its interval, who judged how much, and how well they agree."""
    text = f"precision {judged['precision']:.3f}"
    if judged.get("interval"):
        low, high = judged["interval"]
        text += f" ({100 * judged['level']:g} % interval {low:.3f}–{high:.3f})"
    judges = f"{judged['annotators']} annotator{'s' * (judged['annotators'] != 1)}"
    text += f" on {judged['items']} items by {judges} ({judged['by']})"
    if "agreement" in judged:
        text += f", α {judged['agreement']:.2f}"
    return text


def judged_findings(source: SuiteSource) -> Iterator[Finding]:
    """What the judgements in a manifest say of the set, and whether they were made on the data it has now."""
    judged = source.judged
    if not judged:
        return
    yield Finding(JUDGED, f"A random sample was judged: {judged_text(judged)}.", count=judged["items"])
    if judged["data"] != source.digest:
        message = "The data changed since a sample was judged: the precision in the manifest is of other items."
        yield Finding("judged-other-data", message)
    if judged["precision"] < GOOD_ENOUGH:
        share = f"{100 * judged['precision']:.0f} %"
        message = f"Only {share} of the judged items are good: differences of a few points may be noise."
        yield Finding("low-precision", message)
