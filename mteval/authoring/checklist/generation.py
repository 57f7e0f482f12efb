"""A CheckList carried into another language: its instances translated, and templates extracted from the translations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mteval.authoring.checklist.shared_lexicons import SharedLexicons
from mteval.checklists.checklist import CheckList, ChecklistTest
from mteval.checklists.tea.better import extract
from mteval.checklists.tea.extraction import ExtractedTemplate, Extraction, unique_lines
from mteval.checklists.tea.tokens import Tokenizer
from mteval.checklists.templates import Instance, expand, makes, parse_template
from mteval.core.errors import MtevalError, UsageError

Report = Callable[[str, int, int], None]
Translator = Callable[[Sequence[str]], Sequence[str]]

# Joins the texts of one instance (premise and hypothesis, a text and its variant) while templates are extracted.
SEPARATOR = " \u241e "


@dataclass(frozen=True, slots=True)
class GenerationPlan:
    """How a CheckList is carried over: into which language, how many instances of each template, what is left out."""

    language: str
    limit: int = 300
    seed: int = 0
    drop_suspected: bool = False
    tokenizer: Tokenizer | None = None
    alpha: float = 0.05
    translator: str = ""


@dataclass(frozen=True, slots=True)
class GenerationOutcome:
    """What became of one source template."""

    capability: str
    template: str
    instances: int
    templates: int
    coverage: float
    over_generation: float
    unseen_share: float
    suspected: int
    note: str = ""

    def document(self) -> dict[str, Any]:
        """The outcome as JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class GeneratedTest:
    """The CheckList in the new language, and what became of each source template."""

    checklist: CheckList
    outcomes: tuple[GenerationOutcome, ...]


def source_texts(checklist: CheckList, plan: GenerationPlan) -> list[str]:
    """Every text that has to be translated, once each, in the order a file of translations must have."""
    made = (_instances(test, checklist, plan) for test in checklist.tests)
    return list(dict.fromkeys(text for instances in made for instance in instances for text in instance.texts))


def generate(
    checklist: CheckList, translate: Translator, plan: GenerationPlan, report: Report | None = None
) -> GeneratedTest:
    """Expand every template, translate its instances, extract templates from them, and carry the labels over."""
    if checklist.task == "translation" or checklist.target:
        raise UsageError(
            "This CheckList tests translations; only those whose texts are classified can be carried over."
        )
    texts = source_texts(checklist, plan)
    translations = dict(zip(texts, _translated(translate, texts), strict=True))
    lexicons = SharedLexicons()
    tests: list[ChecklistTest] = []
    outcomes: list[GenerationOutcome] = []
    for number, test in enumerate(checklist.tests, 1):
        found, outcome = _carry(test, _instances(test, checklist, plan), translations, plan, lexicons)
        tests += found
        outcomes.append(outcome)
        if report is not None:
            report("extracting templates", number, len(checklist.tests))
    return GeneratedTest(_assembled(checklist, tests, lexicons, plan, outcomes), tuple(outcomes))


def _translated(translate: Translator, texts: Sequence[str]) -> list[str]:
    translations = [" ".join(text.split()) for text in translate(texts)]
    if len(translations) != len(texts):
        raise MtevalError(
            f"The translator returned {len(translations)} lines for {len(texts)} texts. "
            "Give one translation a line, in the order of --export."
        )
    return translations


def _instances(test: ChecklistTest, checklist: CheckList, plan: GenerationPlan) -> list[Instance]:
    """The instances of a test with every text they need: its own, and those of the templates it is compared with."""
    texts = [*test.template, *(text for then in test.then for text in then)]
    return list(expand(texts, checklist.lexicons, limit=plan.limit, seed=plan.seed))


def _carry(
    test: ChecklistTest,
    instances: Sequence[Instance],
    translations: Mapping[str, str],
    plan: GenerationPlan,
    lexicons: SharedLexicons,
) -> tuple[list[ChecklistTest], GenerationOutcome]:
    lines = [SEPARATOR.join(translations[text] for text in instance.texts) for instance in instances]
    kept = [place for place, instance in enumerate(instances) if all(translations[text] for text in instance.texts)]
    found = extract(
        [lines[place] for place in kept],
        tokenizer=plan.tokenizer,
        alpha=plan.alpha,
        sources=[instances[place].values for place in kept],
    )
    tests: list[ChecklistTest] = []
    used: list[ExtractedTemplate] = []
    for template in found.templates:
        made = [] if plan.drop_suspected and template.suspected else _tests(test, template, found, lexicons)
        tests += made
        used += [template] * bool(made)
    counted = _of_used(found, used, [lines[place] for place in kept])
    return tests, _outcome(test, found, counted, len(instances) - len(kept))


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


def _outcome(test: ChecklistTest, found: Extraction, used: Extraction, empty: int) -> GenerationOutcome:
    """Suspected templates are counted among all that were found, the rest among those that are used."""
    notes = []
    if empty:
        notes.append(f"{empty} instances without translation")
    lost = len(found.templates) - len(used.templates)
    if lost:
        notes.append(f"{lost} template{'s' if lost > 1 else ''} left out")
    return GenerationOutcome(
        capability=test.capability,
        template=test.title,
        instances=found.instances,
        templates=len(used.templates),
        coverage=round(used.coverage, 4) if used.instances else 0.0,
        over_generation=round(used.over_generation, 4) if used.generated else 0.0,
        unseen_share=round(used.unseen_share, 4) if used.generated else 0.0,
        suspected=len(found.suspected),
        note="; ".join(notes),
    )


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
