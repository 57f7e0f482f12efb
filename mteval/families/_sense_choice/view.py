"""How sense-choice suites are shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mteval.core.results import Report
from mteval.core.views import Section, View
from mteval.families._sense_choice.charts import choice_sections


class SenseChoiceView(View):
    """Positive, negative and unknown as stacked bars."""

    def sections(self, reports: Sequence[Report]) -> Iterable[Section]:
        """One picture per suite."""
        return choice_sections(reports)
