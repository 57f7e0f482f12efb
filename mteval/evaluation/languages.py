"""Which language a suite's translations are in: as the user or the manifest says, else by file names, else by the script."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from mteval.core.errors import UsageError
from mteval.core.suites import Suite, SuiteSource
from mteval.text.languages import CODES, languages_in_name, short_code, target_in_name
from mteval.text.scripts import language_by_script

LANGUAGE = r"[A-Za-z]{2,3}(?:[_-][A-Za-z0-9]{2,8})*"
PAIR = re.compile(rf"([A-Za-z]{{2,3}}(?:_[A-Za-z0-9]{{2,8}})*)[-→]({LANGUAGE})")


def read_languages(text: str) -> tuple[str, ...]:
    """A pair as it is given, `en-zh`, or the target language alone."""
    pair = PAIR.fullmatch(text)
    if pair:
        return pair.groups()
    if re.fullmatch(LANGUAGE, text):
        return (text,)
    raise UsageError(f"--languages {text} is not a pair of languages. Give it as en-zh, source first.")


def with_languages(suite: Suite, languages: Sequence[str]) -> Suite:
    """The suite in the languages the user says, which come before its own."""
    return replace(suite, source=speaking(suite.source, languages)) if languages else suite


def speaking(source: SuiteSource, languages: Sequence[str]) -> SuiteSource:
    """A suite that is not loaded yet in the languages the user says, for formats and families that read by them."""
    return replace(source, languages=tuple(languages)) if languages else source


def target_language(suite: Suite, outputs: Sequence[str] = ()) -> str:
    """The target language by its short code: declared, by the names of the suite's files and of outputs, by the script."""
    if suite.source.languages:
        return short_code(suite.source.languages[-1])
    names = (*suite.source.files.values(), *map(Path, outputs))
    by_name = next(filter(None, map(target_in_name, names)), "")
    return by_name or language_by_script(text for case in suite.cases for text in _references(case.gold)[:1])


def source_language(suite: Suite) -> str:
    """The source language by its short code: declared, or by the names of the suite's files; "" where nothing says it."""
    if len(suite.source.languages) > 1:
        return short_code(suite.source.languages[0])
    pairs = (languages_in_name(Path(path)) for path in suite.source.files.values())
    return next((short_code(pair[0]) for pair in pairs if len(pair) == 2 and pair[0] in CODES), "")


def _references(gold: object) -> Sequence[str]:
    found = getattr(gold, "references", ())
    return found if isinstance(found, tuple) else ()
