"""Inputs that are longer than a model takes: counted and named, never cut in silence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mteval.core.results import Finding

SHOWN = 5


def cut_inputs(metric: str, places: Sequence[int], longest: int) -> Iterator[Finding]:
    """Say at which places (from 0) of the test set a metric's model read only the beginning of a text."""
    if places:
        named = ", ".join(str(place + 1) for place in places[:SHOWN]) + (", …" if len(places) > SHOWN else "")
        message = (
            f"{'1 case is' if len(places) == 1 else f'{len(places)} cases are'} longer than the {longest} tokens that the "
            f"model of {metric} reads, which saw only the beginning: {named}."
        )
        yield Finding("cut-input", message, len(places), tuple(str(place + 1) for place in places[:SHOWN]))
