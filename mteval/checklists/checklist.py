"""The CheckList file: capabilities, their tests, and the lexicons the templates draw from, as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mteval.checklists.templates import numbered_key
from mteval.core.errors import DataError
from mteval.text.documents import read_json
from mteval.text.writing import write_text

KINDS = ("MFT", "INV", "DIR", "CONSISTENCY")
EXTRACTED = "Extracted"
_TEST_KEYS = ("name", "template", "label", "type", "vary", "variants", "perturbation", "then", "expect")
_FILE_KEYS = ("language", "task", "labels", "target", "status", "capabilities", "lexicons", "glossary")


@dataclass(frozen=True, slots=True)
class ChecklistTest:
    """One template and what must hold of the answers to its instances.

    `template` has one text, or premise and hypothesis. `labels` are the accepted ones: negating a positive word may be
    negative *or* neutral. What distinguishes the kinds:

    * MFT: every answer must be right by itself (`labels`, or `expect` for translations);
    * INV: the answer must not change when the slot `vary` takes other values, when the `perturbation` is applied to the
      text, or when the text is that of another template (`then`) filled with the same values;
    * DIR: the same three ways to change a text, and `expect` says in which direction the answer may move;
    * CONSISTENCY (translations only): all instances of the template should be translated by few target templates.

    `expect` is a word for classification (`not-lower`, `not-higher`, `lower`, `higher`, `different`, `same`), a list of
    checks for translations. `extra` keeps whatever else the file said of the test (support, suspected, …).
    """

    capability: str
    template: tuple[str, ...]
    labels: tuple[str, ...] = ()
    kind: str = "MFT"
    name: str = ""
    vary: str = ""
    variants: int = 0
    perturbation: str = ""
    then: tuple[tuple[str, ...], ...] = ()
    expect: Any = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """What a report calls the test: its templates, joined where there are two texts."""
        return " ⟶ ".join(self.template)


@dataclass(frozen=True, slots=True)
class CheckList:
    """Tests by capability for one task in one language.

    `labels` are all labels of the task, from low to high where they have an order (negative, neutral, positive).
    `target` is the language translated into, "" for any. `glossary` gives the translations that count as right, per
    lexicon key and source value: {key: {value: [word, …]}}. `status` says who has checked the file ("draft, not checked by
    native speakers").
    """

    language: str
    task: str
    tests: tuple[ChecklistTest, ...]
    lexicons: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    descriptions: Mapping[str, str] = field(default_factory=dict)
    labels: tuple[str, ...] = ()
    target: str = ""
    status: str = ""
    glossary: Mapping[str, Any] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def capabilities(self) -> tuple[str, ...]:
        """The capabilities in file order."""
        return tuple(dict.fromkeys((*self.descriptions, *(test.capability for test in self.tests))))

    def tests_of(self, capability: str) -> tuple[ChecklistTest, ...]:
        """The tests of one capability, in file order."""
        return tuple(test for test in self.tests if test.capability == capability)


def read_checklist(path: str | Path) -> CheckList:
    """Read a CheckList file; whatever is wrong with it is said with the capability and test it is in."""
    return parse_checklist(read_json(path), Path(path))


def parse_checklist(document: Any, path: str | Path = "CheckList") -> CheckList:
    """Make a CheckList of a parsed JSON document; what `checklist extract` wrote is one with a single capability."""
    if isinstance(document, dict) and "capabilities" not in document and isinstance(document.get("templates"), list):
        document = {**document, "capabilities": {EXTRACTED: {"tests": document["templates"]}}}
    if not isinstance(document, dict) or not isinstance(document.get("capabilities"), dict):
        raise DataError(path, 'is no CheckList: an object with "capabilities" is expected.')
    tests: list[ChecklistTest] = []
    descriptions: dict[str, str] = {}
    for capability, content in document["capabilities"].items():
        if not isinstance(content, dict) or not isinstance(content.get("tests"), list):
            raise DataError(path, f"capability '{capability}' has no list of tests.")
        descriptions[capability] = str(content.get("description", ""))
        tests.extend(_test(capability, number, raw, path) for number, raw in enumerate(content["tests"], 1))
    return CheckList(
        language=str(document.get("language", "")),
        task=str(document.get("task", "")),
        tests=tuple(tests),
        lexicons=_lexicons(document.get("lexicons", {}), path),
        descriptions=descriptions,
        labels=_strings(document.get("labels", []), path, "labels")
        or tuple(dict.fromkeys(label for test in tests for label in test.labels)),
        target=str(document.get("target", "")),
        status=str(document.get("status", "")),
        glossary=_glossary(document.get("glossary", {}), path),
        extra={key: value for key, value in document.items() if key not in _FILE_KEYS},
    )


def _test(capability: str, number: int, raw: Any, path: str | Path) -> ChecklistTest:
    where = f"capability '{capability}', test {number}"
    if not isinstance(raw, dict) or "template" not in raw:
        raise DataError(path, f"{where} has no template.")
    kind = str(raw.get("type", "MFT")).upper()
    if kind not in KINDS:
        raise DataError(path, f"{where} has the type '{kind}'; it is one of {', '.join(KINDS)}.")
    then = raw.get("then", [])
    test = ChecklistTest(
        capability=capability,
        template=_texts(raw["template"], path, where),
        labels=_strings(raw.get("label", []), path, f"{where}, label"),
        kind=kind,
        name=str(raw.get("name", "")),
        vary=str(raw.get("vary", "")),
        variants=_count(raw.get("variants", 0), path, where),
        perturbation=str(raw.get("perturbation", "")),
        then=tuple(_texts(text, path, where) for text in ([then] if isinstance(then, str) else then)),
        expect=raw.get("expect"),
        extra={key: value for key, value in raw.items() if key not in _TEST_KEYS},
    )
    _require_change(test, path, where)
    return test


def _require_change(test: ChecklistTest, path: str | Path, where: str) -> None:
    ways = [bool(test.vary), bool(test.perturbation), bool(test.then)]
    if test.kind in ("INV", "DIR") and sum(ways) != 1:
        raise DataError(path, f'{where} is {test.kind} and needs exactly one of "vary", "perturbation" and "then".')
    if test.kind == "DIR" and not test.expect:
        raise DataError(path, f'{where} is DIR and needs "expect".')
    if any(len(then) != len(test.template) for then in test.then):
        raise DataError(path, f'{where}: "then" has another number of texts than "template".')


def _count(value: Any, path: str | Path, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise DataError(path, f'{where}: "variants" is no whole number.')
    return value


def _texts(value: Any, path: str | Path, where: str) -> tuple[str, ...]:
    texts = (value,) if isinstance(value, str) else tuple(value) if isinstance(value, list) else ()
    if not texts or not all(isinstance(text, str) and text.strip() for text in texts):
        raise DataError(path, f"{where}: a template is a text, or a list of texts (premise, hypothesis).")
    return texts


def _strings(value: Any, path: str | Path, where: str) -> tuple[str, ...]:
    if isinstance(value, str | int) and not isinstance(value, bool):
        return (str(value),)
    if isinstance(value, list) and all(isinstance(item, str | int) for item in value):
        return tuple(str(item) for item in value)
    raise DataError(path, f"{where}: a word or a list of words is expected.")


def _lexicons(raw: Any, path: str | Path) -> dict[str, tuple[str, ...]]:
    if not isinstance(raw, dict):
        raise DataError(path, '"lexicons" is an object of lists.')
    lexicons: dict[str, tuple[str, ...]] = {}
    for key, values in raw.items():
        words = _strings(values, path, f"lexicon '{key}'")
        if key[-1:].isdecimal():
            raise DataError(path, numbered_key(key))
        if not words:
            raise DataError(path, f"the lexicon '{key}' is empty. Give it values or take its slots out.")
        lexicons[key] = tuple(dict.fromkeys(words))
    return lexicons


def _glossary(raw: Any, path: str | Path) -> dict[str, Any]:
    if not isinstance(raw, dict) or not all(isinstance(table, dict) for table in raw.values()):
        raise DataError(path, '"glossary" is an object of tables: {KEY: {VALUE: [WORD, …]}}.')
    for key, table in raw.items():
        for value, words in table.items():
            if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
                raise DataError(path, f"glossary '{key}', '{value}': a list of words is expected.")
    return raw


def checklist_document(checklist: CheckList) -> dict[str, Any]:
    """The JSON document of a CheckList; reading it gives the CheckList back."""
    document: dict[str, Any] = {"language": checklist.language, "task": checklist.task}
    optional: Mapping[str, Any] = {
        "target": checklist.target,
        "status": checklist.status,
        "labels": list(checklist.labels),
        **checklist.extra,
    }
    document.update({key: value for key, value in optional.items() if value})
    document["capabilities"] = {
        capability: {
            "description": checklist.descriptions.get(capability, ""),
            "tests": [_raw_test(test) for test in checklist.tests_of(capability)],
        }
        for capability in checklist.capabilities
    }
    document["lexicons"] = {key: list(values) for key, values in checklist.lexicons.items()}
    if checklist.glossary:
        document["glossary"] = dict(checklist.glossary)
    return document


def _raw_test(test: ChecklistTest) -> dict[str, Any]:
    raw: dict[str, Any] = {"template": _plain(test.template)}
    optional: Mapping[str, Any] = {
        "name": test.name,
        "label": _plain(test.labels),
        "type": "" if test.kind == "MFT" else test.kind,
        "vary": test.vary,
        "variants": test.variants,
        "perturbation": test.perturbation,
        "then": [_plain(texts) for texts in test.then],
        "expect": test.expect,
    }
    raw.update({key: value for key, value in optional.items() if value})
    return raw | dict(test.extra)


def _plain(texts: Sequence[str]) -> str | list[str]:
    return texts[0] if len(texts) == 1 else list(texts)


def write_checklist(checklist: CheckList, path: str | Path) -> None:
    """Write a CheckList file, whole or not at all."""
    write_text(path, json.dumps(checklist_document(checklist), ensure_ascii=False, indent=1) + "\n")
