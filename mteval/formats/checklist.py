"""CheckList files: capabilities, templates and lexicons as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from mteval.core.errors import UsageError
from mteval.core.protocols import Contents
from mteval.core.registry import formats
from mteval.core.suites import SuiteSource
from mteval.text.checklists import CheckList, read_checklist, write_checklist


@formats.register("checklist")
class ChecklistFormat:
    """A CheckList as JSON: `{"language", "task", "capabilities": {NAME: {"tests": [...]}}, "lexicons": {KEY: [...]}}`.

    A test has a `template` (a text, or premise and hypothesis), a `label` (or several that are accepted), and a `type`:
    MFT (the default), INV or DIR with `vary` (a slot), `perturbation` or `then` (other templates), or CONSISTENCY.
    """

    family: ClassVar[str] = "checklist"

    def read(self, source: SuiteSource) -> Contents:
        """Read the CheckList; it is the only record."""
        checklist = read_checklist(source.files["data"])
        languages = (checklist.language, checklist.target) if checklist.target else (checklist.language,)
        return Contents((checklist,), languages, metadata={"status": checklist.status, "task": checklist.task})

    def write(self, records: Sequence[CheckList], path: Path) -> None:
        """Write one CheckList."""
        if len(records) != 1:
            raise UsageError(f"A CheckList file holds one CheckList, not {len(records)}.")
        write_checklist(records[0], path)

    def recognise(self, head: bytes, path: Path) -> bool:
        """Whether the file starts like a CheckList."""
        return head.lstrip(b"\xef\xbb\xbf \n\t").startswith(b"{") and b'"capabilities"' in head
