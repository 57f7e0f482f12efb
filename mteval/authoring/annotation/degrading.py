"""Makes translations worse on purpose: control items that an attentive annotator rates lower.

As in WMT's direct assessment, a run of words is replaced by a run of the same length from another translation; the longer
the text, the longer the run. Scripts written without spaces are cut by characters.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

# Words of the text → words replaced, as in WMT's table; beyond it a quarter.
RUNS = ((1, 1), (3, 2), (5, 3), (8, 4), (15, 5))


def degrade(text: str, others: Sequence[str], generator: random.Random) -> str:
    """The text with a run of words taken from another text; never the text itself where that can be helped."""
    joint = " " if " " in text.strip() or len(text) < 8 else ""
    units = text.split() if joint else list(text)
    if not units:
        return text
    length = run_length(len(units))
    donors = [other for other in others if other != text and other.strip()]
    for _ in range(20):
        donor = generator.choice(donors) if donors else text[::-1]
        given = donor.split() if joint else list(donor)
        start = generator.randrange(max(len(given) - length, 0) + 1)
        place = generator.randrange(max(len(units) - length, 0) + 1)
        worse = joint.join([*units[:place], *given[start : start + length], *units[place + length :]])
        if worse != text:
            return worse
    return joint.join(reversed(units))


def control_copies(
    shown: Sequence[Mapping[str, Any]], kind: str, others: Sequence[str], generator: random.Random
) -> list[dict[str, Any]]:
    """What was shown, to be shown again; for a degraded control one translation is made worse."""
    copies = [dict(one, type="repeat") for one in shown]
    generator.shuffle(copies)
    if kind == "degraded":
        victim = generator.randrange(len(copies))
        worse = degrade(copies[victim]["text"], others, generator)
        copies[victim] = dict(copies[victim], type="degraded", text=worse)
    return copies


def run_length(units: int) -> int:
    """How many of so many words are replaced."""
    for most, length in RUNS:
        if units <= most:
            return min(length, units)
    return max(6, units // 4)
