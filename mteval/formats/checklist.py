"""CheckList files: capabilities, templates and lexicons as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from mteval.checklists.checklist import CheckList, read_checklist, write_checklist
from mteval.core.errors import UsageError
from mteval.core.protocols import Contents
from mteval.core.registry import formats
from mteval.core.suites import SuiteSource


@formats.register("checklist")
class ChecklistFormat:
    """A CheckList as JSON: `{"language", "task", "capabilities": {NAME: {"tests": [...]}}, "lexicons": {KEY: [...]}}`.

    A test has a `template` (a text, or premise and hypothesis), a `label` (or several that are accepted), and a `type`:
    MFT (the default), INV or DIR with `vary` (a slot), `perturbation` or `then` (other templates), or CONSISTENCY.
    `variants` says how many variants of an instance are tried. A DIR test of a classifier has `expect`: not-lower,
    not-higher, lower, higher (in the order of `labels`), different or same.

    For translation systems (`"task": "translation"`, `"target"` the language, if it matters) `expect` is a list of checks:
    `{"numbers": true}` every number of the source arrives; `{"keep": SLOT}` the slot's value stands in the translation;
    `{"glossary": SLOT}` one of the translations that `"glossary": {KEY: {VALUE: [WORD, …]}}` gives for the value does
    (`"forms": KEY` names another table, for instance of feminine forms); `{"any": [WORD, …]}` and `{"none": [WORD, …]}`
    ask for words; `{"different": true}` (DIR) for a translation other than the original's.

    Perturbations: typo, drop-letter, double-letter, keyboard, contractions, punctuation, accents, lowercase, uppercase,
    link, handle. Other keys of a test or file are kept as they are.
    """

    family: ClassVar[str] = "checklist"

    def read(self, source: SuiteSource) -> Contents:
        """Read the CheckList; it is the only record."""
        checklist = read_checklist(source.files["data"])
        languages = (checklist.language, checklist.target) if checklist.target else (checklist.language,)
        return Contents((checklist,), languages)

    def write(self, records: Sequence[CheckList], path: Path) -> None:
        """Write one CheckList."""
        if len(records) != 1:
            raise UsageError(f"A CheckList file holds one CheckList, not {len(records)}.")
        write_checklist(records[0], path)

    def recognise(self, head: bytes, path: Path) -> bool:
        """Whether the file starts like a CheckList."""
        return head.lstrip(b"\xef\xbb\xbf \n\t").startswith(b"{") and b'"capabilities"' in head
