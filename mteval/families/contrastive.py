"""Does the model give the right translation a higher probability than one with an error in it?

**What is measured.** Each item has a source, a reference and contrasts: the reference with one thing made wrong (a
word of another sense, a pronoun, an agreement). The system scores all of them; nothing is translated.

**Formula.** An item is right iff log P(reference | source) > log P(contrast | source) for *every* contrast,
strictly. accuracy = right / decided; pairwise = contrasts beaten / contrasts; macro = mean accuracy over senses
(`word:sense`); chance = mean of 1 / (1 + contrasts), what guessing gives. For LingEval97 every contrast is a case
of its own (`unit=error`), so that accuracy is pairwise, as published, and slices by error type are exact.

**Papers.** Sennrich 2017 (LingEval97); Rios, Mascarell, Sennrich 2017 (ContraWSD); Müller, Rios, Voita, Sennrich
2018 (ContraPro); Raganato, Scherrer, Tiedemann 2019 and 2020 (MuCoW); Amrhein, Moghe, Guillou 2022 (ACES).

**Traps.** The sign: toolkits print costs (lower is better) or log-probabilities (higher is better); the wrong sign
gives an accuracy far below chance and the finding `suspicious-sign`. A contrast equal to the reference cannot be
beaten. An item without contrasts cannot be lost: it is skipped, and `--set empty_contrasts=pass` counts it as
right, as published scripts do. Items with many contrasts are harder, so compare with chance, not with one half.
Contrasts of other lengths are favoured or punished by the sum of log-probabilities: see `normalise`. Items of one
ambiguous word are not independent: intervals resample whole words.

**Options** (`--set`): normalise=none|tokens|characters; ties=wrong|skip; empty_contrasts=skip|pass;
unit=item|error; training=FILE (lint: overlap with training data); for ContraPro context=N, source_context=FILE,
target_context=FILE, documents=DIR; for contrastive-tsv and contrastive-jsonl context=N.

**How to read it.** Two systems are compared by exchanging their verdicts on the same items, whole words at a time. A high
accuracy says that the model can tell the difference when shown, not that it translates so; `sense-choice` asks that.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from mteval.core import registry
from mteval.core.errors import CapabilityError, DataError
from mteval.core.evidence import Evidence, Outcome, Skipped, Verdict
from mteval.core.options import CHOICE, Option, read_options
from mteval.core.protocols import Contents, Options
from mteval.core.queries import Answer, LogProb, LogProbs, Unanswered
from mteval.core.records import Contrast, ContrastItem
from mteval.core.results import Finding
from mteval.core.suites import Case, Suite, SuiteSource, Tags, unique_ids
from mteval.core.views import View
from mteval.families._contrastive import lint as contrast_lint
from mteval.families._contrastive.view import ContrastiveView
from mteval.families._training_overlap import TRAINING, training_overlap
from mteval.statistics.guessing import probability_of_at_most

OPTIONS = (
    Option("normalise", CHOICE, "none", "divide scores by length", choices=("none", "tokens", "characters")),
    Option(
        "ties", CHOICE, "wrong", "what a contrast with the reference's very score counts as", choices=("wrong", "skip")
    ),
    Option(
        *("empty_contrasts", CHOICE, "skip", "what becomes of items without contrasts (published scripts: pass)"),
        choices=("skip", "pass"),
    ),
    Option("unit", CHOICE, None, "what a case is (the format's custom, else item)", choices=("item", "error")),
    TRAINING,
)
SLICES = ("origin", "sense", "type", "distance", "frequency", "pronoun", "intrasegmental", "language")
NO_CONTRASTS = "no contrasts"
NOT_A_NUMBER = "not a number"
TIE = "tie"


@dataclass(frozen=True, slots=True)
class ContrastiveGold:
    """What the answer is judged by: the item, and which of its contrasts (all where `contrast` is None)."""

    item: ContrastItem
    contrast: int | None = None

    @property
    def reference(self) -> str:
        """The right translation, for the per-case file."""
        return self.item.reference


@registry.families.register("contrastive")
class Contrastive:
    """Judges whether the reference beats its contrasts."""

    metrics: ClassVar[tuple[str, ...]] = ("accuracy",)
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    view: ClassVar[View] = ContrastiveView()

    def __init__(self, options: Options) -> None:
        self.chosen = read_options(OPTIONS, options, "the family 'contrastive'")

    def load(self, source: SuiteSource, contents: Contents) -> Suite:
        """Make one case per item, or per contrast where accuracy is counted so."""
        items: tuple[ContrastItem, ...] = tuple(contents.records)
        if not items:
            raise DataError(source.files.get("data", source.name), "holds no items. Give a set with at least one.")
        ids = unique_ids([item.id for item in items])
        unit = self.chosen["unit"] or contents.customs.get("unit", "item")
        make = _cases_per_error if unit == "error" else _case_per_item
        numbered = enumerate(zip(items, ids, strict=True))
        cases = tuple(case for number, (item, identity) in numbered for case in make(number, item, identity))
        present = {tag for case in cases for tag in case.tags}
        languages = source.languages or contents.languages
        return Suite(
            source=replace(source, languages=languages),
            cases=cases,
            metrics=source.metrics or self.metrics,
            slices=source.slices or contents.slices or tuple(tag for tag in SLICES if tag in present),
            cluster=contents.cluster or ("word" if "word" in present else None),
            findings=(
                *contents.findings,
                *contrast_lint.findings(contrast_lint.basic_defects(items, languages), _namer(items, ids, unit)),
            ),
            options=self.chosen.settled(unit=unit),
        )

    def judge(self, case: Case, answer: Answer) -> Evidence:
        """Compare the reference with its contrasts; skip what cannot be compared."""
        if isinstance(answer, Unanswered):
            return Skipped(answer.reason)
        if not isinstance(answer, LogProbs) or not isinstance(case.query, LogProb):
            raise CapabilityError(
                "A contrastive suite asks for log-probabilities; use score-file or a model that scores."
            )
        _require_complete(case, answer)
        gold: ContrastiveGold = case.gold
        places = range(1, len(answer.values)) if gold.contrast is None else (gold.contrast + 1,)
        scores = self._scores(case.query, answer, (0, *places))
        if not all(map(math.isfinite, scores)):
            return Skipped(NOT_A_NUMBER)
        return self._verdict(gold, scores)

    def inspect(self, suite: Suite, answers: Sequence[Answer], evidence: Sequence[Evidence]) -> Iterable[Finding]:
        """Look for scores that are no numbers, for ties, and for a wrong sign."""
        ids = [case.id for case in suite.cases]
        skipped = [(one.reason, place) for place, one in enumerate(evidence) if isinstance(one, Skipped)]
        lost = tuple(ids[place] for reason, place in skipped if reason == NOT_A_NUMBER)
        if lost:
            message = f"{len(lost)} cases have a score that is NaN or infinite; they are skipped, not counted as wrong."
            yield Finding("not-a-number", message, count=len(lost), cases=lost)
        verdicts = [one for one in evidence if isinstance(one, Verdict)]
        tied = tuple(case.id for case, one in zip(suite.cases, evidence, strict=True) if _tied(one))
        if tied:
            message = (
                f"{len(tied)} cases have a contrast that scores exactly as the reference; ties={self.chosen['ties']}."
            )
            yield Finding("tie", message, count=len(tied), cases=tied)
        yield from _sign(verdicts)

    def lint(self, suite: Suite) -> Iterable[Finding]:
        """Look for defects of the set itself, beyond those every report names."""
        items, ids = _items(suite)
        yield from contrast_lint.findings(
            contrast_lint.deeper_defects(items, suite.source.languages), _namer(items, ids, _unit(suite))
        )
        yield contrast_lint.chance_level([len(_texts(case.gold)) for case in suite.cases])
        for texts in ([item.source for item in items], [item.reference for item in items]):
            yield from training_overlap(texts, ids, self.chosen["training"])

    def cleaned(self, suite: Suite) -> tuple[tuple[ContrastItem, ...], Mapping[str, int]]:
        """The items of the suite without defects, for its format to write, and what was taken out."""
        items, _ = _items(suite)
        result = contrast_lint.clean(items, suite.source.languages)
        return result.items, result.removed

    def export(self, suite: Suite) -> Iterator[str]:
        """One line `source⇥target` for every score expected: reference, its contrasts, next item.

        Where the suite has context, two columns follow: preceding sentences of each side, oldest first, ` ||| ` between.
        """
        queries = [query for query in suite.questions()[0] if isinstance(query, LogProb)]
        context = any(query.source_context or query.target_context for query in queries)
        for query in queries:
            sides = [" ||| ".join(map(_one_line, side)) for side in (query.source_context, query.target_context)]
            for target in query.targets:
                yield "\t".join((_one_line(query.source), _one_line(target), *(sides if context else ())))

    def _scores(self, query: LogProb, answer: LogProbs, places: Sequence[int]) -> list[float]:
        values = [answer.values[place] for place in places]
        if self.chosen["normalise"] == "none":
            return values
        if self.chosen["normalise"] == "characters":
            lengths = [len(query.targets[place]) for place in places]
        elif answer.tokens:
            lengths = [answer.tokens[place] for place in places]
        else:
            raise CapabilityError(
                "normalise=tokens needs token counts, which this system does not give. Use normalise=characters."
            )
        return [value / max(length, 1) for value, length in zip(values, lengths, strict=True)]

    def _verdict(self, gold: ContrastiveGold, scores: Sequence[float]) -> Evidence:
        reference, *contrasts = scores
        if not contrasts and self.chosen["empty_contrasts"] == "skip":
            return Skipped(NO_CONTRASTS)
        tied = bool(contrasts) and max(contrasts) == reference
        if tied and self.chosen["ties"] == "skip":
            return Skipped(TIE)
        wins = sum(reference > contrast for contrast in contrasts)
        item = gold.item
        return Verdict(
            Outcome.PASSED if wins == len(contrasts) else Outcome.FAILED,
            wins=wins,
            contests=len(contrasts),
            chance=1 / (1 + len(contrasts)),
            stratum=f"{item.word}:{item.sense}" if item.sense else None,
            detail={"scores": list(scores), "contrasts": _texts(gold), "tie": tied},
        )


def _query(item: ContrastItem) -> LogProb:
    targets = (item.reference, *(contrast.text for contrast in item.contrasts))
    return LogProb(item.source, targets, item.source_context, item.target_context)


def _case_per_item(number: int, item: ContrastItem, identity: str) -> Iterator[Case]:
    yield Case(identity, _query(item), ContrastiveGold(item), _tags(item, item.contrasts), number)


def _cases_per_error(number: int, item: ContrastItem, identity: str) -> Iterator[Case]:
    """One case per contrast; all of them ask the one question of their item."""
    if not item.contrasts:
        yield from _case_per_item(number, item, identity)
        return
    query = _query(item)
    for place, contrast in enumerate(item.contrasts):
        tags = {**_tags(item, (contrast,)), "sentence": (identity,)}
        yield Case(f"{identity}.{place + 1}", query, ContrastiveGold(item, place), tags, number)


def _tags(item: ContrastItem, contrasts: Sequence[Contrast]) -> Tags:
    tags: dict[str, tuple[str, ...]] = dict(item.tags)
    if item.word:
        tags["word"] = (item.word,)
    if item.sense:
        tags["sense"] = (f"{item.word}:{item.sense}",)
    for contrast in contrasts:
        own = {**contrast.tags, **({"type": (contrast.type,)} if contrast.type else {})}
        for tag, values in own.items():
            tags[tag] = tuple(dict.fromkeys((*tags.get(tag, ()), *values)))
    return tags


def _items(suite: Suite) -> tuple[list[ContrastItem], list[str]]:
    seen: dict[int | None, tuple[ContrastItem, str]] = {}
    for case in suite.cases:
        gold: ContrastiveGold = case.gold
        identity = case.id if gold.contrast is None else case.id.rpartition(".")[0]
        seen.setdefault(case.question, (gold.item, identity))
    return [item for item, _ in seen.values()], [identity for _, identity in seen.values()]


def _unit(suite: Suite) -> str:
    return "item" if all(case.gold.contrast is None for case in suite.cases) else "error"


def _namer(items: Sequence[ContrastItem], ids: Sequence[str], unit: str) -> Callable[[contrast_lint.Defect], str]:
    """Call a defect by its case: the item, or where errors are cases the contrast (the first for a defect of the item)."""

    def name(defect: contrast_lint.Defect) -> str:
        identity = ids[defect.item]
        if unit == "item" or not items[defect.item].contrasts:
            return identity
        return f"{identity}.{(defect.contrast or 0) + 1}"

    return name


def _texts(gold: ContrastiveGold) -> list[str]:
    contrasts = gold.item.contrasts if gold.contrast is None else (gold.item.contrasts[gold.contrast],)
    return [contrast.text for contrast in contrasts]


def _tied(evidence: Evidence) -> bool:
    if isinstance(evidence, Skipped):
        return evidence.reason == TIE
    return isinstance(evidence, Verdict) and bool(evidence.detail.get("tie"))


def _sign(verdicts: Sequence[Verdict]) -> Iterator[Finding]:
    contested = [verdict for verdict in verdicts if verdict.contests]
    passed = sum(verdict.outcome is Outcome.PASSED for verdict in contested)
    chances = [verdict.chance for verdict in contested]
    if not contested or passed >= sum(chances):
        return
    p_value = probability_of_at_most(passed, chances)
    if p_value < 0.001:
        message = (
            f"The accuracy, {passed / len(contested):.4f}, is far below chance, {sum(chances) / len(contested):.4f} "
            f"(p = {p_value:.1e}): the scores probably have the other sign. "
            "With score-file, try better=higher or better=lower."
        )
        yield Finding("suspicious-sign", message)


def _require_complete(case: Case, answer: LogProbs) -> None:
    if isinstance(case.query, LogProb) and len(answer.values) != len(case.query.targets):
        raise CapabilityError(
            f"Case {case.id} asks for {len(case.query.targets)} scores (reference and contrasts), "
            f"but the system gave {len(answer.values)}."
        )


def _one_line(text: str) -> str:
    # Only what would break a line or a column; everything else goes out as it is.
    return text.translate({ord(sign): " " for sign in "\t\n\r"})
