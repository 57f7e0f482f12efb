"""Judging contrastive items: reference and contrast side by side, in an order that does not tell which is which."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mteval.authoring.annotation.assignment import deal, own_generator
from mteval.authoring.annotation.database import Database, Decision, Task
from mteval.authoring.annotation.job import AnnotationJob
from mteval.authoring.annotation.word_marks import Piece, differing, occurrences
from mteval.authoring.annotation.work import FormError, FormReading, Item, Page, WorkSummary, comment
from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.records import ContrastItem
from mteval.core.suites import MAIN_FILE, SuiteSource
from mteval.human.contrast_judgements import ANSWERS, GRAMMAR, MEANINGS, ContrastJudgement, checked_answers
from mteval.human.set_precision import set_precision, told

NAMES = ("a", "b")
ROLES = ("reference", "contrast")
SHOWN_QUESTIONS = {
    "reference_right": "reference right",
    "contrast_wrong": "contrast wrong",
    "grammatical": "both grammatical",
    "good": "good: all three",
}


@dataclass(frozen=True, slots=True)
class DrawnContrast:
    """A reference and one of its contrasts, by number in the set."""

    name: str
    item: ContrastItem
    contrast: str


class ContrastWork:
    """Deals items out, hides which translation is the reference, and computes the precision of the set."""

    def __init__(self, job: AnnotationJob) -> None:
        self.job = job
        self.pairs = drawn_pairs(job)

    def lists(self) -> dict[str, list[Item]]:
        """Every pair to as many annotators as the job says; each sees the two translations in an order of their own."""
        dealt = deal(self.pairs, self.job.annotators, self.job.overlap, self.job.seed)
        return {annotator: [self._task(pair, annotator) for pair in given] for annotator, given in dealt.items()}

    def _task(self, pair: DrawnContrast, annotator: str) -> Item:
        order = list(ROLES)
        own_generator(self.job.seed, f"{annotator}/{pair.name}").shuffle(order)
        texts = {"reference": pair.item.reference, "contrast": pair.contrast}
        return pair.name, {"source": pair.item.source, "word": pair.item.word, "order": order, **texts}

    def page(self, task: Task, database: Database) -> Page:
        """The source with its word, two translations with their differences marked; which is which stays on the server."""
        payload = task.payload
        first, second = (payload[role] for role in payload["order"])
        pieces = differing(first, second)
        return Page(
            "contrast.html",
            {
                "word": payload["word"],
                "source": occurrences(payload["source"], payload["word"], self.job.source_language),
                "translations": [self._shown(name, pieces[place]) for place, name in enumerate(NAMES)],
                "meanings": MEANINGS,
                "grammar": GRAMMAR,
            },
        )

    def _shown(self, name: str, pieces: Sequence[Piece]) -> dict[str, Any]:
        return {"name": name, "title": f"Translation {name.upper()}", "pieces": pieces}

    def read(self, task: Task, form: Mapping[str, str], database: Database) -> FormReading:
        """Meaning and grammar of both translations, stored as those of the reference and of the contrast."""
        named = dict(zip(task.payload["order"], NAMES, strict=True))
        given = {question: form.get(f"{named[role]}_{asked}", "") for question, role, asked in _asked()}
        try:
            answers = checked_answers(given)
        except ValueError:
            raise FormError("Please answer every question, of both translations.") from None
        texts = {name: task.payload[name] for name in ("word", *ROLES)}
        shown = {"first": task.payload["order"][0]}
        return FormReading({**texts, **answers, **shown, "comment": comment(form)})

    def rows(self, decisions: Sequence[Decision], database: Database) -> Iterator[Mapping[str, Any]]:
        """One row per judgement, as 'mteval contrast precision' reads it."""
        for decision in decisions:
            payload = decision.payload
            yield {
                "annotator": decision.annotator,
                "item": decision.item,
                **{name: payload[name] for name in ("word", *ROLES, *ANSWERS, "first", "comment")},
                "seconds": round(decision.seconds, 1),
                "at": decision.at,
            }

    def summary(self, database: Database) -> WorkSummary:
        """Precision with its interval, the share of each answer, agreement."""
        found = set_precision([_judgement(one) for one in database.decisions()])
        if not found.items:
            return WorkSummary(notes=(f"0 of {len(self.pairs)} items judged.",))
        low, high = found.interval
        shares = [
            (SHOWN_QUESTIONS[one.question], told(found.shares[one.question]), told(one.equal), told(one.alpha))
            for one in found.agreement
        ]
        header = ("question", "share of items", "equal answers", "Krippendorff's α")
        notes = (
            f"{found.items} of {len(self.pairs)} items judged, {found.words} words; annotators: {found.annotators}.",
            f"Precision {told(found.precision)}, 95 % interval {told(low)}–{told(high)} (items of one word count together).",
            "To write this into the manifest of the set: mteval contrast precision SUITE DATABASE.",
        )
        return WorkSummary([("Judgements so far", header, shares)], notes=notes)


def _asked() -> Iterator[tuple[str, str, str]]:
    """Each question of the judgements: its name, whether it is of the reference or the contrast, and what is asked."""
    for question in ANSWERS:
        role, _, asked = question.partition("_")
        yield question, role, asked


def _judgement(decision: Decision) -> ContrastJudgement:
    return ContrastJudgement.of(decision.item, decision.annotator, decision.payload)


def drawn_pairs(job: AnnotationJob) -> list[DrawnContrast]:
    """The pairs to be judged: as many items as the job's limit says, each with one contrast; all pairs without a limit."""
    format_name = str(job.settings.get("format", "mucow-scoring"))
    plugin = registry.formats.find(format_name)
    if plugin.family != "contrastive":
        raise DataError(
            job.path, f"contrast.format = {format_name!r} is of the family '{plugin.family}', not contrastive."
        )
    path = job.files["data"]
    languages = tuple(filter(None, (job.source_language, job.target_language)))
    source = SuiteSource(path.stem, "contrastive", format_name, {MAIN_FILE: path}, languages=languages)
    items = [(number, item) for number, item in enumerate(plugin().read(source).records, start=1) if item.contrasts]
    pairs = [
        DrawnContrast(f"{number}/{place}", item, contrast.text)
        for number, item in items
        for place, contrast in enumerate(item.contrasts, start=1)
    ]
    limit = int(job.settings.get("limit", 0))
    if not limit:
        return pairs
    draw = random.Random(f"{job.seed}/limit")
    of_item: dict[str, list[DrawnContrast]] = {}
    for pair in pairs:
        of_item.setdefault(pair.name.split("/")[0], []).append(pair)
    drawn = draw.sample(sorted(of_item, key=int), min(limit, len(of_item)))
    return [draw.choice(of_item[number]) for number in sorted(drawn, key=int)]
