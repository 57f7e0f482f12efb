"""The demo: what mteval finds out about two small models, step by step."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from mteval.api import merge, run
from mteval.charts.templates import fragment
from mteval.checklists.tea.better import extract
from mteval.checklists.templates import expand
from mteval.core import registry
from mteval.core.protocols import System
from mteval.core.queries import Translate, Translation
from mteval.core.results import Results
from mteval.core.views import ReportView, Section
from mteval.evaluation.agreement import agreement_results
from mteval.evaluation.given import GivenTranslations
from mteval.evaluation.settings import Settings
from mteval.evaluation.views import view
from mteval.library import find_suite, load_suite, read_ratings

FOLDER = Path(__file__).parent
MODELS = {"model": "model", "early checkpoint": "model-early"}
# The early checkpoint sometimes repeats itself to the end; short output and a narrow beam keep the demo quick.
DECODING = {"beam_size": "2", "max_length": "48"}
TEMPLATE = "The {person} {verb} the {adjective} {thing}."
LEXICONS = {
    "person": ("boy", "girl", "teacher", "queen"),
    "verb": ("buys", "sells", "finds"),
    "adjective": ("white", "new", "cheap"),
    "thing": ("car", "house", "table"),
}
Announce = Callable[[str], None]


def take(announce: Announce, settings: Settings | None = None) -> ReportView:
    """Run every family on embedded data; the last section is what TEA made of one template's translations."""
    settings = settings or Settings()
    models = {name: open_model(folder) for name, folder in MODELS.items()}
    announce("corpus metrics: three systems translate 100 everyday sentences")
    parts = [_corpus(models, settings)]
    for title, suite, options in (
        ("contrastive scoring: does a model prefer the right sense?", "senses-en-es", {}),
        (
            "sense choice: which sense do the translations choose?",
            "senses-en-es-translation",
            {"lemmatiser": "simplemma"},
        ),
        ("divergence: does a model know where Spanish is built differently?", "divergence-en-es", {}),
        ("divergence in output", "divergence-en-es-translation", {}),
        ("terminology: are terms translated as a glossary says?", "terms-en-es", {}),
        ("gender: are a woman and a man translated as such?", "gender-en-es", {}),
        ("formality: is somebody addressed as asked for?", "formality-en-es", {}),
        ("CheckList for MT: numbers, dates, negation, names, units, gender", "mt-checklist-en-es", {"instances": "4"}),
    ):
        announce(title)
        parts.append(run(suite, systems=models, options=options, settings=settings))
    announce("dictionary induction: two pairs of word vectors, before and after the names are taken out")
    parts.append(run("demo-dictionary-en-es", systems=_vectors(), settings=settings))
    announce("people: agreement of three annotators")
    parts.append(agreement_results(read_ratings(FOLDER / "ratings.csv"), settings))
    announce("TEA: templates found again in translated instances")
    shown = view(merge(parts))
    return replace(shown, sections=(*shown.sections, _templates(models["model"])))


def open_model(folder: str) -> System:
    """One of the embedded models."""
    system: System = registry.systems.find("ctranslate2")(str(FOLDER / folder), DECODING)
    return system


def _corpus(models: dict[str, System], settings: Settings) -> Results:
    suite = load_suite(find_suite("demo-en-es"))
    queries = [case.query for case in suite.cases]
    translated = {name: texts(model.answer(queries)) for name, model in models.items()}
    chance = random.Random(1)
    translated["degraded copy"] = [degrade(text, chance) for text in translated["model"]]
    given: dict[str, Any] = {name: GivenTranslations(lines) for name, lines in translated.items()}
    return run("demo-en-es", systems=given, settings=settings)


def texts(answers: Iterator[Any]) -> list[str]:
    """The translations among answers; what was not translated is empty."""
    return [answer.text if isinstance(answer, Translation) else "" for answer in answers]


def degrade(text: str, chance: random.Random) -> str:
    """A translation with a word lost or two words swapped, as a worse system would give."""
    words = text.split(" ")
    if len(words) > 2 and chance.random() < 0.6:
        place = chance.randrange(len(words) - 1)
        if chance.random() < 0.5:
            del words[place]
        else:
            words[place], words[place + 1] = words[place + 1], words[place]
    return " ".join(words)


def _vectors() -> list[str]:
    folder = FOLDER / "vectors"
    return [
        f"{name}=embeddings:{folder / f'{name}.en.vec.gz'}?target={folder / f'{name}.es.vec.gz'}&retrieval=csls"
        for name in ("plain", "names")
    ]


def _templates(model: System) -> Section:
    instances = [instance.texts[0] for instance in expand(TEMPLATE, LEXICONS)]
    translated = texts(model.answer([Translate(instance) for instance in instances]))
    extraction = extract(translated)
    html = fragment(FOLDER, "templates.html.j2", template=TEMPLATE, instances=len(instances), extraction=extraction)
    return Section("TEA: templates found in translated instances", html)
