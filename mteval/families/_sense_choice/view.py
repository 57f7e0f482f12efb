"""How sense-choice suites are shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypedDict

from mteval.core.results import Report
from mteval.core.views import Section, View
from mteval.families._sense_choice.charts import choice_sections


class BoundFacts(TypedDict):
    """F1 if every undecided case were decided one way."""

    f1_b: float | None


class UndecidedBounds(TypedDict):
    """F1 at best and at worst."""

    best: BoundFacts
    worst: BoundFacts


class SenseChoiceView(View):
    """Positive, negative and unknown as stacked bars."""

    extras: ClassVar[Mapping[str, Any]] = {"bounds": dict[str, UndecidedBounds]}

    def sections(self, reports: Sequence[Report]) -> Iterable[Section]:
        """One picture per suite."""
        return choice_sections(reports)
