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
        """Find empty translations and output copied from the reference or the source."""
        compared = [one for one in evidence if isinstance(one, Comparison)]
        empty = sum(not one.translation.strip() and any(map(str.strip, _expected(one))) for one in compared)
        if empty:
            yield Finding("empty-line", f"{empty} translations are empty.", empty)
        copies = sum(bool(one.translation.strip()) and one.translation in one.references for one in compared)
        yield from _copied(
            "identical-to-reference", "the reference", "Was the reference handed in?", copies, len(compared)
        )
        untouched = sum(bool(one.translation.strip()) and one.translation == one.source for one in compared)
        yield from _copied("identical-to-source", "the source", "Was it translated at all?", untouched, len(compared))

    def export(self, suite: Suite) -> Iterator[str]:
        """The source segments, one a line."""
        for case in suite.cases:
            yield case.gold.source or ""


def _copied(code: str, what: str, question: str, count: int, total: int) -> Iterator[Finding]:
    """A few short segments are always the same; a tenth of a test set is not chance."""
    if count and count >= SUSPICIOUS_SHARE * total:
        yield Finding(code, f"{count} of {total} translations are identical to {what}. {question}", count)


def _expected(one: Comparison) -> Sequence[str]:
    """The texts that say whether there should be a translation: references, or the source where there are none."""
    return one.references or (one.source or "",)


def _empty_references(records: Sequence[Segment]) -> Iterator[Finding]:
    empty = sum(bool(record.references) and not any(map(str.strip, record.references)) for record in records)
    if empty:
        yield Finding("empty-line", f"{empty} segments have an empty reference.", empty)
