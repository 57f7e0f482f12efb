"""What an error costs: the weights of MQM's severities and categories, by name or as the user writes them.

A rule is `severity`, `category` or `category:severity`; the most specific one that fits counts: a category with a
severity before a category before a severity. A category is named by any of its parts, whatever the case:
`punctuation` fits `Fluency/Punctuation`. `--weights google,critical=10` takes a preset and changes it.

google: Freitag et al. (2021), major 5, minor 1, minor punctuation 0.1, non-translation 25, neutral 0. wmt-ted: the
same, as WMT21's TED ratings were scored. wmt24: the same, with critical errors as major ones, and source issues and
reinterpretations free of charge, as WMT24 scored its MQM ratings. mqm-council: neutral 0, minor 1, major 5, critical
25 (themqm.org). plain: minor 1, major 5, whatever the category, as the spans of ESA are summed up (Kocmi et al.,
2024).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import fsum, isfinite

from mteval.core.errors import UsageError, suggestion
from mteval.core.evidence import ErrorSpan
from mteval.core.options import Option

_GOOGLE = {
    "neutral": 0.0,
    "undecided": 0.0,
    "minor": 1.0,
    "major": 5.0,
    "punctuation:minor": 0.1,
    "non-translation": 25.0,
}
PRESETS: dict[str, Mapping[str, float]] = {
    "google": _GOOGLE,
    "wmt-ted": _GOOGLE,
    "wmt24": {**_GOOGLE, "critical": 5.0, "source issue": 0.0, "source error": 0.0, "reinterpretation": 0.0},
    "mqm-council": {"neutral": 0.0, "undecided": 0.0, "minor": 1.0, "major": 5.0, "critical": 25.0},
    "plain": {"neutral": 0.0, "undecided": 0.0, "minor": 1.0, "major": 5.0},
}
DEFAULT = "google"
_PART = re.compile(r"[^a-z0-9 -]")

WEIGHTS = Option("weights", help=f"what errors cost: {', '.join(PRESETS)}, changed by RULE=NUMBER", default=DEFAULT)
"""The option of every format that marks errors."""


@dataclass(frozen=True, slots=True)
class MqmWeights:
    """A named set of rules, each with what an error costs."""

    name: str
    rules: Mapping[str, float]

    def of(self, span: ErrorSpan) -> float:
        """What one error costs; a severity without a weight is refused."""
        severity = span.severity.lower()
        parts = [_PART.sub("", part.lower()).strip() for part in span.category.split("/")]
        for key in (*(f"{part}:{severity}" for part in parts), *parts, severity):
            if key and key in self.rules:
                return self.rules[key]
        raise UsageError(
            f"The weights '{self.name}' say nothing of the severity '{severity}'. "
            f"Give it one: --weights {self.name},{severity}=NUMBER."
        )

    def penalty(self, spans: Iterable[ErrorSpan]) -> float:
        """The sum over errors: 0 for a flawless translation, the higher the worse."""
        return fsum(map(self.of, spans))


def parse_weights(text: str) -> MqmWeights:
    """Read `google`, `google,critical=10` or `minor=1,major=10`."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    rules: dict[str, float] = {}
    for part in parts:
        rule, equals, number = part.rpartition("=")
        if not equals:
            if part not in PRESETS:
                raise UsageError(f"Unknown weights '{part}'. {suggestion(part, PRESETS)}")
            rules.update(PRESETS[part])
        else:
            rules[rule.strip().lower()] = _weight(part, number)
    if not rules:
        raise UsageError(f"--weights is empty. Name one of {', '.join(PRESETS)}.")
    return MqmWeights(text, rules)


def _weight(part: str, number: str) -> float:
    try:
        weight = float(number)
    except ValueError:
        weight = float("nan")
    if not isfinite(weight) or weight < 0:
        raise UsageError(f"'{part}' is no weight. Write RULE=NUMBER with a number from 0, such as major=5.")
    return weight
