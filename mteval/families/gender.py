"""Does a translation keep the gender that the source gives a person?

**What is measured.** The system translates sentences whose source says the gender of a person. In MT-GenEval each has a
reference with that gender and one that is the same but for the other gender; in WinoMT there are no references, and the gender
is read from what the translation calls the person.

**Formula.** MT-GenEval's rule: a translation is wrong if it holds a word that only the wrong reference has, else right.
Words are what blanks part after ASCII punctuation became blanks, in lower case. WinoMT: the noun for the person decides where
its forms differ (Arzt, Ärztin), its article where they do not (le or la comptable); a gender-fair form is neutral; else unknown.

**Paper.** Currey et al. 2022, "MT-GenEval: A Counterfactual and Contextual Dataset for Evaluating Gender Accuracy in Machine
Translation" (EMNLP). Stanovsky, Smith and Zettlemoyer 2019, "Evaluating Gender Bias in Machine Translation" (ACL), aligns words
and analyses them; here there are word lists of our own for German, French and Spanish instead.

**Traps.** A translation that avoids gender, paraphrases or is empty counts as right: look at `shown` (the share of translations
that hold a word of one reference alone) and at chrf beside it. A word of the wrong reference may stand there for another
person. Typographic punctuation sticks to words, as in the published script. The lists of WinoMT's people are drafts, not
checked by native speakers; what they do not know is unknown and counts as not right, so read coverage and precision first.

**How to read it.** accuracy by gender: systems mostly fall back on the masculine, so `gap` (masculine − feminine) is above 0.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.evidence import Evidence, Outcome, Skipped, Verdict
from mteval.core.options import OptionValues, read_options
from mteval.core.protocols import Contents, Options
from mteval.core.queries import Answer, Translate, Translation
from mteval.core.records import EntityItem, GenderItem
from mteval.core.suites import Case, Suite, SuiteSource
from mteval.families._gender.entities import entity_cases, entity_verdict, unlisted

PUNCTUATION = str.maketrans(string.punctuation, " " * len(string.punctuation))
BREAKS = {ord(sign): " " for sign in "\t\n\r"}


@registry.families.register("gender")
class Gender:
    """Judges translations by the words that only the right or only the wrong reference has."""

    metrics: ClassVar[tuple[str, ...]] = ("gender-accuracy", "entity-gender")

    def __init__(self, options: Options) -> None:
        read_options((), options, "the family 'gender'")

    def load(self, source: SuiteSource, contents: Contents) -> Suite:
        """One case per item; the two genders of one sentence are resampled together."""
        if not contents.records:
            raise DataError(source.files.get("data", source.name), "holds no items.")
        if isinstance(contents.records[0], EntityItem):
            return _entities(source, contents)
        items: Sequence[GenderItem] = contents.records
        cases = tuple(
            Case("-".join(filter(None, (item.pair, item.gender))), Translate(item.source), item, _tags(item))
            for item in items
        )
        gendered = any(item.gender for item in items)
        return Suite(
            source=replace(source, languages=source.languages or contents.languages),
            cases=cases,
            metrics=source.metrics or ("gender-accuracy",),
            slices=source.slices or (("gender",) if gendered else ()),
            cluster="pair" if gendered else None,
            findings=contents.findings,
            options=OptionValues(),
        )

    def judge(self, case: Case, answer: Answer) -> Evidence:
        """Wrong if a word of the wrong reference alone is in the translation, or the person has another gender there."""
        if not isinstance(answer, Translation):
            return Skipped("no translation")
        if isinstance(case.gold, EntityItem):
            return entity_verdict(case.gold, answer.text)
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


def _entities(source: SuiteSource, contents: Contents) -> Suite:
    """The suite of sentences without references."""
    languages = source.languages or contents.languages
    cases = entity_cases(contents.records, languages)
    stereotyped = any("stereotype" in case.tags for case in cases)
    return Suite(
        source=replace(source, languages=languages),
        cases=cases,
        metrics=source.metrics or ("entity-gender",),
        slices=source.slices or (("gender", "stereotype") if stereotyped else ("gender",)),
        findings=(*contents.findings, *unlisted(cases)),
        options=OptionValues(),
    )


def _tags(item: GenderItem) -> dict[str, tuple[str, ...]]:
    return {"pair": (item.pair,), **({"gender": (item.gender,)} if item.gender else {})}
