"""How CheckLists are shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mteval.core.results import Report
from mteval.core.views import Section, View
from mteval.families._checklist.pictures import checklist_sections


class CheckListView(View):
    """Capability × language, and the failing instances by template."""

    def sections(self, reports: Sequence[Report]) -> Iterable[Section]:
        """Pictures over all CheckLists of the report."""
        return checklist_sections(reports)
