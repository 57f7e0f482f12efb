"""A CheckList carried into another language: its instances translated, and templates extracted from the translations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isnan
from typing import Any

from mteval.authoring.checklist.aligning import Aligner, Span, origins
from mteval.authoring.checklist.checking import GOOD_ENOUGH, UNCHECKED, UnseenCheck, check
from mteval.authoring.checklist.shared_lexicons import SharedLexicons
from mteval.checklists.checklist import CheckList, ChecklistTest
from mteval.checklists.designs import designed_sample, unseen_sample
from mteval.checklists.tea.better import extract
from mteval.checklists.tea.dependence import SlotSpan
from mteval.checklists.tea.extraction import ExtractedTemplate, Extraction, unique_lines
from mteval.checklists.tea.tokens import BORDER, Tokenizer
from mteval.checklists.templates import Filler, Instance, Template, makes, parse_template
from mteval.core.errors import MtevalError, UsageError

Report = Callable[[str, int, int], None]
Translator = Callable[[Sequence[str]], Sequence[str]]

# Joins the texts of one instance (premise and hypothesis, a text and its variant) while templates are extracted.
SEPARATOR = f" {BORDER} "


@dataclass(frozen=True, slots=True)
class GenerationPlan:
    """How a CheckList is carried over: into which language, how many instances of each template, what is left out.

    `checked` unseen combinations of each template are translated too, to estimate over-generation; templates that say too
    many of them wrongly are extracted again with these among the instances, at most `rounds` times.
    """

    language: str
    limit: int = 300
    seed: int = 0
    drop_suspected: bool = False
    tokenizer: Tokenizer | None = None
    alpha: float = 0.05
    translator: str = ""
    checked: int = 100
    rounds: int = 3


@dataclass(frozen=True, slots=True)
class GenerationOutcome:
    """What became of one source template.

    `over_generation` is an estimate from unseen combinations, None where none could be checked; `unseen_share` is the share of
    what the templates make that was not among the instances.
    """

    capability: str
    template: str
    instances: int
    templates: int
    coverage: float
    over_generation: float | None
    unseen_share: float
    suspected: int
    note: str = ""
    unseen: UnseenCheck = UNCHECKED

    def document(self) -> dict[str, Any]:
        """The outcome as JSON."""
        plain = {name: getattr(self, name) for name in self.__slots__ if name != "unseen"}
        return {**plain, "unseen": self.unseen.document()}


@dataclass(frozen=True, slots=True)
class GeneratedTest:
    """The CheckList in the new language, and what became of each source template."""

    checklist: CheckList
    outcomes: tuple[GenerationOutcome, ...]


@dataclass(slots=True)
class _Work:
    """One source template: the instances its new templates are made from, and unseen ones these are checked with."""

    test: ChecklistTest
    filler: Filler
    seen: list[Instance]
    fresh: list[Instance]
    lines: list[str] = field(default_factory=list)
    found: Extraction | None = None
    empty: int = 0
    unseen: UnseenCheck = UNCHECKED

    @property
    def texts(self) -> list[str]:
        """The texts of all its instances."""
        return [text for one in (*self.seen, *self.fresh) for text in one.texts]


def source_texts(checklist: CheckList, plan: GenerationPlan) -> list[str]:
    """Every text that has to be translated, once each, in the order a file of translations must have."""
    return list(dict.fromkeys(text for work in _works(checklist, plan) for text in work.texts))


def generate(
    checklist: CheckList,
    translate: Translator,
    plan: GenerationPlan,
    report: Report | None = None,
    aligner: Aligner | None = None,
) -> GeneratedTest:
    """Expand every template, translate its instances, extract templates from them, and carry the labels over.

    An `aligner` says which words of the translations come from which words of the sources, and so from which slot.
    """
    if checklist.task == "translation" or checklist.target:
        raise UsageError(
            "This CheckList tests translations; only those whose texts are classified can be carried over."
        )
    works = _works(checklist, plan)
    _extract_all(works, _Known(translate, aligner), plan, report)
    lexicons = SharedLexicons()
    tests: list[ChecklistTest] = []
    outcomes: list[GenerationOutcome] = []
    for work in works:
        found, outcome = _carry(work, plan, lexicons)
        tests += found
        outcomes.append(outcome)
    return GeneratedTest(_assembled(checklist, tests, lexicons, plan, outcomes), tuple(outcomes))


def _works(checklist: CheckList, plan: GenerationPlan) -> list[_Work]:
    works = []
    for test in checklist.tests:
        # Every text the test needs: its own, and those of the templates it is compared with.
        texts = [*test.template, *(text for then in test.then for text in then)]
        filler = Filler([parse_template(text) for text in texts], checklist.lexicons)
        seen = designed_sample(filler, plan.limit, plan.seed)
        works.append(_Work(test, filler, seen, unseen_sample(filler, seen, plan.checked, plan.seed)))
    return works


def _extract_all(works: Sequence[_Work], known: _Known, plan: GenerationPlan, report: Report | None) -> None:
    """Extract and check every template, those again that say too much wrongly, with what they said wrongly before them."""
    waiting = list(works)
    for number in range(1, plan.rounds + 1):
        known.add(waiting)
        again: list[_Work] = []
        for done, work in enumerate(waiting, 1):
            _extract(work, known, plan)
            if report is not None:
                report("extracting templates", done, len(waiting))
            if number < plan.rounds and work.fresh and _poor(work.unseen):
                work.seen = [*work.seen, *work.fresh]
                work.fresh = unseen_sample(work.filler, work.seen, plan.checked, plan.seed + number)
                again.append(work)
        waiting = again


def _poor(found: UnseenCheck) -> bool:
    """Whether templates say too much wrongly, or leave too much unsaid."""
    return found.wrong > GOOD_ENOUGH * found.checked or found.said < (1 - GOOD_ENOUGH) * found.checked


@dataclass(slots=True)
class _Known:
    """What has been translated so far, with the spans of words that correspond where there is an aligner."""

    translate: Translator
    aligner: Aligner | None
    said: dict[str, str] = field(default_factory=dict)
    links: dict[str, Sequence[tuple[Span, Span]]] = field(default_factory=dict)

    def add(self, works: Sequence[_Work]) -> None:
        """Translate what is new, and align all there is: an aligner learns from every pair."""
        texts = [text for text in dict.fromkeys(text for work in works for text in work.texts) if text not in self.said]
        if texts:
            self.said.update(zip(texts, _translated(self.translate, texts), strict=True))
        if texts and self.aligner is not None:
            found = self.aligner(list(self.said), list(self.said.values()))
            self.links = dict(zip(self.said, found, strict=True))

    def origins(self, instance: Instance, templates: Sequence[Template]) -> list[SlotSpan]:
        """What the alignment says of the line of an instance."""
        lengths = [len(self.said[text]) + len(SEPARATOR) for text in instance.texts]
        starts = [sum(lengths[:number]) for number in range(len(lengths))]
        return origins(instance, templates, [self.links[text] for text in instance.texts], starts)


def _extract(work: _Work, known: _Known, plan: GenerationPlan) -> None:
    said = known.said
    seen, fresh = ([one for one in part if all(said[text] for text in one.texts)] for part in (work.seen, work.fresh))
    work.empty = len(work.seen) - len(seen)
    work.lines = [_line(one, said) for one in seen]
    work.found = extract(
        work.lines,
        tokenizer=plan.tokenizer,
        alpha=plan.alpha,
        sources=[one.values for one in seen],
        origins=[known.origins(one, work.filler.templates) for one in seen] if known.links else (),
    )
    share = 1 - len(work.seen) / work.filler.combinations
    lines = [_line(one, said) for one in fresh]
    work.unseen = check(work.found.known, [one.values for one in fresh], lines, share)


def _line(instance: Instance, known: Mapping[str, str]) -> str:
    return SEPARATOR.join(known[text] for text in instance.texts)


def _translated(translate: Translator, texts: Sequence[str]) -> list[str]:
    translations = [" ".join(text.split()) for text in translate(texts)]
    if len(translations) != len(texts):
        raise MtevalError(
            f"The translator returned {len(translations)} lines for {len(texts)} texts. "
            "Give one translation a line, in the order of --export."
        )
    return translations


def _carry(
    work: _Work, plan: GenerationPlan, lexicons: SharedLexicons
) -> tuple[list[ChecklistTest], GenerationOutcome]:
    found = work.found
    if found is None:
        return [], GenerationOutcome(work.test.capability, work.test.title, 0, 0, 0.0, 0.0, 0.0, 0)
    tests: list[ChecklistTest] = []
    used: list[ExtractedTemplate] = []
    for template in found.templates:
        made = [] if plan.drop_suspected and template.suspected else _tests(work.test, template, found, lexicons)
        tests += made
        used += [template] * bool(made)
    return tests, _outcome(work, found, _of_used(found, used, work.lines), plan)


def _of_used(found: Extraction, used: Sequence[ExtractedTemplate], lines: Sequence[str]) -> Extraction:
    """The extraction as if it had only the templates that are used: what the others made is not covered."""
    if len(used) == len(found.templates):
        return found
    parsed = [parse_template(template.template) for template in used]
    made = (any(makes(template, line, found.lexicons) for template in parsed) for line in unique_lines(lines))
    return replace(
        found,
        templates=tuple(used),
        covered=sum(made),
        generated=sum(template.support + template.unseen for template in used),
        unseen=sum(template.unseen for template in used),
        unsampled=sum(template.unseen for template in used if template.thin_sample),
    )


def _tests(
    test: ChecklistTest, template: ExtractedTemplate, found: Extraction, lexicons: SharedLexicons
) -> list[ChecklistTest]:
    """The test with a new template; none where the slot it varies is gone."""
    texts = lexicons.adopt(template.template, found.lexicons).split(SEPARATOR)
    wanted = len(test.template) * (1 + len(test.then))
    if len(texts) != wanted:
        return []
    width = len(test.template)
    groups = [tuple(texts[start : start + width]) for start in range(0, len(texts), width)]
    vary = _varied(test, groups[0])
    if test.vary and not vary:
        return []
    extra = {
        "source": test.title,
        "support": template.support,
        "suspected": template.suspected,
        **{key: value for key, value in test.extra.items() if key not in ("support", "suspected")},
    }
    return [replace(test, template=groups[0], then=tuple(groups[1:]), vary=vary, extra=extra)]


def _varied(test: ChecklistTest, texts: Sequence[str]) -> str:
    """The name in the new template of the slot the test varies; empty where it has none."""
    if not test.vary:
        return ""
    slots = [slot for text in texts for slot in parse_template(text).slots]
    key = test.vary.rstrip("0123456789")
    alike = [slot.name for slot in slots if slot.key == key or slot.key.startswith(f"{key}_")]
    return test.vary if test.vary in alike else next(iter(alike), "")


def _outcome(work: _Work, found: Extraction, used: Extraction, plan: GenerationPlan) -> GenerationOutcome:
    """Suspected templates are counted among all that were found, the rest among those that are used."""
    share = work.unseen.share
    return GenerationOutcome(
        capability=work.test.capability,
        template=work.test.title,
        instances=found.instances,
        templates=len(used.templates),
        coverage=round(used.coverage, 4) if used.instances else 0.0,
        over_generation=None if isnan(share) else round(share, 4),
        unseen_share=round(used.unseen_share, 4) if used.generated else 0.0,
        suspected=len(found.suspected),
        note="; ".join(_notes(work, [one for one in found.templates if one not in used.templates], plan)),
        unseen=work.unseen,
    )


def _notes(work: _Work, lost: Sequence[ExtractedTemplate], plan: GenerationPlan) -> list[str]:
    """What was left out, and why."""
    suspected = sum(plan.drop_suspected and one.suspected for one in lost)
    why = f"without a slot for {{{work.test.vary}}}, which this test varies" if work.test.vary else "without all texts"
    counted = (
        (work.empty, "instance", "without translation"),
        (suspected, "suspected template", "left out"),
        (len(lost) - suspected, "template", f"{why}, left out"),
    )
    return [f"{count} {noun}{'s' if count > 1 else ''} {what}" for count, noun, what in counted if count]


def _assembled(
    source: CheckList,
    tests: Sequence[ChecklistTest],
    lexicons: SharedLexicons,
    plan: GenerationPlan,
    outcomes: Sequence[GenerationOutcome],
) -> CheckList:
    generation = {
        "from": source.language,
        "translator": plan.translator,
        "limit": plan.limit,
        "seed": plan.seed,
        "checked": plan.checked,
        "rounds": plan.rounds,
        "dropped_suspected": plan.drop_suspected,
        "templates": [outcome.document() for outcome in outcomes],
    }
    return replace(
        source,
        language=plan.language,
        tests=tuple(tests),
        lexicons=lexicons.used_in(tests),
        status=f"machine-made from '{source.language}' with {plan.translator or 'a file of translations'}, not checked",
        glossary={},
        extra={**source.extra, "generation": generation},
    )
