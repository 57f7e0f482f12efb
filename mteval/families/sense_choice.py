"""Does a system translate an ambiguous word in the sense it has in its sentence?

**What is measured.** The system translates sentences with an ambiguous word; each item lists the target words of
the right sense and of the wrong ones. The translation is looked through for them.

**Formula.** The published procedure: the output is Moses-tokenised for the target language and lowercased; if
neither a right nor a wrong word is among the tokens, the lemmas are looked at. Right words only: positive. Any
wrong word, also beside a right one: negative. Neither: unknown. coverage = (pos + neg) / all, precision = pos /
(pos + neg), recall_a = pos / (pos + unknown), recall_b = pos / all, f1_a and f1_b with each recall; slices
in-domain and out-of-domain.

**Paper.** Raganato, Scherrer, Tiedemann 2019, "The MuCoW test suite at WMT 2019", and 2020, "An Evaluation
Benchmark for Testing the Word Sense Disambiguation Capabilities of Machine Translation Systems".

**Traps.** Two recalls are in use: the published tables have recall_a, which rewards a system for turning unknown
words into wrong ones; the papers define recall_b. A wrong-sense word elsewhere in the sentence makes the item
negative (see matching=aligned). Without lemmas, inflected forms are unknown, so coverage of systems with and
without a lemma file cannot be compared. Unknown translations may be good: `extras.bounds` gives the best and the
worst case, and `mteval adjudicate` a sheet for deciding them by hand.

**Options** (`--set`): search=tokens-then-lemmas|lemmas|tokens (where to look; `lemmas` for sets of 2020);
lemmatiser=file|none|simplemma|stanza|udpipe (file: the system's own lemma lines); lemma_model=PATH; multiword=true
(forms joined by _ match as consecutive words); compounds=true (a form may be the head of a compound);
tokens=moses|blanks; matching=anywhere|aligned; alignments=FILE (Pharaoh form, for one system; with several write
output-file:FILE?alignments=FILE; without any, eflomal is called, whose sampling is random: save_alignments=FILE
keeps what it found); adjudicated=FILE (a decided sheet); training=FILE (lint).

**How to read it.** Compare f1_b, then precision and coverage apart: a system may avoid the ambiguous word
altogether.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from mteval.analysis import sense_lint
from mteval.analysis.adjudication import Row, read_sheet
from mteval.analysis.case_ids import unique_ids
from mteval.analysis.sense_charts import choice_sections
from mteval.analysis.sense_judging import Procedure, bounds, judge_translations, outcome
from mteval.analysis.sense_matching import Found, Matcher
from mteval.core import registry
from mteval.core.errors import CapabilityError, DataError
from mteval.core.evidence import Evidence, Outcome, Skipped, Verdict
from mteval.core.options import choice, refuse_unknown, truth
from mteval.core.protocols import Contents, Section
from mteval.core.queries import Answer, Translate, Translation, Unanswered
from mteval.core.records import SenseItem
from mteval.core.results import Finding, Results
from mteval.core.suites import Case, Suite, SuiteSource

CHOICES = {
    "lemmatiser": ("file", "none", "simplemma", "stanza", "udpipe"),
    "tokens": ("moses", "blanks"),
    "matching": ("anywhere", "aligned"),
    "search": ("tokens-then-lemmas", "lemmas", "tokens"),
}
SWITCHES = ("multiword", "compounds")
PATHS = ("lemma_model", "alignments", "save_alignments", "adjudicated", "training")
# What would break a line or a column; everything else goes out as it is.
BREAKS = {ord(sign): " " for sign in "\t\n\r"}
SLICES = ("domain", "origin", "frequency", "distance", "data")
OUTCOMES = {"positive": Outcome.PASSED, "negative": Outcome.FAILED, "unknown": Outcome.UNDECIDED}


@registry.families.register("sense-choice")
class SenseChoice:
    """Judges which sense of an ambiguous word a translation has."""

    metrics: ClassVar[tuple[str, ...]] = ("sense-f1",)

    def __init__(self, options: Mapping[str, Any]) -> None:
        refuse_unknown(options, (*CHOICES, *SWITCHES, *PATHS), "sense-choice")
        chosen = {key: choice(str(options.get(key, allowed[0])), allowed, key) for key, allowed in CHOICES.items()}
        switched = {key: truth(options.get(key, False), key) for key in SWITCHES}
        paths = {key: str(options[key]) for key in PATHS if options.get(key)}
        self.options: dict[str, Any] = {**chosen, **switched, **paths}
        self._given = frozenset(options)

    def load(self, source: SuiteSource, contents: Contents) -> Suite:
        """Make one case per item."""
        items: tuple[SenseItem, ...] = contents.records
        if not items:
            raise DataError(source.files.get("data", source.name), "holds no items. Give a set with at least one.")
        if "search" in contents.metadata and "search" not in self._given:
            self.options["search"] = str(contents.metadata["search"])
        ids = unique_ids([item.id for item in items])
        cases = tuple(_case(item, identity) for item, identity in zip(items, ids, strict=True))
        present = {tag for case in cases for tag in case.tags}
        return Suite(
            source=replace(source, languages=source.languages or contents.languages),
            cases=cases,
            metrics=source.metrics or self.metrics,
            slices=source.slices or tuple(tag for tag in SLICES if tag in present),
            cluster="word",
            findings=(*contents.findings, *sense_lint.basic_findings(items, ids)),
            options=dict(self.options),
        )

    def judge(self, case: Case, answer: Answer) -> Evidence:
        """Judge one translation by itself, in English tokenisation; suites are judged whole."""
        return self._judge([case], [answer], ("", ""))[0]

    def judge_all(self, suite: Suite, answers: Sequence[Answer]) -> Sequence[Evidence]:
        """Judge all translations: lemmatisers and aligners work on whole texts."""
        languages = (*suite.source.languages, "", "")[:2]
        return self._judge(suite.cases, answers, (languages[0], languages[1]))

    def inspect(self, suite: Suite, answers: Sequence[Answer], evidence: Sequence[Evidence]) -> Iterable[Finding]:
        """Say what the numbers depend on: missing lemmas, both senses found, stale adjudications, chance links."""
        verdicts = [(case, one) for case, one in zip(suite.cases, evidence, strict=True) if isinstance(one, Verdict)]
        both = tuple(case.id for case, one in verdicts if one.detail.get("right") and one.detail.get("wrong"))
        if both:
            message = f"{len(both)} translations hold words of the right and of a wrong sense; they count as negative."
            yield Finding("both-senses", message, count=len(both), cases=both)
        bare = sum(isinstance(answer, Translation) and answer.lemmas is None for answer in answers)
        if self.options["lemmatiser"] == "file" and bare:
            message = "There are no lemmas, so inflected forms count as unknown. Use ?lemmas=FILE or --set lemmatiser=simplemma."
            yield Finding("no-lemmas", message, count=bare)
        given = all(isinstance(answer, Translation) and answer.links is not None for answer in answers)
        yield from self._inspect_alignment(verdicts, given=given)
        yield from self._inspect_adjudication(suite, evidence)

    def extras(self, suite: Suite, answers: Sequence[Answer], evidence: Sequence[Evidence]) -> Mapping[str, Any]:
        """Best and worst case for the undecided, whole and by domain; weighted precision where senses have distances."""
        del answers
        counts = {"all": _counts(evidence)}
        for domain in ("in", "out"):
            members = [
                one for case, one in zip(suite.cases, evidence, strict=True) if domain in case.tags.get("domain", ())
            ]
            if members:
                counts[domain] = _counts(members)
        result: dict[str, Any] = {"bounds": {name: bounds(*numbers) for name, numbers in counts.items()}}
        if any(case.gold.distances for case in suite.cases):
            result["weighted_precision"] = _weighted_precision(evidence)
        return result

    def lint(self, suite: Suite) -> Iterable[Finding]:
        """Look for defects of the set itself."""
        items = [case.gold for case in suite.cases]
        ids = [case.id for case in suite.cases]
        yield from sense_lint.deeper_findings(items, ids, self._procedure(suite.source.languages))
        yield from sense_lint.overlaps(items, ids, str(self.options.get("training", "")))

    def cleaned(self, suite: Suite) -> tuple[tuple[SenseItem, ...], Mapping[str, int]]:
        """The items of the suite without defects, for its format to write, and what was taken out."""
        return sense_lint.clean([case.gold for case in suite.cases])

    def export(self, suite: Suite) -> Iterator[str]:
        """The sources to translate, one a line."""
        for case in suite.cases:
            yield case.gold.source.translate(BREAKS)

    def sections(self, results: Results) -> Iterable[Section]:
        """Positive, negative and unknown as stacked bars."""
        return choice_sections(results)

    def sheet(self, suite: Suite, answers: Sequence[Answer], evidence: Sequence[Evidence]) -> list[Row]:
        """The cases a person should decide: unknown ones, and those with words of both senses."""
        return [
            _row(case, answer, one)
            for case, answer, one in zip(suite.cases, answers, evidence, strict=True)
            if isinstance(one, Verdict) and isinstance(answer, Translation) and _open(one)
        ]

    def _procedure(self, languages: Sequence[str]) -> Procedure:
        source, target = (*languages, "", "")[:2]
        return Procedure(
            source_language=source,
            target_language=target,
            matcher=Matcher(multiword=self.options["multiword"], compounds=self.options["compounds"]),
            lemmatiser=self.options["lemmatiser"],
            lemma_model=self.options.get("lemma_model", ""),
            tokens=self.options["tokens"],
            search=self.options["search"],
            aligned=self.options["matching"] == "aligned",
            alignments=self.options.get("alignments", ""),
            save_alignments=self.options.get("save_alignments", ""),
        )

    def _judge(self, cases: Sequence[Case], answers: Sequence[Answer], languages: tuple[str, str]) -> list[Evidence]:
        _require_translations(answers)
        translations = [answer if isinstance(answer, Translation) else Translation("") for answer in answers]
        items = [case.gold for case in cases]
        found = judge_translations(items, translations, self._procedure(languages))
        decided = self._decided()
        evidence: list[Evidence] = []
        for case, answer, (one, aligned) in zip(cases, answers, found, strict=True):
            if isinstance(answer, Unanswered):
                evidence.append(Skipped(answer.reason))
            else:
                verdict = _verdict(case.gold, one, aligned=aligned if self.options["matching"] == "aligned" else None)
                evidence.append(_merged(verdict, answer, decided.get(case.id)))
        return evidence

    def _decided(self) -> Mapping[str, Row]:
        path = self.options.get("adjudicated")
        return read_sheet(Path(path)) if path else {}

    def _inspect_alignment(self, verdicts: Sequence[tuple[Case, Verdict]], *, given: bool) -> Iterator[Finding]:
        if self.options["matching"] != "aligned":
            return
        loose = tuple(case.id for case, one in verdicts if not one.detail.get("aligned"))
        if loose:
            message = f"In {len(loose)} sentences the ambiguous word is not aligned; there a match counts anywhere."
            yield Finding("unaligned-word", message, count=len(loose), cases=loose)
        if not self.options.get("alignments") and not given:
            message = (
                "eflomal samples at random, so digits may vary. "
                "Keep its links with save_alignments=FILE, then give alignments=FILE."
            )
            yield Finding("random-aligner", message)

    def _inspect_adjudication(self, suite: Suite, evidence: Sequence[Evidence]) -> Iterator[Finding]:
        decided = self._decided()
        if not decided:
            return
        used = {case.id for case, one in zip(suite.cases, evidence, strict=True) if _adjudicated(one)}
        message = f"{len(used)} cases were decided by hand ({Path(self.options['adjudicated']).name})."
        yield Finding("adjudicated", message, count=len(used), cases=tuple(sorted(used)))
        stale = tuple(sorted(set(decided) - used))
        if stale:
            message = (
                f"{len(stale)} decisions are about another translation or no case of the suite; they were not used."
            )
            yield Finding("adjudication-stale", message, count=len(stale), cases=stale)


def _case(item: SenseItem, identity: str) -> Case:
    return Case(identity, Translate(item.source), item, {**item.tags, "word": (item.word,)})


def _require_translations(answers: Sequence[Answer]) -> None:
    if any(not isinstance(answer, (Translation, Unanswered)) for answer in answers):
        raise CapabilityError("A sense-choice suite asks for translations; use output-file or a model that translates.")


def _verdict(item: SenseItem, found: Found, *, aligned: bool | None) -> Verdict:
    detail: dict[str, Any] = {"right": list(found.positive), "wrong": list(found.negative), "stage": found.stage}
    if aligned is not None:
        detail["aligned"] = aligned
    if found.negative and item.distances:
        detail["distance"] = item.distances[item.negative.index(found.negative[0])]
    return Verdict(outcome(found), detail=detail)


def _merged(verdict: Verdict, answer: Answer, row: Row | None) -> Verdict:
    """A person's decision wins, if it was made on this translation."""
    if row is None or not isinstance(answer, Translation) or row.translation.split() != answer.text.split():
        return verdict
    detail = {**verdict.detail, "adjudicated": row.verdict, "automatic": verdict.outcome.value}
    return replace(verdict, outcome=OUTCOMES[row.verdict], detail=detail)


