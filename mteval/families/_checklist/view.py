"""How CheckLists are shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, NotRequired, TypedDict

from mteval.core.results import Report
from mteval.core.views import Section, View
from mteval.families._checklist.pictures import checklist_sections


class ShownText(TypedDict):
    """A text and the system's answer."""

    text: str
    answer: str


class ShownFailure(TypedDict):
    """One failing instance."""

    texts: list[ShownText]
    reason: NotRequired[str]


class TemplateFailures(TypedDict):
    """The failing instances of one template."""

    capability: str
    template: str
    type: str
    failed: int
    decided: int
    examples: list[ShownFailure]
    expected: NotRequired[list[str]]


class CheckListView(View):
    """Capability × language, and the failing instances by template."""

    extras: ClassVar[Mapping[str, Any]] = {"failures": list[TemplateFailures]}

    def sections(self, reports: Sequence[Report]) -> Iterable[Section]:
        """Pictures over all CheckLists of the report."""
        return checklist_sections(reports)
