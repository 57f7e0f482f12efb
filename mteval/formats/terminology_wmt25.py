"""WMT25's terminology task, track 1: JSON Lines with source, reference and the terms of each segment.

`full_data.ende.jsonl` has rows `{"en": …, "de": …, "proper": {term: translation}, "random": {…}}`; a list of translations is
possible too. The languages come from the name. What a system was given, and gives back, is a file of its own
(`TEAM.ende.proper.jsonl`): run it as `--system output-file:TEAM.ende.proper.jsonl`. `--set terms=proper` looks at one mode only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import DataError, WrongFormatError
from mteval.core.options import CHOICE, Option
from mteval.core.protocols import Contents
from mteval.core.records import Term, TermSegment
from mteval.core.suites import SuiteSource
from mteval.text.documents import NotJSONError, json_lines
from mteval.text.languages import CODES
from mteval.text.lines import read_text
from mteval.text.writing import write_text

MODES = ("proper", "random")
_PAIR = re.compile(r"\.([a-z]{2})-?([a-z]{2})\.")


@registry.formats.register("terminology-wmt25")
class TerminologyWmt25:
    """Reads and writes segments with their own proper and random terms."""

    family: ClassVar[str] = "terminology"
    options: ClassVar[tuple[Option, ...]] = (
        Option("terms", CHOICE, "all", "which terms are looked for", choices=("all", *MODES)),
    )

    def read(self, source: SuiteSource) -> Contents:
        """Read one segment a line."""
        path = source.files["data"]
        languages = source.languages if len(source.languages) == 2 else _languages(path)
        modes = MODES if source.options["terms"] == "all" else (source.options["terms"],)
        try:
            records = tuple(_segment(row, languages, modes, path, line) for line, row in _rows(path))
        except NotJSONError as error:
            raise WrongFormatError(path, "terminology-wmt25", f"it {error.problem}", line=error.line) from None
        if not records:
            raise DataError(path, "holds no segments. Give a set with at least one.")
        return Contents(records, languages, customs={"matching": "wmt25"})

    def write(self, records: Sequence[Any], path: Path) -> None:
        """Write segments so that `read` gives them back; the name must tell the languages."""
        source, target = _languages(path)
        write_text(path, "".join(json.dumps(_row(one, source, target), ensure_ascii=False) + "\n" for one in records))

    def recognise(self, head: bytes, path: Path) -> bool:
        """JSON objects with proper and random terms."""
        first = head.decode("utf-8", errors="ignore").split("\n", 1)[0]
        return first.lstrip().startswith("{") and '"proper"' in first and '"random"' in first


def _rows(path: Path) -> Iterator[tuple[int, Any]]:
    return json_lines(read_text(path), path)


def _languages(path: Path) -> tuple[str, ...]:
    found = _PAIR.search(path.name)
    if found is None or not CODES.issuperset(found.groups()):
        raise DataError(
            path, "its name does not tell the languages (full_data.ende.jsonl does). Say them: --languages en-de."
        )
    return found.groups()


def _segment(row: Any, languages: Sequence[str], modes: Sequence[str], path: Path, line: int) -> TermSegment:
    if not isinstance(row, Mapping):
        raise WrongFormatError(path, "terminology-wmt25", "an object is expected on every line.", line=line)
    source, target = languages
    if not isinstance(row.get(source), str):
        raise DataError(path, f'the source is missing: "{source}" must be text.', line=line)
    reference = row.get(target)
    if reference is not None and not isinstance(reference, str):
        raise DataError(path, f'the reference "{target}" must be text.', line=line)
    terms = tuple(term for mode in modes for term in _terms(row.get(mode, {}), mode, path, line))
    return TermSegment(row[source], terms, reference, listed=True)


def _terms(table: Any, mode: str, path: Path, line: int) -> Iterator[Term]:
    if not isinstance(table, Mapping):
        raise DataError(path, f'"{mode}" must be an object of terms and their translations.', line=line)
    for source, given in table.items():
        targets = [given] if isinstance(given, str) else given
        if not isinstance(targets, list) or not all(isinstance(one, str) for one in targets):
            raise DataError(
                path, f'"{mode}": the translation of {source!r} must be text or a list of texts.', line=line
            )
        kept = tuple(target for target in targets if target.strip())
        if not source.strip() or not kept:
            raise DataError(path, f'"{mode}" holds an empty term.', line=line)
        yield Term(source, kept, {"mode": (mode,)})


def _row(segment: TermSegment, source: str, target: str) -> dict[str, Any]:
    row: dict[str, Any] = {source: segment.source}
    if segment.reference is not None:
        row[target] = segment.reference
    for mode in MODES:
        own = (term for term in segment.terms if term.tags.get("mode") == (mode,))
        row[mode] = {term.source: term.targets[0] if len(term.targets) == 1 else list(term.targets) for term in own}
    return row