def _adjudicated(evidence: Evidence) -> bool:
    return isinstance(evidence, Verdict) and "adjudicated" in evidence.detail


def _open(verdict: Verdict) -> bool:
    both = bool(verdict.detail.get("right")) and bool(verdict.detail.get("wrong"))
    return both or verdict.outcome is Outcome.UNDECIDED


def _row(case: Case, answer: Translation, verdict: Verdict) -> Row:
    item: SenseItem = case.gold
    right, wrong = verdict.detail.get("right", ()), verdict.detail.get("wrong", ())
    return Row(
        id=case.id,
        word=item.word,
        right=" ".join(item.positive),
        wrong=" ".join(item.negative),
        found=" ".join((*right, *wrong)),
        source=item.source,
        translation=answer.text,
        reference=item.reference or "",
        verdict=str(verdict.detail.get("adjudicated", "")),
    )


def _counts(evidence: Sequence[Evidence]) -> tuple[int, int, int]:
    counts = Counter(one.outcome for one in evidence if isinstance(one, Verdict))
    return counts[Outcome.PASSED], counts[Outcome.FAILED], counts[Outcome.UNDECIDED]


def _weighted_precision(evidence: Sequence[Evidence]) -> float:
    """Wrong senses count by nearness, 1 − distance, as in MuCoW 2020."""
    decided = [one for one in evidence if isinstance(one, Verdict) and one.outcome in (Outcome.PASSED, Outcome.FAILED)]
    credit = [1.0 if one.outcome is Outcome.PASSED else 1.0 - one.detail.get("distance", 1.0) for one in decided]
    return sum(credit) / len(credit) if credit else float("nan")
