"""Every instance of a CheckList file, or of the templates that were extracted from translations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mteval.checklists.checklist import ChecklistTest, parse_checklist
from mteval.checklists.templates import expand
from mteval.core.errors import DataError, MtevalError, UnknownNameError
from mteval.text.documents import read_json


@dataclass(frozen=True, slots=True)
class Selection:
    """Which instances are wanted: at most `limit` of each template, of some capabilities, suspected ones or not."""

    limit: int | None = None
    seed: int = 0
    capabilities: tuple[str, ...] = ()
    drop_suspected: bool = False


def instances_of(path: Path, selection: Selection) -> Iterator[dict[str, Any]]:
    """The instances of a file, template by template; the whole file is checked before the first is given."""
    tests, lexicons = read_tests(path)
    chosen = [test for test in tests if _wanted(test, selection)]
    _require_known(selection.capabilities, tests)
    made = [list_instances(test, lexicons, selection, path) for test in chosen]
    for test, instances in zip(chosen, made, strict=True):
        yield from (_entry(test, instance) for instance in instances)


def list_instances(
    test: ChecklistTest, lexicons: Mapping[str, Sequence[str]], selection: Selection, path: Path
) -> Iterator[Any]:
    """The instances of one test; errors name the file."""
    try:
        return expand(test.template, lexicons, limit=selection.limit, seed=selection.seed)
    except MtevalError as error:
        raise DataError(path, str(error)) from None


def read_tests(path: Path) -> tuple[tuple[ChecklistTest, ...], Mapping[str, Sequence[str]]]:
    """The tests and lexicons of a CheckList, or of the file `mteval checklist extract` wrote."""
    document = read_json(path)
    if isinstance(document, dict) and "templates" in document:
        document = _as_checklist(document, path)
    checklist = parse_checklist(document, path)
    return checklist.tests, checklist.lexicons


def _as_checklist(document: dict[str, Any], path: Path) -> dict[str, Any]:
    templates = document["templates"]
    if not isinstance(templates, list):
        raise DataError(path, '"templates" is no list.')
    tests = [{"template": entry} if isinstance(entry, str) else entry for entry in templates]
    return {"capabilities": {"extracted": {"tests": tests}}, "lexicons": document.get("lexicons", {})}


def _wanted(test: ChecklistTest, selection: Selection) -> bool:
    if selection.drop_suspected and test.extra.get("suspected"):
        return False
    return not selection.capabilities or test.capability in selection.capabilities


def _require_known(capabilities: Sequence[str], tests: Sequence[ChecklistTest]) -> None:
    known = {test.capability for test in tests}
    for capability in capabilities:
        if capability not in known:
            raise UnknownNameError("capability", capability, known)


def _entry(test: ChecklistTest, instance: Any) -> dict[str, Any]:
    return {
        "texts": list(instance.texts),
        "values": dict(instance.values),
        "template": list(test.template),
        "capability": test.capability,
        "label": list(test.labels),
    }
