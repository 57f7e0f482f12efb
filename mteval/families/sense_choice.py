"""Does a system translate an ambiguous word in the sense it has in its sentence?

**What is measured.** The system translates sentences with an ambiguous word; each item lists the target words of
the right sense and of the wrong ones. The translation is looked through for them.

**Formula.** The published procedure: the output is Moses-tokenized for the target language and lowercased; if
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

**How to read it.** Compare f1_b, then precision and coverage apart: a system may avoid the ambiguous word
altogether.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import CapabilityError, DataError
from mteval.core.evidence import Evidence, Outcome, Skipped, Verdict
from mteval.core.options import CHOICE, FILE, TRUTH, Option, OptionValues, read_options
from mteval.core.protocols import Contents, Measure, Options
from mteval.core.queries import Answer, Translate, Translation, Unanswered
from mteval.core.records import SenseItem
from mteval.core.results import Finding
from mteval.core.suites import Case, Suite, SuiteSource, unique_ids
from mteval.core.views import View
from mteval.families._sense_choice import lint as sense_lint
from mteval.families._sense_choice.judging import Procedure, bounds, judge_translations, outcome
from mteval.families._sense_choice.matching import SenseMatcher, SenseWords
from mteval.families._sense_choice.sheet import SenseSheet, SheetRow, read_sheet
from mteval.families._sense_choice.view import SenseChoiceView
from mteval.families._training_overlap import TRAINING, training_overlap

SEARCHES = ("tokens-then-lemmas", "lemmas", "tokens")
OPTIONS = (
    Option("search", CHOICE, None, "where words are looked for (sets of 2020: lemmas)", choices=SEARCHES),
    Option(
        *("lemmatiser", CHOICE, "file", "where lemmas come from (file: the system's own lemma lines)"),
        choices=("file", "none", "simplemma", "stanza", "udpipe"),
    ),
    Option("lemma_model", FILE, None, "model of the lemmatiser, for stanza and udpipe"),
    Option("tokens", CHOICE, "moses", "how translations are cut into tokens", choices=("moses", "blanks")),
    Option("multiword", TRUTH, False, "forms joined by _ match as consecutive words"),
    Option("compounds", TRUTH, False, "a form may be the head of a compound"),
    Option(
        "matching", CHOICE, "anywhere", "where in the translation a word may stand", choices=("anywhere", "aligned")
    ),
    Option(
        *(
            "alignments",
            FILE,
            None,
            "word links in Pharaoh's form, for one system (several: output-file:F?alignments=G)",
        )
    ),
    Option("save_alignments", FILE, None, "keep the links that eflomal found, whose sampling is random", signed=False),
    Option("adjudicated", FILE, None, "a sheet of 'mteval adjudicate' that a person decided"),
    TRAINING,
)
# What would break a line or a column; everything else goes out as it is.
BREAKS = {ord(sign): " " for sign in "\t\n\r"}
SLICES = ("domain", "origin", "frequency", "distance", "data")
OUTCOMES = {"positive": Outcome.PASSED, "negative": Outcome.FAILED, "unknown": Outcome.UNDECIDED}


@registry.families.register("sense-choice")
class SenseChoice:
    """Judges which sense of an ambiguous word a translation has."""

    metrics: ClassVar[tuple[str, ...]] = ("sense-f1",)
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    view: ClassVar[View] = SenseChoiceView()

    def __init__(self, options: Options) -> None:
        self.chosen = read_options(OPTIONS, options, "the family 'sense-choice'")

    def load(self, source: SuiteSource, contents: Contents) -> Suite:
        """Make one case per item."""
        items: tuple[SenseItem, ...] = tuple(contents.records)
        if not items:
            raise DataError(source.files.get("data", source.name), "holds no items. Give a set with at least one.")
        search = self.chosen["search"] or contents.customs.get("search", SEARCHES[0])
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
            options=self.chosen.settled(search=search),
        )

    def judge(self, case: Case, answer: Answer) -> Evidence:
        """Judge one translation by itself, in English tokenization; suites are judged whole."""
        return _judge([case], [answer], _procedure(self.chosen, ()), _decided(self.chosen))[0]

    def judge_all(self, suite: Suite, answers: Sequence[Answer]) -> Sequence[Evidence]:
        """Judge all translations: lemmatisers and aligners work on whole texts."""
        procedure = _procedure(suite.options, suite.source.languages)
        return _judge(suite.cases, answers, procedure, _decided(suite.options))

    def inspect(self, suite: Suite, answers: Sequence[Answer], evidence: Sequence[Evidence]) -> Iterable[Finding]:
        """Say what the numbers depend on: missing lemmas, both senses found, stale adjudications, chance links."""
        verdicts = [(case, one) for case, one in zip(suite.cases, evidence, strict=True) if isinstance(one, Verdict)]
        both = tuple(case.id for case, one in verdicts if one.detail.get("right") and one.detail.get("wrong"))
        if both:
            message = f"{len(both)} translations hold words of the right and of a wrong sense; they count as negative."
            yield Finding("both-senses", message, count=len(both), cases=both)
        bare = sum(isinstance(answer, Translation) and answer.lemmas is None for answer in answers)
        if suite.options["lemmatiser"] == "file" and bare:
            message = "There are no lemmas, so inflected forms count as unknown. Use ?lemmas=FILE or --set lemmatiser=simplemma."
            yield Finding("no-lemmas", message, count=bare)
        given = all(isinstance(answer, Translation) and answer.links is not None for answer in answers)
        yield from _inspect_alignment(suite.options, verdicts, given=given)
        yield from _inspect_adjudication(suite, evidence)

    def extras(
        self, suite: Suite, answers: Sequence[Answer], evidence: Sequence[Evidence], measure: Measure
    ) -> Mapping[str, Any]:
        """Best and worst case for the undecided, whole and by domain; weighted precision where senses have distances."""
        del answers, measure
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
        yield from sense_lint.deeper_findings(items, ids, _procedure(suite.options, suite.source.languages))
        yield from training_overlap([item.source for item in items], ids, suite.options["training"])

    def cleaned(self, suite: Suite) -> tuple[tuple[SenseItem, ...], Mapping[str, int]]:
        """The items of the suite without defects, for its format to write, and what was taken out."""
        return sense_lint.clean([case.gold for case in suite.cases])

    def export(self, suite: Suite) -> Iterator[str]:
        """The sources to translate, one a line."""
        for case in suite.cases:
            yield case.gold.source.translate(BREAKS)

    def sheet(self, suite: Suite, answers: Sequence[Answer], evidence: Sequence[Evidence]) -> SenseSheet:
        """The cases a person should decide: unknown ones, and those with words of both senses."""
        return SenseSheet(
            tuple(
                _row(case, answer, one)
                for case, answer, one in zip(suite.cases, answers, evidence, strict=True)
                if isinstance(one, Verdict) and isinstance(answer, Translation) and _open(one)
            )
        )


def _procedure(chosen: OptionValues, languages: Sequence[str]) -> Procedure:
    source, target = (*languages, "", "")[:2]
    return Procedure(
        source_language=source,
        target_language=target,
        matcher=SenseMatcher(multiword=chosen["multiword"], compounds=chosen["compounds"]),
        lemmatiser=chosen["lemmatiser"],
        lemma_model=str(chosen["lemma_model"] or ""),
        tokens=chosen["tokens"],
        search=chosen["search"] or SEARCHES[0],
        aligned=chosen["matching"] == "aligned",
        alignments=str(chosen["alignments"] or ""),
        save_alignments=str(chosen["save_alignments"] or ""),
    )


def _judge(
    cases: Sequence[Case], answers: Sequence[Answer], procedure: Procedure, decided: Mapping[str, SheetRow]
) -> list[Evidence]:
    _require_translations(answers)
    translations = [answer if isinstance(answer, Translation) else Translation("") for answer in answers]
    found = judge_translations([case.gold for case in cases], translations, procedure)
    evidence: list[Evidence] = []
    for case, answer, (one, aligned) in zip(cases, answers, found, strict=True):
        if isinstance(answer, Unanswered):
            evidence.append(Skipped(answer.reason))
        else:
            verdict = _verdict(case.gold, one, aligned=aligned if procedure.aligned else None)
            evidence.append(_merged(verdict, answer, decided.get(case.id)))
    return evidence


def _decided(chosen: OptionValues) -> Mapping[str, SheetRow]:
    path = chosen["adjudicated"]
    return read_sheet(path) if path else {}


def _inspect_alignment(
    chosen: OptionValues, verdicts: Sequence[tuple[Case, Verdict]], *, given: bool
) -> Iterator[Finding]:
    if chosen["matching"] != "aligned":
        return
    loose = tuple(case.id for case, one in verdicts if not one.detail.get("aligned"))
    if loose:
        message = f"In {len(loose)} sentences the ambiguous word is not aligned; there a match counts anywhere."
        yield Finding("unaligned-word", message, count=len(loose), cases=loose)
    if not chosen["alignments"] and not given:
        message = (
            "eflomal samples at random, so digits may vary. "
            "Keep its links with save_alignments=FILE, then give alignments=FILE."
        )
        yield Finding("random-aligner", message)


def _inspect_adjudication(suite: Suite, evidence: Sequence[Evidence]) -> Iterator[Finding]:
    decided = _decided(suite.options)
    if not decided:
        return
    used = {case.id for case, one in zip(suite.cases, evidence, strict=True) if _adjudicated(one)}
    message = f"{len(used)} cases were decided by hand ({suite.options['adjudicated'].name})."
    yield Finding("adjudicated", message, count=len(used), cases=tuple(sorted(used)))
    stale = tuple(sorted(set(decided) - used))
    if stale:
        message = f"{len(stale)} decisions are about another translation or no case of the suite; they were not used."
        yield Finding("adjudication-stale", message, count=len(stale), cases=stale)


def _case(item: SenseItem, identity: str) -> Case:
    return Case(identity, Translate(item.source), item, {**item.tags, "word": (item.word,)})


def _require_translations(answers: Sequence[Answer]) -> None:
    if any(not isinstance(answer, (Translation, Unanswered)) for answer in answers):
        raise CapabilityError("A sense-choice suite asks for translations; use output-file or a model that translates.")


def _verdict(item: SenseItem, found: SenseWords, *, aligned: bool | None) -> Verdict:
    detail: dict[str, Any] = {"right": list(found.positive), "wrong": list(found.negative), "stage": found.stage}
    if aligned is not None:
        detail["aligned"] = aligned
    if found.negative and item.distances:
        detail["distance"] = item.distances[item.negative.index(found.negative[0])]
    return Verdict(outcome(found), detail=detail)


def _merged(verdict: Verdict, answer: Answer, row: SheetRow | None) -> Verdict:
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


def _row(case: Case, answer: Translation, verdict: Verdict) -> SheetRow:
    item: SenseItem = case.gold
    right, wrong = verdict.detail.get("right", ()), verdict.detail.get("wrong", ())
    return SheetRow(
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
