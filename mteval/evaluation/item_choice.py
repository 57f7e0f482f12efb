"""Picks the items of a test set that keep the ranking of systems, for people to rate or for quick runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mteval.core.errors import UsageError
from mteval.core.evidence import Comparison
from mteval.core.options import Spec
from mteval.core.results import Finding
from mteval.evaluation.candidate_lists import given_candidates
from mteval.evaluation.opened import NamedMetric, open_metrics
from mteval.evaluation.rerank import SegmentTexts, mean_utilities, segment_scores
from mteval.statistics.item_selection import consistency, highest, joined, ranking_kept, variance
from mteval.statistics.metric_base import Array
from mteval.text.languages import short_code

VARIANCE, DISAGREEMENT, CONSISTENCY, BOTH, RANDOM = "variance", "disagreement", "consistency", "both", "random"
METHODS = (VARIANCE, DISAGREEMENT, CONSISTENCY, BOTH, RANDOM)


@dataclass(frozen=True, slots=True)
class ItemChoice:
    """The items picked, by their places from 0, each item's value, and how well they rank the systems as all items do.

    `kendall` and `soft_accuracy` are those of the metric's own ranking; NaN without a metric. `full` and `part` are the
    systems' mean scores on all items and on those picked.
    """

    method: str
    metric: str
    items: tuple[int, ...]
    values: tuple[float, ...]
    systems: tuple[str, ...]
    full: tuple[float, ...]
    part: tuple[float, ...]
    kendall: float
    soft_accuracy: float
    findings: tuple[Finding, ...] = ()


def disagreement(outputs: Sequence[Sequence[str]]) -> Array:
    """How much the systems' outputs differ on each item: 100 less the mean chrF of every two of them."""
    named = open_metrics([Spec("chrf")])[0]
    rows = given_candidates(list(zip(*outputs, strict=True)))
    return np.array([100 - float(one.mean()) for one in mean_utilities(rows, named, SegmentTexts())])


def choose_items(
    systems: Mapping[str, Sequence[str]],
    count: int,
    method: str,
    spec: Spec | None,
    texts: SegmentTexts,
    languages: Sequence[str] = (),
    *,
    seed: int = 12345,
) -> ItemChoice:
    """The `count` items with the highest value by a method: of variance, disagreement, consistency, or both of the first."""
    outputs = list(systems.values())
    size = len(outputs[0])
    _require(systems, count, size)
    if spec is None and method not in (DISAGREEMENT, RANDOM):
        raise UsageError(
            f"--method {method} looks at scores. Give references (-r) or a metric without (-m), or disagreement."
        )
    scores = None if spec is None else item_scores(outputs, spec, texts, languages)
    values = _values(method, outputs, scores, seed)
    items = highest(values, count)
    full = () if scores is None else _means(scores)
    part = () if scores is None else _means(scores[:, items])
    kept = (float("nan"), float("nan")) if scores is None else ranking_kept(scores, items)
    return ItemChoice(
        method,
        "" if spec is None else str(spec),
        tuple(map(int, items)),
        tuple(float(values[item]) for item in items),
        tuple(systems),
        full,
        part,
        *kept,
        tuple(_findings(scores, values, count)),
    )


def _require(systems: Mapping[str, Sequence[str]], count: int, size: int) -> None:
    if len(systems) < 2:
        raise UsageError("One system has no ranking. Give the outputs of two or more.")
    if not 0 < count <= size:
        raise UsageError(f"-k {count} is not between 1 and {size}, the number of segments.")


def item_scores(outputs: Sequence[Sequence[str]], spec: Spec, texts: SegmentTexts, languages: Sequence[str]) -> Array:
    """Every system's score of every item by a metric, higher is better."""
    codes = [short_code(one) for one in languages]
    named: NamedMetric = open_metrics([spec], codes[-1] if codes else "", codes[0] if len(codes) > 1 else "")[0]
    rows = [
        segment_scores(named, [Comparison(text, *texts.of(place)) for place, text in enumerate(output)])
        for output in outputs
    ]
    return np.array(rows) if named.metric.higher_is_better else -np.array(rows)


def _values(method: str, outputs: Sequence[Sequence[str]], scores: Array | None, seed: int) -> Array:
    known = np.zeros((2, len(outputs[0]))) if scores is None else scores
    ways: dict[str, Callable[[], Array]] = {
        VARIANCE: lambda: variance(known),
        CONSISTENCY: lambda: consistency(known),
        DISAGREEMENT: lambda: disagreement(outputs),
        BOTH: lambda: joined(variance(known), disagreement(outputs)),
        RANDOM: lambda: np.random.default_rng(seed).random(len(outputs[0])),
    }
    return ways[method]()


def _means(scores: Array) -> tuple[float, ...]:
    return tuple(float(np.nanmean(row)) if not np.isnan(row).all() else float("nan") for row in scores)


def _findings(scores: Array | None, values: Array, count: int) -> Sequence[Finding]:
    found = []
    if np.ptp(values) == 0:
        found.append(Finding("nothing-to-choose-by", "All items have the same value, so the first ones were taken."))
    if scores is not None:
        message = (
            "Items picked because systems differ on them are not a fair sample: means over them say which system is better, not "
            "how good one is."
        )
        found.append(Finding("not-a-fair-sample", message, count))
    return found
