"""Human scores and metric scores of the same systems, lined up: from a test set, or from ratings and score files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from mteval.core.errors import DataError, UsageError, suggestion
from mteval.evaluation.metric_contests import CandidateMetric, HumanScores
from mteval.evaluation.open_test_set import OpenTestSet, TestSetChoice
from mteval.evaluation.own_metrics import computed_metrics
from mteval.human.ratings import human_scores
from mteval.human.score_files import Scores, read_scores
from mteval.library import read_ratings
from mteval.storage.digests import contents_digest
from mteval.text.numbers import whole_number


def from_test_set(folder: Path, wished: TestSetChoice) -> tuple[HumanScores, list[CandidateMetric]]:
    """One language pair of an mt-metrics-eval test set."""
    opened = OpenTestSet.open(folder, wished)
    gold = opened.gold()
    named = opened.named_metrics()
    candidates = [one for name in named.stored if (one := opened.stored(gold, name)) is not None]
    if named.computed:
        candidates += computed_metrics(opened.texts(gold), named.computed)
    candidates += [opened.given(gold, name, path) for name, path in wished.files.items()]
    if not candidates:
        raise UsageError("There are no metric scores. Name some with --scores NAME=FILE.")
    return gold, [opened.cut(gold, one) for one in candidates]


def from_ratings(path: Path, scale: str | None, files: Mapping[str, Path]) -> tuple[HumanScores, list[CandidateMetric]]:
    """Mean ratings per system and item as gold; item n is line n of each system's block in the score files."""
    if not path.exists():
        raise DataError(path, "no such file or folder. Check the path.")
    if not files:
        raise UsageError("Name the metrics' scores with --scores NAME=FILE.")
    ratings = read_ratings(path)
    if scale is not None and scale not in ratings.scales:
        raise UsageError(f"{path} has no scale '{scale}'. {suggestion(scale, ratings.scales)}")
    chosen = ratings.ratings if scale is None else ratings.on(scale)
    scores = human_scores(chosen)
    systems = tuple(dict.fromkeys(system for system, _ in scores))
    if len(systems) < 2:
        raise DataError(path, "rates fewer than two systems, so there is nothing to correlate.")
    read = {name: read_scores(file, name) for name, file in files.items()}
    longest = max(one.values.shape[1] for one in read.values())
    matrix = _matrix(path, scores, systems, longest)
    gold = HumanScores(f"{path.name}.{scale}" if scale else path.name, systems, matrix, contents_digest([path]))
    return gold, [_fit(gold, name, one) for name, one in read.items()]


def _matrix(path: Path, scores: Mapping[tuple[str, str], float], systems: tuple[str, ...], segments: int) -> np.ndarray:
    if segments == 1:
        means = [np.mean([value for (system, _), value in scores.items() if system == name]) for name in systems]
        return np.array(means)[:, None]
    matrix = np.full((len(systems), segments), np.nan)
    for (system, item), value in scores.items():
        place = whole_number(item)
        if place is None or not 1 <= place <= segments:
            raise DataError(
                path, f"item '{item}' is no segment number from 1 to {segments}, the lines of the score files."
            )
        matrix[systems.index(system), place - 1] = value
    return matrix


def _fit(gold: HumanScores, name: str, scores: Scores) -> CandidateMetric:
    segments = gold.scores.shape[1]
    if scores.values.shape[1] != segments:
        raise DataError(
            scores.path, f"has {scores.values.shape[1]} scores a system, but the human scores have {segments}."
        )
    return CandidateMetric(name, scores.required(gold.systems))
