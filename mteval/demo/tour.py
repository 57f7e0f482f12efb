"""The demo: what mteval finds out about two small models, step by step."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from mteval.analysis.human_agreement import Wish, agreement_results
from mteval.analysis.ratings import read_ratings
from mteval.analysis.tea.better import extract
from mteval.analysis.tea.extraction import Extraction
from mteval.api import GivenTranslations, merge, run
from mteval.compare import Settings
from mteval.core import registry
from mteval.core.protocols import Section, System
from mteval.core.queries import Translate, Translation
from mteval.core.results import Results
from mteval.library import file_digest, find_suite, load_suite
from mteval.text.templates import expand

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


@dataclass(frozen=True, slots=True)
class Tour:
    """All results of the demo, and what TEA made of one template's translations."""

    results: Results
    sections: tuple[Section, ...]


def take(announce: Announce, settings: Settings | None = None) -> Tour:
    """Run every family on embedded data."""
    settings = settings or Settings()
    models = {name: open_model(folder) for name, folder in MODELS.items()}
    announce("corpus metrics: three systems translate 400 held-out sentences")
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
        ("CheckList for MT: numbers, dates, negation, names, units, gender", "mt-checklist-en-es", {"instances": "4"}),
    ):
        announce(title)
        parts.append(run(suite, systems=models, options=options, settings=settings))
    announce("dictionary induction: two pairs of word vectors, before and after the names are taken out")
    parts.append(run("demo-dictionary-en-es", systems=_vectors(), settings=settings))
    announce("people: agreement of three annotators")
    ratings = FOLDER / "ratings.csv"
    parts.append(agreement_results(read_ratings(ratings), file_digest([ratings]), Wish(resamples=settings.resamples)))
    announce("TEA: templates found again in translated instances")
    return Tour(merge(parts), (_templates(models["model"]),))


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
    return Section("TEA: templates found in translated instances", _extraction_html(instances, extract(translated)))


def _extraction_html(instances: Sequence[str], extraction: Extraction) -> str:
    rows = "".join(
        f"<tr><td dir='auto' lang='es'>{escape(one.template)}</td><td class='number'>{one.support}</td>"
        f"<td>{'suspected translation error' if one.suspected else ''}</td></tr>"
        for one in extraction.templates
    )
    lexicons = "".join(
        f"<li><code>{escape(key)}</code>: {escape(', '.join(values))}</li>"
        for key, values in extraction.lexicons.items()
    )
    return (
        f"<p>The English template <code>{escape(TEMPLATE)}</code> makes {len(instances)} sentences. The model translated "
        f"them, and the Template Extraction Algorithm found these Spanish templates in the translations alone (coverage "
        f"{extraction.coverage:.0%}, over-generation {extraction.over_generation:.1%}). Agreement keeps apart what must not be "
        f"mixed.</p><div class='scroll' tabindex='0' role='region' aria-label='Extracted templates'><table><thead><tr>"
        f"<th scope='col'>template</th><th scope='col' class='number'>instances</th><th scope='col'></th></tr></thead>"
        f"<tbody>{rows}</tbody></table></div><ul>{lexicons}</ul>"
    )
