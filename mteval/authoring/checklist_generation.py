"""A CheckList carried into another language: its instances translated, and templates extracted from the translations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mteval.analysis.tea.better import extract
from mteval.analysis.tea.extraction import ExtractedTemplate, Extraction
from mteval.analysis.tea.tokens import Tokenizer
from mteval.authoring.shared_lexicons import SharedLexicons
from mteval.core.errors import MtevalError, UsageError
from mteval.text.checklists import CheckList, ChecklistTest
from mteval.text.templates import Instance, expand, parse_template

Report = Callable[[str, int, int], None]
Translator = Callable[[Sequence[str]], Sequence[str]]

# Joins the texts of one instance (premise and hypothesis, a text and its variant) while templates are extracted.
SEPARATOR = " \u241e "


@dataclass(frozen=True, slots=True)
class Plan:
    """How a CheckList is carried over: into which language, how many instances of each template, what is left out."""

    language: str
    limit: int = 300
    seed: int = 0
    drop_suspected: bool = False
    tokenizer: Tokenizer | None = None
    alpha: float = 0.05
    translator: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
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
class Generated:
    """The CheckList in the new language, and what became of each source template."""

    checklist: CheckList
    outcomes: tuple[Outcome, ...]


def source_texts(checklist: CheckList, plan: Plan) -> list[str]:
    """Every text that has to be translated, once each, in the order a file of translations must have."""
    made = (_instances(test, checklist, plan) for test in checklist.tests)
    return list(dict.fromkeys(text for instances in made for instance in instances for text in instance.texts))


def generate(checklist: CheckList, translate: Translator, plan: Plan, report: Report | None = None) -> Generated:
    """Expand every template, translate its instances, extract templates from them, and carry the labels over."""
    if checklist.task == "translation" or checklist.target:
        raise UsageError(
            "This CheckList tests translations; only those whose texts are classified can be carried over."
        )
    texts = source_texts(checklist, plan)
    translations = dict(zip(texts, _translated(translate, texts), strict=True))
    lexicons = SharedLexicons()
    tests: list[ChecklistTest] = []
    outcomes: list[Outcome] = []
    for number, test in enumerate(checklist.tests, 1):
        found, outcome = _carry(test, _instances(test, checklist, plan), translations, plan, lexicons)
        tests += found
        outcomes.append(outcome)
        if report is not None:
            report("extracting templates", number, len(checklist.tests))
    return Generated(_assembled(checklist, tests, lexicons, plan, outcomes), tuple(outcomes))


def _translated(translate: Translator, texts: Sequence[str]) -> list[str]:
    translations = [" ".join(text.split()) for text in translate(texts)]
    if len(translations) != len(texts):
        raise MtevalError(
            f"The translator returned {len(translations)} lines for {len(texts)} texts. "
            "Give one translation a line, in the order of --export."
        )
    return translations


def _instances(test: ChecklistTest, checklist: CheckList, plan: Plan) -> list[Instance]:
    """The instances of a test with every text they need: its own, and those of the templates it is compared with."""
    texts = [*test.template, *(text for then in test.then for text in then)]
    return list(expand(texts, checklist.lexicons, limit=plan.limit, seed=plan.seed))


def _carry(
    test: ChecklistTest,
    instances: Sequence[Instance],
    translations: Mapping[str, str],
    plan: Plan,
    lexicons: SharedLexicons,
) -> tuple[list[ChecklistTest], Outcome]:
    lines = [SEPARATOR.join(translations[text] for text in instance.texts) for instance in instances]
    kept = [place for place, instance in enumerate(instances) if all(translations[text] for text in instance.texts)]
    found = extract(
        [lines[place] for place in kept],
        tokenizer=plan.tokenizer,
        alpha=plan.alpha,
        sources=[instances[place].values for place in kept],
    )
    tests = [
        new
        for template in found.templates
        if not (plan.drop_suspected and template.suspected)
        for new in _tests(test, template, found, lexicons)
    ]
    return tests, _outcome(test, found, tests, len(instances) - len(kept))


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


def _outcome(test: ChecklistTest, found: Extraction, tests: Sequence[ChecklistTest], empty: int) -> Outcome:
    notes = []
    if empty:
        notes.append(f"{empty} instances without translation")
    lost = len(found.templates) - len(tests)
    if lost:
        notes.append(f"{lost} templates left out")
    return Outcome(
        capability=test.capability,
        template=test.title,
        instances=found.instances,
        templates=len(tests),
        coverage=round(found.coverage, 4) if found.instances else 0.0,
        over_generation=round(found.over_generation, 4) if found.generated else 0.0,
        unseen_share=round(found.unseen_share, 4) if found.generated else 0.0,
        suspected=len(found.suspected),
        note="; ".join(notes),
    )


def _assembled(
    source: CheckList, tests: Sequence[ChecklistTest], lexicons: SharedLexicons, plan: Plan, outcomes: Sequence[Outcome]
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
