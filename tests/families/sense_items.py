"""Sense choices of one ambiguous word, loaded and judged."""

from __future__ import annotations

from pathlib import Path

from mteval.core import registry
from mteval.core.evidence import Outcome
from mteval.core.protocols import Contents
from mteval.core.queries import Translation
from mteval.core.records import SenseItem
from mteval.core.suites import SuiteSource

POSITIVE, NEGATIVE, UNKNOWN = Outcome.PASSED, Outcome.FAILED, Outcome.UNDECIDED


def item(identity="1", **changes):
    given = {
        "source": "The bank by the river closed .",
        "word": "bank",
        "positive": ("bank",),
        "negative": ("ufer",),
        "tags": {"domain": ("in",)},
    }
    return SenseItem(identity, **{**given, **changes})


def loaded(*items, languages=("en", "de"), **options):
    source = SuiteSource(
        "suite", "sense-choice", "mucow-translation", {"data": Path("en-de.key.txt")}, languages=languages
    )
    family = registry.families.find("sense-choice")(options)
    return family, family.load(source, Contents(items or (item(),)))


def judge(text, lemmas=None, changes=None, **options):
    family, suite = loaded(item(**(changes or {})), **options)
    return family.judge_all(suite, [Translation(text, lemmas)])[0]


def sheet_of(tmp_path, texts, **options):
    items = [item(str(place), source=f"The bank {place}") for place in range(len(texts))]
    family, suite = loaded(*items, **options)
    answers = [Translation(text) for text in texts]
    evidence = family.judge_all(suite, answers)
    return family, suite, answers, evidence
