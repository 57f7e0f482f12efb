"""Human scores and metric scores of the same systems, lined up: from a test set, or from ratings and score files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from mteval.core.errors import DataError, UsageError, suggestion
from mteval.evaluation.metric_contests import CandidateMetric, HumanScores
from mteval.human.ratings import human_scores
from mteval.human.score_files import Scores, choose_pair, human_files, metric_files, read_scores, reference_names
from mteval.library import read_ratings
from mteval.storage.digests import contents_digest

LEVEL_NAMES = {"seg": "segment", "sys": "system"}


def from_test_set(
    folder: Path,
    languages: str | None,
    human: str | None,
    level: str,
    metrics: Sequence[str],
    files: Mapping[str, Path],
) -> tuple[HumanScores, list[CandidateMetric]]:
    """One language pair of an mt-metrics-eval test set; references scored as systems are left out."""
    pair = choose_pair(folder, languages)
    wanted = level if level != "auto" else "seg" if human_files(folder, pair, "seg") else "sys"
    file = _one_human(folder, pair, wanted, human)
    people = read_scores(file[1], file[0])
    references = reference_names(folder, pair)
    scored = [name for name in people.systems if name not in references and not np.isnan(people.of((name,))).all()]
    if len(scored) < 2:
        raise DataError(people.path, "fewer than two systems have human scores.")
    systems = tuple(scored)
    gold = HumanScores(f"{folder.name}.{pair}.{file[0]}", systems, people.of(systems), contents_digest([file[1]]))
    known = metric_files(folder, pair, wanted)
    for name in metrics:
        if name not in known:
            raise UsageError(f"{folder} has no {LEVEL_NAMES[wanted]} scores of '{name}'. {suggestion(name, known)}")
    chosen = {**{name: known[name] for name in (metrics or known)}, **files}
    return gold, _candidates(gold, chosen)


def _one_human(folder: Path, pair: str, level: str, wanted: str | None) -> tuple[str, Path]:
    files = human_files(folder, pair, level)
    if wanted is None:
        if len(files) == 1:
            return next(iter(files.items()))
        names = ", ".join(files) or "none at this level"
        raise UsageError(f"Choose the human scores of {folder}, {pair}, with --human: {names}.")
    if wanted not in files:
        raise UsageError(
            f"{folder} has no {LEVEL_NAMES[level]} scores '{wanted}' for {pair}. {suggestion(wanted, files)}"
        )
    return wanted, files[wanted]


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
        if not item.isdigit() or not 1 <= int(item) <= segments:
            raise DataError(
                path, f"item '{item}' is no segment number from 1 to {segments}, the lines of the score files."
            )
        matrix[systems.index(system), int(item) - 1] = value
    return matrix


def _candidates(gold: HumanScores, files: Mapping[str, Path]) -> list[CandidateMetric]:
    if not files:
        raise UsageError("There are no metric scores. Name some with --scores NAME=FILE.")
    return [_fit(gold, name, read_scores(file, name)) for name, file in files.items()]


def _fit(gold: HumanScores, name: str, scores: Scores) -> CandidateMetric:
    segments = gold.scores.shape[1]
    if scores.values.shape[1] != segments:
        raise DataError(
            scores.path, f"has {scores.values.shape[1]} scores a system, but the human scores have {segments}."
        )
    values = scores.of(gold.systems)
    if np.isnan(values).all():
        raise DataError(scores.path, f"scores none of the systems people scored: {', '.join(gold.systems[:5])}, …")
    return CandidateMetric(name, values)
