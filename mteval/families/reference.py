"""Translations scored against reference translations.

What is measured: how much a system's output shares with one or more human translations of the same source, by n-grams
(BLEU, ROUGE), characters (chrF), edits (TER) or a neural model (COMET, BERTScore).

How to read it: a corpus score alone says little. Look at its interval, at the paired test between systems, and at the
smallest difference this test set could detect: below it, "no significant difference" is no news.

Traps: scores of different tokenizers, references or versions are not comparable (compare signatures); one reference
punishes good paraphrases; a score on segments that were in the training data is worthless (see the finding
identical-to-reference).

**Levels** (`--set level=document`, in `score` `--level document`). At the level `paragraph` or `document` the segments of each
are joined, with a blank between them, and then are what is scored: n-grams run over sentence ends, a word moved to the next
sentence costs little, and documents are the units of intervals and tests. BLEU and chrF are then mostly some points higher
than by segment, and not comparable with it; a finding (`level`) gives both.

**Other segments than the source's** (`--set resegment=yes`, in `score` `--resegment`). A translation with more or fewer lines is
cut into the segments of its reference by minimum edit distance over words (Matusov, Leusch, Bender and Ney 2005, *Evaluating
Machine Translation Output with Automatic Sentence Segmentation*), exactly, within each document where documents are known;
equally good cuts fall at the translation's own line ends and sentence ends. The finding `resegmented` says what was done.

**Whole sentences.** By the same cut, into the sentences of the reference, findings name sentences that seem to be left out
(`untranslated-sentence`) or made up (`added-sentence`), in segments of several sentences and in outputs cut anew. They go by
words and lengths: a loose translation may be told, a short sentence that is missing may not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from mteval.core import registry
from mteval.core.columns import Columns
from mteval.core.errors import DataError
from mteval.core.evidence import Comparison, Evidence, Skipped
from mteval.core.options import CHOICE, TRUTH, Option, OptionValues, read_options
from mteval.core.protocols import Contents, Options
from mteval.core.queries import Answer, Translation, Unanswered
from mteval.core.records import HeldOutput, Segment
from mteval.core.results import Finding
from mteval.core.suites import Case, LaidOutput, SegmentCases, Suite, SuiteSource, segment_case
from mteval.families._reference.levels import LEVELS, joined
from mteval.families._reference.outputs import lay_out
from mteval.families._reference.sentences import sentences_inside

UNREFERENCED = ("length-ratio", "copy-rate", "repetition")
SUSPICIOUS_SHARE = 0.1
LONG = 10
"""Words of a segment that two people would hardly translate alike; where there are such segments, they tell."""

OPTIONS = (
    Option("level", CHOICE, None, "what is scored as one: segments, or these joined", choices=LEVELS),
    Option("resegment", TRUTH, None, "cut outputs of the file that have other segments by their reference"),
)


@registry.families.register("reference")
class Reference:
    """Judges translations by laying them beside references."""

    metrics: ClassVar[tuple[str, ...]] = ("bleu", "chrf", "ter")
    options: ClassVar[tuple[Option, ...]] = OPTIONS

    def __init__(self, options: Options) -> None:
        self.chosen = read_options(OPTIONS, options, "the family 'reference'")

    def load(self, source: SuiteSource, contents: Contents) -> Suite:
        """One case per segment, paragraph or document; what is of one document is resampled together."""
        if contents.outputs and not contents.records:
            raise DataError(source.files["data"], "holds translations alone. Give the test set (source, references).")
        level = self.chosen["level"] or "segment"
        records = contents.records if level == "segment" else joined(contents.records, level)
        cases: Sequence[Case] = (
            SegmentCases(records)
            if isinstance(records, Columns)
            else tuple(segment_case(str(number), record) for number, record in enumerate(records, start=1))
        )
        tags = cases.tags if isinstance(cases, SegmentCases) else [case.tags for case in cases]
        return Suite(
            source=source,
            cases=cases,
            metrics=source.metrics or self._metrics(records),
            slices=source.slices or contents.slices,
            cluster="document" if any("document" in own for own in tags) else None,
            findings=(*contents.findings, *_empty_references(records)),
            options=self.chosen if self.chosen.given else OptionValues(),
            outputs={one.system: self._laid(contents, one, level) for one in contents.outputs},
        )

    def _metrics(self, records: Sequence[Segment]) -> tuple[str, ...]:
        return self.metrics if not records or any(one.references for one in records) else UNREFERENCED

    def _laid(self, contents: Contents, output: HeldOutput, level: str) -> LaidOutput:
        return lay_out(contents.records, output, level, cut=bool(self.chosen["resegment"]))

    def judge_all(self, suite: Suite, answers: Sequence[Answer]) -> Sequence[Evidence]:
        """Lay every translation beside its references; of very many, when they are looked at."""
        cases = suite.cases
        if isinstance(cases, SegmentCases) and isinstance(answers, Columns) and answers.kind is Translation:
            texts = answers.columns[0]
            return Columns(Comparison, texts, cases.references, cases.sources)
        return [
            Skipped(answer.reason) if isinstance(answer, Unanswered) else self.judge(case, answer)
            for case, answer in zip(cases, answers, strict=True)
        ]

    def judge(self, case: Case, answer: Answer) -> Evidence:
        """Lay the translation beside the references."""
        if not isinstance(answer, Translation):
            return Skipped("no translation")
        return Comparison(answer.text, case.gold.references, case.gold.source)

    def inspect(self, suite: Suite, answers: Sequence[Answer], evidence: Sequence[Evidence]) -> Iterable[Finding]:
        """Find sentences left out or made up, and output copied from the reference.

        A few short segments are always as the reference, a tenth is not chance.
        """
        cases = suite.cases
        ids = cases.ids if isinstance(cases, SegmentCases) else [case.id for case in cases]
        compared = _compared(ids, evidence)
        yield from sentences_inside(*compared)
        yield from _copied_references(*compared)

    def export(self, suite: Suite) -> Iterator[str]:
        """The source segments, one a line."""
        for case in suite.cases:
            yield case.gold.source or ""


def _compared(
    ids: Sequence[str], evidence: Sequence[Evidence]
) -> tuple[Sequence[str], Sequence[str], Sequence[tuple[str, ...]]]:
    """Ids, translations and references of the cases that have a translation."""
    if isinstance(evidence, Columns) and evidence.kind is Comparison:
        texts, references, _ = evidence.columns
        return ids, texts, references
    found = [(name, one) for name, one in zip(ids, evidence, strict=True) if isinstance(one, Comparison)]
    return [name for name, _ in found], [one.translation for _, one in found], [one.references for _, one in found]


def _copied_references(
    ids: Sequence[str], texts: Sequence[str], references: Sequence[tuple[str, ...]]
) -> Iterator[Finding]:
    pairs = enumerate(zip(texts, references, strict=True))
    places = [place for place, (text, own) in pairs if text in own and text.strip()]
    if places and _suspicious(texts, places):
        message = (
            f"{len(places)} of {len(texts)} translations are identical to the reference. Was the reference handed in?"
        )
        copies = tuple(ids[place] for place in places)
        yield Finding("identical-to-reference", message, len(copies), copies)


def _suspicious(texts: Sequence[str], copied: Sequence[int]) -> bool:
    """Whether so many are copied: of the long ones, where there are any. Lines are counted until they are too many for that."""
    telling = sum(len(texts[place].split()) >= LONG for place in copied)
    long = 0
    for text in texts:
        long += len(text.split()) >= LONG
        if SUSPICIOUS_SHARE * long > max(telling, len(copied)):
            return False
    return (telling if long else len(copied)) >= SUSPICIOUS_SHARE * (long or len(texts))


def _empty_references(records: Sequence[Segment]) -> Iterator[Finding]:
    references = records.columns[0] if isinstance(records, Columns) else (record.references for record in records)
    empty = tuple(str(number) for number, own in enumerate(references, start=1) if own and not any(map(str.strip, own)))
    if empty:
        yield Finding("empty-line", f"{len(empty)} segments have an empty reference.", len(empty), empty)
