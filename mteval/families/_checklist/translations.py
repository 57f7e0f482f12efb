"""Whether the translations of a probe are as its test demands: numbers, names, words, negation, sameness."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mteval.checklists.checklist import ChecklistTest
from mteval.checklists.phrases import contains_phrase
from mteval.checklists.templates import Instance, parse_template
from mteval.families._checklist.probes import Probe

Glossary = Mapping[str, Mapping[str, Sequence[str]]]
_NUMBER = re.compile(r"\d+(?:[.,:'’\u00a0\u202f]\d+)*|\d{1,3}(?: \d{3})+")
_GROUPED = re.compile(r"\d{1,3}(?: \d{3})+(?!\d)")
_EMPTY = "the translation is empty"


class NoExpectationError(Exception):
    """The CheckList does not say what the right translation of a value is; the probe cannot be decided."""


@dataclass(frozen=True, slots=True)
class Check:
    """One check at work: what it is given in the file, the instance, its translation, and that of the original."""

    wanted: Any
    instance: Instance
    translation: str
    original: str
    glossary: Glossary = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)


def translation_failures(probe: Probe, translations: Sequence[str], glossary: Glossary) -> dict[int, str]:
    """The members whose translations break the test, each with the reason; empty: the probe passed."""
    broken = {place: _EMPTY for place, text in enumerate(translations) if not text.strip()}
    if probe.test.kind == "INV":
        masked = [
            masked_translation(text, probe.test.vary, member, glossary)
            for text, member in zip(translations, probe.members, strict=True)
        ]
        changed = {place: "the translation changed" for place, text in enumerate(masked) if text != masked[0]}
        return {**changed, **broken}
    judged = range(1, len(translations)) if probe.test.kind == "DIR" else range(len(translations))
    for place in judged:
        reason = _first_failure(probe, place, translations, glossary)
        if reason:
            broken.setdefault(place, reason)
    return broken


def _first_failure(probe: Probe, place: int, translations: Sequence[str], glossary: Glossary) -> str:
    for options in _checks(probe.test.expect):
        name = next(key for key in options if key in CHECKS)
        check = Check(options[name], probe.members[place], translations[place], translations[0], glossary, options)
        reason = CHECKS[name](check)
        if reason:
            return reason
    return ""


def _checks(expect: Any) -> list[Mapping[str, Any]]:
    return (
        [expect]
        if isinstance(expect, Mapping)
        else list(expect)
        if isinstance(expect, list | tuple)
        else [expect]
        if expect
        else []
    )


def faulty_checks(test: ChecklistTest) -> Iterator[str]:
    """What is wrong with the checks of a test on translations: names that are none, slots the test does not have."""
    texts = (text for template in (test.template, *test.then) for text in template)
    slots = {slot.name for text in texts for slot in parse_template(text).slots}
    if test.kind == "MFT" and not test.expect:
        yield f'an MFT on translations needs "expect": a list of checks ({", ".join(CHECKS)}).'
    for check in _checks(test.expect):
        if not isinstance(check, Mapping) or sum(key in CHECKS for key in check) != 1:
            yield f"'{check}' is no check of a translation. Use one of {', '.join(CHECKS)}."
            continue
        slot = check.get("keep", check.get("glossary"))
        if slot is not None and str(slot) not in slots:
            yield f"'{slot}' is none of its slots."
        words = check.get("any", check.get("none", []))
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            yield f"'{check}' names no list of words."


def numbers_kept(check: Check) -> str:
    """Every number of the source is in the translation, whatever separators it is written with."""
    source = Counter(_joined(number) for number in _NUMBER.findall(_ascii_digits(" ".join(check.instance.texts))))
    found = _numbers_found(_ascii_digits(check.translation))
    missing = [number for number, count in source.items() if found[number] < count]
    return f"the number {missing[0]} is missing" if missing else ""


def _numbers_found(text: str) -> Counter[str]:
    """Numbers as they may be read: with their separators joined, and part by part (14:35 may become 14.35)."""
    whole = _NUMBER.findall(text)
    found = Counter(_joined(number) for number in whole)
    for number in whole:
        parts = re.findall(r"\d+", number)
        found.update(parts if len(parts) > 1 else [])
    found.update(_joined(number) for number in _GROUPED.findall(text))
    # A source time such as 14:35 joins to 1435; a translation may part it with other signs (14h35, 14.35).
    found.update(_joined(number) for number in re.findall(r"\d+\s?[hH]\s?\d+", text))
    return found


def _joined(number: str) -> str:
    return re.sub(r"\D", "", number)


def _ascii_digits(text: str) -> str:
    return "".join(str(unicodedata.digit(sign)) if sign.isdigit() and sign.isdecimal() else sign for sign in text)


def value_kept(check: Check) -> str:
    """The slot's value stands in the translation as it stood in the source."""
    value = check.instance.values[str(check.wanted)]
    kept = unicodedata.normalize("NFC", value) in unicodedata.normalize("NFC", check.translation)
    return "" if kept else f"'{value}' is missing"


def value_translated(check: Check) -> str:
    """One of the glossary's translations of the slot's value is in the translation; `forms` names another glossary."""
    slot = str(check.wanted)
    key = str(check.options.get("forms", slot.rstrip("0123456789")))
    value = check.instance.values[slot]
    forms = check.glossary.get(key, {}).get(value, ())
    if not forms:
        raise NoExpectationError(f"the glossary '{key}' has no translation of '{value}'")
    return "" if contains_any(check.translation, forms) else f"no '{' | '.join(forms)}' for '{value}'"


def some_word(check: Check) -> str:
    """At least one of the words is in the translation."""
    return "" if contains_any(check.translation, check.wanted) else f"none of '{' | '.join(check.wanted)}'"


def no_word(check: Check) -> str:
    """None of the words is in the translation."""
    found = [word for word in check.wanted if contains_any(check.translation, [word])]
    return f"'{found[0]}' should not be there" if found else ""


def differs(check: Check) -> str:
    """The translation is not that of the original."""
    same = _plain(check.translation) == _plain(check.original)
    return "the translation is the same as that of the original" if same == bool(check.wanted) else ""


CHECKS: dict[str, Callable[[Check], str]] = {
    "numbers": numbers_kept,
    "keep": value_kept,
    "glossary": value_translated,
    "any": some_word,
    "none": no_word,
    "different": differs,
}


def contains_any(text: str, words: Sequence[str]) -> bool:
    """Whether one of the words (or phrases, with `…` for a gap and `*` for any ending) stands in the text, case aside."""
    return contains_phrase(text, words)


def _word_pattern(word: str) -> re.Pattern[str]:
    escaped = re.escape(_plain(word))
    before = r"(?<!\w)" if word[0].isalnum() else ""
    after = r"(?!\w)" if word[-1].isalnum() else ""
    return re.compile(before + escaped + after)


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFC", text).replace("’", "'").casefold()
    return " ".join(folded.split())


def masked_translation(text: str, slot: str, member: Instance, glossary: Glossary) -> str:
    """The translation with the varied value (or its glossary forms) and all numbers blanked out."""
    plain = _plain(text)
    if slot:
        value = member.values[slot]
        forms = (value, *glossary.get(slot.rstrip("0123456789"), {}).get(value, ()))
        for form in sorted(forms, key=len, reverse=True):
            plain = _word_pattern(form).sub("▁", plain)
    return _NUMBER.sub("▁", _ascii_digits(plain))
