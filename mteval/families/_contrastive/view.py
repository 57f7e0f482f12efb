"""How contrastive suites are shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mteval.core.results import Report
from mteval.core.views import Section, View
from mteval.families._contrastive.charts import accuracy_sections


class ContrastiveView(View):
    """Accuracy against chance, slice by slice."""

    def sections(self, reports: Sequence[Report]) -> Iterable[Section]:
        """One picture per suite."""
        return accuracy_sections(reports)
