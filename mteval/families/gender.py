"""Does a translation keep the gender that the source gives a person?

**What is measured.** The system translates sentences whose source says the gender of a person; each has a reference with that
gender and one that is the same but for the other gender.

**Formula.** MT-GenEval's rule: a translation is wrong if it holds a word that only the wrong reference has, else right.
Words are what blanks part after ASCII punctuation became blanks, in lower case.

**Paper.** Currey et al. 2022, "MT-GenEval: A Counterfactual and Contextual Dataset for Evaluating Gender Accuracy in Machine
Translation" (EMNLP).

**Traps.** A translation that avoids gender, paraphrases or is empty counts as right: look at `shown` (the share of translations
that hold a word of one reference alone) and at chrf beside it. A word of the wrong reference may stand there for another
person. Typographic punctuation sticks to words, as in the published script.

**How to read it.** accuracy by gender: systems mostly fall back on the masculine, so `gap` (masculine − feminine) is above 0.
"""

from __future__ import annotations

import string
from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.evidence import Evidence, Outcome, Skipped, Verdict
from mteval.core.options import OptionValues, read_options
from mteval.core.protocols import Contents, Options
from mteval.core.queries import Answer, Translate, Translation
from mteval.core.records import GenderItem
from mteval.core.suites import Case, Suite, SuiteSource

PUNCTUATION = str.maketrans(string.punctuation, " " * len(string.punctuation))
BREAKS = {ord(sign): " " for sign in "\t\n\r"}


@registry.families.register("gender")
class Gender:
    """Judges translations by the words that only the right or only the wrong reference has."""

    metrics: ClassVar[tuple[str, ...]] = ("gender-accuracy",)

    def __init__(self, options: Options) -> None:
        read_options((), options, "the family 'gender'")

    def load(self, source: SuiteSource, contents: Contents) -> Suite:
        """One case per item; the two genders of one sentence are resampled together."""
        items: tuple[GenderItem, ...] = contents.records
        if not items:
            raise DataError(source.files.get("data", source.name), "holds no items.")
        cases = tuple(
            Case("-".join(filter(None, (item.pair, item.gender))), Translate(item.source), item, _tags(item))
            for item in items
        )
        gendered = any(item.gender for item in items)
        return Suite(
            source=replace(source, languages=source.languages or contents.languages),
            cases=cases,
            metrics=source.metrics or self.metrics,
            slices=source.slices or (("gender",) if gendered else ()),
            cluster="pair" if gendered else None,
            findings=contents.findings,
            options=OptionValues(),
        )

    def judge(self, case: Case, answer: Answer) -> Evidence:
        """Wrong if a word of the wrong reference alone is in the translation."""
        if not isinstance(answer, Translation):
            return Skipped("no translation")
        item: GenderItem = case.gold
        words, right, wrong = (gender_words(text) for text in (answer.text, item.reference, item.wrong))
        of_right, of_wrong = sorted(words & (right - wrong)), sorted(words & (wrong - right))
        detail = {"gender": item.gender, "right_words": of_right, "wrong_words": of_wrong}
        return Verdict(Outcome.FAILED if of_wrong else Outcome.PASSED, detail=detail)

    def export(self, suite: Suite) -> Iterator[str]:
        """The sources to translate, one a line."""
        for case in suite.cases:
            yield case.gold.source.translate(BREAKS)


def gender_words(text: str) -> set[str]:
    """The words of a text as the published script cuts them."""
    return set(text.lower().translate(PUNCTUATION).split())


def _tags(item: GenderItem) -> dict[str, tuple[str, ...]]:
    return {"pair": (item.pair,), **({"gender": (item.gender,)} if item.gender else {})}
