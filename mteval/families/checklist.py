"""CheckLists: tests of capabilities made from templates, for classifiers and for translation systems."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from mteval.checklists.checklist import CheckList, ChecklistTest
from mteval.checklists.perturbations import PERTURBATIONS
from mteval.checklists.templates import TemplateError
from mteval.core.errors import CapabilityError, DataError, UnknownNameError, UsageError
from mteval.core.evidence import Evidence, Outcome, Skipped, Verdict
from mteval.core.options import REAL, TEXT, WHOLE, Option, read_options
from mteval.core.protocols import Contents, Measure, Options
from mteval.core.queries import Answer, Classification, Classify, Translate, Translation, Unanswered
from mteval.core.registry import families
from mteval.core.results import Finding
from mteval.core.suites import Case, Suite, SuiteSource
from mteval.core.views import View
from mteval.families._checklist.consistency import inconsistent
from mteval.families._checklist.failures import failures_by_template
from mteval.families._checklist.labels import DIRECTIONS, Labelling, label_failures
from mteval.families._checklist.probes import Probe, Sampling, probes, unknown_slots
from mteval.families._checklist.translations import NoExpectationError, faulty_checks, translation_failures
from mteval.families._checklist.view import CheckListView

OPTIONS = (
    Option("instances", WHOLE, 50, "instances of a template at most (0: all)", minimum=0),
    Option("seed", WHOLE, 1, "which instances are drawn"),
    Option("tolerance", REAL, 0.1, "drift of a probability in the wrong direction that DIR tests allow"),
    Option("label_map", TEXT, "", "labels of systems with other names for them: LABEL_0:negative,LABEL_1:neutral"),
    Option("tokenizer", TEXT, "", "how CONSISTENCY tests cut languages without spaces"),
)
TRANSLATION = "translation"
SHOWN_CASES = 5


@dataclass(frozen=True, slots=True)
class Member:
    """Where a case stands: the probe it belongs to, and its place there (0 is the original)."""

    probe: Probe
    place: int
    checklist: CheckList


@families.register("checklist")
class CheckListFamily:
    """CheckLists: does the system have the capability, on sentences made to test just that?

    **What is measured.** A template with slots (`The {thing} was not {pos_adj}.`) is filled from lexicons, at most
    `instances` (50) of it, drawn with `seed`. The system labels or translates every instance. A test is one of
    *MFT* (minimum functionality): each answer must be one of the accepted labels, or, for translations, pass the checks
    on numbers, names, words of the glossary, negation. *INV* (invariance): the answer must stay the same when one slot
    takes other values, when the text gets a typo or a link, or in another wording. *DIR* (direction): the answer may only
    move one way (an intensifier does not make a praise weaker); where the system gives probabilities, a drift of
    `tolerance` (0.1) in the wrong direction is allowed, as in the original tool. *CONSISTENCY* (translations): all
    instances of a template are translated, templates are extracted from the translations, and instances outside the main
    templates count as failed: they are candidates for translation errors.

    **Failure rate** = failed ÷ decided test cases, per capability; the headline is the mean over capabilities. An INV or
    DIR test case is the original with all its variants and fails if any variant does. Intervals come from resampling
    whole templates, since instances of one template stand or fall together.

    **Traps.** A failure rate says how often a system fails *on these templates*; it is no error rate on real text. A
    system that knows no neutral label fails every neutral test (`label-never-given` says so). One that always gives the
    same label passes all INV tests (`constant-answer`). Drafts and machine-made CheckLists are labelled and kept out of
    headline tables: a wrong template counts against every system alike.

    **How to read it.** Look at capabilities, not at the mean; then at the failing instances, which the report groups by
    template.

    Ribeiro, Wu, Guestrin, Singh (2020): Beyond Accuracy: Behavioral Testing of NLP Models with CheckList. ACL.
    Karthikeyan K et al. (2022): Multilingual CheckList: Generation and Evaluation. Findings of AACL-IJCNLP.
    """

    metrics: ClassVar[tuple[str, ...]] = ("failure-rate",)
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    view: ClassVar[View] = CheckListView()

    def __init__(self, options: Options) -> None:
        self.chosen = read_options(OPTIONS, options, "the family 'checklist'")
        self.sampling = Sampling(self.chosen["instances"] or None, self.chosen["seed"])
        self.names = _label_map(self.chosen["label_map"])

    def load(self, source: SuiteSource, contents: Contents) -> Suite:
        """Fill the templates; every text to be put to the system is a case."""
        checklist: CheckList = contents.records[0]
        path = source.files.get("data", source.name)
        _check(checklist, path)
        cases: list[Case] = []
        numbers: Counter[int] = Counter()
        for probe in _made(checklist, self.sampling, path):
            numbers[probe.number] += 1
            cases.extend(_cases(probe, numbers[probe.number], checklist))
        untouched = tuple(test.title for number, test in enumerate(checklist.tests) if not numbers[number])
        return Suite(
            source=replace(
                source,
                languages=source.languages or contents.languages,
                status=source.status or checklist.status,
            ),
            cases=tuple(cases),
            metrics=source.metrics or self.metrics,
            slices=source.slices or ("capability", "language"),
            cluster="template",
            findings=(*contents.findings, *_findings(checklist, untouched)),
            options=self.chosen,
        )

    def judge(self, case: Case, answer: Answer) -> Evidence:
        """Judge a test case that stands alone; INV, DIR and consistency tests need `judge_all`."""
        return self._judge_probe([(case, answer)])[0]

    def judge_all(self, suite: Suite, answers: Sequence[Answer]) -> Sequence[Evidence]:
        """Judge every probe with the answers to all its members."""
        judged: list[Evidence] = []
        group: list[tuple[Case, Answer]] = []
        for case, answer in zip(suite.cases, answers, strict=True):
            if group and case.gold.place == 0:
                judged.extend(self._judge_probe(group))
                group = []
            group.append((case, answer))
        return [*judged, *(self._judge_probe(group) if group else ())]

    def inspect(self, suite: Suite, answers: Sequence[Answer], evidence: Sequence[Evidence]) -> Iterable[Finding]:
        """Look for systems that give always the same label, or never one of them."""
        given = Counter(answer.label for answer in answers if isinstance(answer, Classification))
        if len(given) == 1 and sum(given.values()) > 1:
            message = f"The system answers '{next(iter(given))}' to everything; it passes every INV test by that."
            yield Finding("constant-answer", message, count=sum(given.values()))
        labels = suite.cases[0].gold.checklist.labels if suite.cases and given else ()
        labelling = self._labelling(labels)
        known = {labelling.known(label) for label in given}
        never = [label for label in labels if label not in known]
        if never and len(given) > 1:
            yield Finding(
                "label-never-given",
                f"The system never answers {', '.join(never)}; tests that expect it fail for that reason.",
                count=len(never),
            )
        del evidence

    def extras(
        self, suite: Suite, answers: Sequence[Answer], evidence: Sequence[Evidence], measure: Measure
    ) -> Mapping[str, Any]:
        """The failing instances, grouped by template."""
        del measure
        return {"failures": failures_by_template(suite.cases, answers, evidence)}

    def export(self, suite: Suite) -> Iterator[str]:
        """One text a line; premise and hypothesis parted by a tab."""
        for case in suite.cases:
            query = case.query
            yield query.source if isinstance(query, Translate) else "\t".join(getattr(query, "texts", ()))

    def lint(self, suite: Suite) -> Iterable[Finding]:
        """Look for instances made twice, also with other labels."""
        return _duplicates(suite)

    def _judge_probe(self, group: Sequence[tuple[Case, Answer]]) -> list[Evidence]:
        member: Member = group[0][0].gold
        missing = next((answer for _, answer in group if isinstance(answer, Unanswered)), None)
        if missing is not None:
            return [Skipped(missing.reason)] * len(group)
        if member.probe.test.kind == "CONSISTENCY":
            return self._judge_consistency(group)
        if len(group) < len(member.probe.members):
            raise UsageError("An INV or DIR test is judged with the answers to all its texts at once.")
        try:
            reasons = self._failures(member, [answer for _, answer in group])
        except NoExpectationError as error:
            return [Skipped(str(error))] * len(group)
        return _verdicts(group, reasons)

    def _failures(self, member: Member, answers: Sequence[Answer]) -> Mapping[int, str]:
        probe, checklist = member.probe, member.checklist
        if checklist.task == TRANSLATION:
            texts = [answer.text for answer in answers if isinstance(answer, Translation)]
            _require(len(texts) == len(answers), "translations")
            return translation_failures(probe, texts, checklist.glossary)
        given = [answer for answer in answers if isinstance(answer, Classification)]
        _require(len(given) == len(answers), "labels")
        broken = label_failures(probe, given, self._labelling(checklist.labels))
        return {place: f"answered {given[place].label}" for place in broken}

    def _judge_consistency(self, group: Sequence[tuple[Case, Answer]]) -> list[Evidence]:
        texts = [answer.text for _, answer in group if isinstance(answer, Translation)]
        _require(len(texts) == len(group), "translations")
        outside = inconsistent(texts, self.chosen["tokenizer"])
        return [
            _verdict(case, Outcome.FAILED if place in outside else Outcome.PASSED, {"reason": outside.get(place, "")})
            for place, (case, _) in enumerate(group)
        ]

    def _labelling(self, labels: tuple[str, ...]) -> Labelling:
        return Labelling(labels, self.names, self.chosen["tolerance"])


def _made(checklist: CheckList, sampling: Sampling, path: Any) -> Iterator[Probe]:
    """The probes; a template that cannot be filled is named with its file."""
    try:
        yield from probes(checklist, sampling)
    except (TemplateError, UnknownNameError) as error:
        raise DataError(path, str(error)) from None


def _cases(probe: Probe, number: int, checklist: CheckList) -> Iterator[Case]:
    test = probe.test
    language = checklist.target or checklist.language
    tags = {
        "capability": (test.capability,),
        "template": (f"{probe.number + 1}: {test.title}",),
        "type": (test.kind,),
        **({"language": (language,)} if language else {}),
    }
    for place, member in enumerate(probe.members):
        query = (
            Translate(member.texts[0]) if checklist.task == TRANSLATION else Classify(member.texts, checklist.labels)
        )
        name = f"{test.capability}/{probe.number + 1}/{number}" + (f"/{place}" if len(probe.members) > 1 else "")
        yield Case(name, query, Member(probe, place, checklist), tags)


def _verdicts(group: Sequence[tuple[Case, Answer]], reasons: Mapping[int, str]) -> list[Evidence]:
    """The original carries the verdict of its probe; the variants are instances judged with it."""
    first = group[0][0]
    detail: dict[str, Any] = {"reason": next(iter(reasons.values()), "")}
    if len(group) > 1:
        detail["failed_variants"] = [group[place][0].id for place in reasons]
    outcome = Outcome.FAILED if reasons else Outcome.PASSED
    others = [_verdict(case, Outcome.UNDECIDED, {"judged_with": first.id}) for case, _ in group[1:]]
    return [_verdict(first, outcome, detail), *others]


def _verdict(case: Case, outcome: Outcome, detail: Mapping[str, Any]) -> Verdict:
    test: ChecklistTest = case.gold.probe.test
    shown = {"type": test.kind, "template": test.title, "expected": list(test.labels), **detail}
    return Verdict(outcome, stratum=test.capability, detail={key: value for key, value in shown.items() if value})


def _require(fits: bool, wanted: str) -> None:
    if not fits:
        raise CapabilityError(f"This CheckList needs {wanted}, but the system gave something else.")


def _check(checklist: CheckList, path: Any) -> None:
    """Refuse tests that could never be judged."""
    try:
        strange_slot = next(unknown_slots(checklist), None)
    except TemplateError as error:
        raise DataError(path, str(error)) from None
    if strange_slot:
        raise DataError(path, f"'{strange_slot[0].title}' varies '{strange_slot[1]}', which is none of its slots.")
    for test in checklist.tests:
        _check_test(test, checklist, path)


def _check_test(test: ChecklistTest, checklist: CheckList, path: Any) -> None:
    if test.perturbation and test.perturbation not in PERTURBATIONS:
        known = ", ".join(PERTURBATIONS)
        raise DataError(path, f"'{test.title}' asks for the perturbation '{test.perturbation}'; known: {known}.")
    translating = checklist.task == TRANSLATION
    problem = next(faulty_checks(test) if translating else _faulty_labels(test, checklist.labels), None)
    if problem:
        raise DataError(path, f"'{test.title}': {problem}")


def _faulty_labels(test: ChecklistTest, labels: tuple[str, ...]) -> Iterator[str]:
    if test.kind == "CONSISTENCY":
        yield "CONSISTENCY is a test of translations."
    if test.kind == "MFT" and not test.labels:
        yield "it is an MFT without a label."
    if test.kind == "DIR" and test.expect not in DIRECTIONS:
        yield f"it expects '{test.expect}'; that can be {', '.join(DIRECTIONS)}."
    yield from (f"the label '{label}' is not among the file's labels." for label in test.labels if label not in labels)


def _findings(checklist: CheckList, untouched: tuple[str, ...]) -> Iterator[Finding]:
    if checklist.status.startswith(("draft", "machine")):
        yield Finding("draft", f"Nobody has verified this CheckList: {checklist.status}.")
    if untouched:
        message = f"{len(untouched)} templates give no test case, since their perturbation changes nothing in them."
        yield Finding("perturbation-without-effect", message, len(untouched), untouched[:SHOWN_CASES])


def _duplicates(suite: Suite) -> Iterator[Finding]:
    seen: dict[Any, list[Case]] = defaultdict(list)
    for case in suite.cases:
        if case.gold.probe.test.kind == "MFT":
            seen[case.query].append(case)
    repeated = [cases for cases in seen.values() if len(cases) > 1]
    if repeated:
        ids = tuple(case.id for cases in repeated for case in cases)
        yield Finding("duplicate-item", f"{len(repeated)} texts are tested more than once.", len(repeated), ids)
    clashing = [cases for cases in repeated if len({case.gold.probe.test.labels for case in cases}) > 1]
    if clashing:
        ids = tuple(case.id for cases in clashing for case in cases)
        yield Finding("label-clash", f"{len(clashing)} texts have two labels.", len(clashing), ids)


def _label_map(text: str) -> dict[str, str]:
    pairs = [part.partition(":") for part in text.split(",") if part.strip()]
    for name, colon, label in pairs:
        if not (name.strip() and colon and label.strip()):
            raise UsageError(f"label_map={text} is not NAME:LABEL,NAME:LABEL.")
    return {name.strip(): label.strip() for name, _, label in pairs}
