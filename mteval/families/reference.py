"""Translations scored against reference translations.

What is measured: how much a system's output shares with one or more human translations of the same source, by n-grams
(BLEU, ROUGE), characters (chrF), edits (TER) or a neural model (COMET, BERTScore).

How to read it: a corpus score alone says little. Look at its interval, at the paired test between systems, and at the
smallest difference this test set could detect: below it, "no significant difference" is no news.

Traps: scores of different tokenizers, references or versions are not comparable (compare signatures); one reference
punishes good paraphrases; a score on segments that were in the training data is worthless (see the finding
identical-to-reference).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from mteval.core import registry
from mteval.core.evidence import Comparison, Evidence, Skipped
from mteval.core.options import read_options
from mteval.core.protocols import Contents, Options
from mteval.core.queries import Answer, Translate, Translation
from mteval.core.records import Segment
from mteval.core.results import Finding
from mteval.core.suites import Case, Suite, SuiteSource

SUSPICIOUS_SHARE = 0.1
LONG = 10
"""Words of a segment that two people would hardly translate alike; where there are such segments, they tell."""


@registry.families.register("reference")
class Reference:
    """Judges translations by laying them beside references."""

    metrics: ClassVar[tuple[str, ...]] = ("bleu", "chrf", "ter")

    def __init__(self, options: Options) -> None:
        read_options((), options, "the family 'reference'")

    def load(self, source: SuiteSource, contents: Contents) -> Suite:
        """One case per segment; segments of one document are resampled together."""
        records: Sequence[Segment] = contents.records
        cases = tuple(
            Case(str(number), Translate(record.source or ""), record, record.tags)
            for number, record in enumerate(records, start=1)
        )
        documents = any("document" in case.tags for case in cases)
        return Suite(
            source=source,
            cases=cases,
            metrics=source.metrics or self.metrics,
            slices=source.slices,
            cluster="document" if documents else None,
            findings=(*contents.findings, *_empty_references(records)),
        )

    def judge(self, case: Case, answer: Answer) -> Evidence:
        """Lay the translation beside the references."""
        if not isinstance(answer, Translation):
            return Skipped("no translation")
        return Comparison(answer.text, case.gold.references, case.gold.source)

    def inspect(self, suite: Suite, answers: Sequence[Answer], evidence: Sequence[Evidence]) -> Iterable[Finding]:
        """Find output copied from the reference; a few short segments are always the same, a tenth is not chance."""
        compared = [
            (case.id, one) for case, one in zip(suite.cases, evidence, strict=True) if isinstance(one, Comparison)
        ]
        copies = tuple(name for name, one in compared if one.translation.strip() and one.translation in one.references)
        long = [one for _, one in compared if len(one.translation.split()) >= LONG]
        telling = sum(one.translation in one.references for one in long) if long else len(copies)
        if copies and telling >= SUSPICIOUS_SHARE * (len(long) or len(compared)):
            message = (
                f"{len(copies)} of {len(compared)} translations are identical to the reference. "
                "Was the reference handed in?"
            )
            yield Finding("identical-to-reference", message, len(copies), copies)

    def export(self, suite: Suite) -> Iterator[str]:
        """The source segments, one a line."""
        for case in suite.cases:
            yield case.gold.source or ""


def _empty_references(records: Sequence[Segment]) -> Iterator[Finding]:
    empty = tuple(
        str(number)
        for number, record in enumerate(records, start=1)
        if record.references and not any(map(str.strip, record.references))
    )
    if empty:
        yield Finding("empty-line", f"{len(empty)} segments have an empty reference.", len(empty), empty)
