"""Does a translation address people in the register that was asked for (tu or vous, du or Sie)?

**What is measured.** The system translates sentences that speak to somebody; each item says whether the translation must be
formal or informal. Words of address are looked for in it, by lists for German, French, Spanish and Hindi, and by how
sentences end in Japanese (plain or desu-masu).

**Formula.** Only words of the wanted register: passed. Any word of the other, also beside a right one: failed. None of
either: undecided, and out of the denominator. accuracy = passed / (passed + failed), coverage = the share that showed a register.

**Paper.** Nadejde et al. 2022, "CoCoA-MT: A Dataset and Benchmark for Contrastive Controlled MT with Application to Formality"
(NAACL Findings), asks the same with phrases annotated in references; here there are word lists of our own instead.

**Traps.** The lists are drafts, not checked by native speakers. French `vous` to several people is no formality, but counts as
formal; German `Sie` at the beginning of a sentence only counts before a few verbs; Spanish without pronoun often shows
nothing. So read coverage beside accuracy.

**How to read it.** By slice: many systems have one register whatever they are asked for, so formal and informal add up to 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from mteval.core import registry
from mteval.core.errors import CapabilityError, DataError
from mteval.core.evidence import Evidence, Outcome, Skipped, Verdict
from mteval.core.options import TEXT, Option, read_options
from mteval.core.protocols import Contents, Options
from mteval.core.queries import Answer, Translate, Translation
from mteval.core.records import FormalityItem
from mteval.core.suites import Case, Suite, SuiteSource
from mteval.families._formality.matching import FORMAL, MATCHERS, address
from mteval.text.languages import short_code

OPTIONS = (
    Option("target", TEXT, "", "the language of the translations, where neither manifest nor --languages say it"),
)
BREAKS = {ord(sign): " " for sign in "\t\n\r"}


@registry.families.register("formality")
class Formality:
    """Judges the register of translations by words of address."""

    metrics: ClassVar[tuple[str, ...]] = ("register-accuracy",)
    options: ClassVar[tuple[Option, ...]] = OPTIONS

    def __init__(self, options: Options) -> None:
        self.chosen = read_options(OPTIONS, options, "the family 'formality'")

    def load(self, source: SuiteSource, contents: Contents) -> Suite:
        """One case per item."""
        items: Sequence[FormalityItem] = contents.records
        if not items:
            raise DataError(source.files.get("data", source.name), "holds no items.")
        languages = source.languages or contents.languages
        target = short_code(self.chosen["target"] or (languages[-1] if languages else ""))
        if target not in MATCHERS:
            raise CapabilityError(
                f"There are words of address for {', '.join(sorted(MATCHERS))}, not for '{target or 'an unknown language'}'. "
                "Say the target language: --languages en-de."
            )
        cases = tuple(
            Case(
                str(number),
                Translate(item.source),
                replace(item, language=target),
                {"formality": (item.formality,), **item.tags},
            )
            for number, item in enumerate(items, start=1)
        )
        tags = dict.fromkeys(tag for case in cases for tag in case.tags)
        return Suite(
            source=replace(source, languages=languages),
            cases=cases,
            metrics=source.metrics or self.metrics,
            slices=source.slices or tuple(tags),
            findings=contents.findings,
            options=self.chosen,
        )

    def judge(self, case: Case, answer: Answer) -> Evidence:
        """Passed with words of the wanted register alone, failed with any of the other."""
        if not isinstance(answer, Translation):
            return Skipped("no translation")
        item: FormalityItem = case.gold
        found = address(answer.text, item.language)
        right, wrong = (found.formal, found.informal) if item.formality == FORMAL else (found.informal, found.formal)
        outcome = Outcome.FAILED if wrong else Outcome.PASSED if right else Outcome.UNDECIDED
        detail = {"wanted": item.formality, "right_words": list(right), "wrong_words": list(wrong)}
        return Verdict(
            outcome, int(outcome is Outcome.PASSED), int(bool(right or wrong)), stratum=item.formality, detail=detail
        )

    def export(self, suite: Suite) -> Iterator[str]:
        """The sources to translate, one a line."""
        for case in suite.cases:
            yield case.gold.source.translate(BREAKS)
