"""How many items of a contrastive set are good, by people's judgements: with an interval, and their agreement."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isnan, sqrt

import numpy as np

from mteval.core.results import Scale
from mteval.human.contrast_judgements import QUESTIONS, ContrastJudgement
from mteval.statistics.agreement import krippendorff_nominal, percent_agreement
from mteval.statistics.intervals import Estimate, interval
from mteval.statistics.rating_table import RatingTable

LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class QuestionAgreement:
    """How well annotators agree on one question: share of equal answers, and Krippendorff's α; NaN where nobody overlaps."""

    question: str
    equal: float
    alpha: float


@dataclass(frozen=True, slots=True)
class SetPrecision:
    """What the judgements say of a set; shares are of items, each settled by the majority of its annotators."""

    annotators: int
    items: int
    words: int
    shares: dict[str, float]
    interval: tuple[float, float]
    agreement: tuple[QuestionAgreement, ...]

    @property
    def precision(self) -> float:
        """The share of good items."""
        return self.shares["good"]

    @property
    def good(self) -> int:
        """How many items are good."""
        return round(self.precision * self.items)


def set_precision(judgements: Sequence[ContrastJudgement], level: float = LEVEL) -> SetPrecision:
    """Precision by majority (a tie is not good), an interval that respects words, and agreement on every question.

    Of several judgements of one item by one annotator, as in exports put together, the last counts. Items of one
    ambiguous word are not independent: the interval is that of a share over clusters.
    """
    by_item: dict[str, list[ContrastJudgement]] = defaultdict(list)
    for one in {(one.item, one.annotator): one for one in judgements}.values():
        by_item[one.item].append(one)
    shares = {question: _share(_majority(given, question) for given in by_item.values()) for question in QUESTIONS}
    good = [(given[0].word.casefold() or item, _majority(given, "good")) for item, given in by_item.items()]
    return SetPrecision(
        annotators=len({one.annotator for one in judgements}),
        items=len(by_item),
        words=len({one.word.casefold() for one in judgements if one.word}),
        shares=shares,
        interval=share_interval(good, level),
        agreement=tuple(question_agreement(judgements, question) for question in QUESTIONS),
    )


def _majority(given: Sequence[ContrastJudgement], question: str) -> bool:
    return sum(bool(getattr(one, question)) for one in given) > len(given) / 2


def _share(values: Iterable[bool]) -> float:
    found = list(values)
    return sum(found) / len(found) if found else float("nan")


def share_interval(values: Sequence[tuple[str, bool]], level: float) -> tuple[float, float]:
    """The interval of a share of values that come in clusters; with one value in each, Wilson's."""
    if not values:
        return float("nan"), float("nan")
    share = sum(value for _, value in values) / len(values)
    deviations: dict[str, float] = defaultdict(float)
    for cluster, value in values:
        deviations[cluster] += value - share
    clusters = len(deviations)
    squares = sum(one * one for one in deviations.values())
    # The linearised variance of a ratio of cluster totals (Cochran 1977, 9.7).
    error = sqrt(squares * clusters / (clusters - 1)) / len(values) if clusters > 1 else float("nan")
    return interval(Estimate(share, error, clusters, len(values)), "share", Scale(low=0, high=1), level)


def question_agreement(judgements: Iterable[ContrastJudgement], question: str) -> QuestionAgreement:
    """Agreement on one question over the items that several annotators judged."""
    ratings = [(one.item, one.annotator, float(getattr(one, question))) for one in judgements]
    if not ratings:
        return QuestionAgreement(question, float("nan"), float("nan"))
    table = RatingTable.collect(ratings)
    weights = np.ones((1, len(table.items)))
    equal, alpha = (float(of(table, weights)[0]) for of in (percent_agreement, krippendorff_nominal))
    return QuestionAgreement(question, equal, alpha)


def told(value: float, digits: int = 3) -> str:
    """A share as text; a dash where there is none."""
    return "–" if isnan(value) else f"{value:.{digits}f}"
