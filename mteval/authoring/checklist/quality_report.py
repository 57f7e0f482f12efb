"""Measures CheckLists against each other and against verified ones: utility, diversity, cost, correctness."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from mteval.authoring.checklist.quality.augmentation import (
    OVER_ALL,
    TrainingRun,
    augment,
    common_test,
    labelled_instances,
    part,
)
from mteval.authoring.checklist.quality.cost import read_log, verification_cost
from mteval.authoring.checklist.quality.diversity import diversity
from mteval.authoring.checklist.quality.failure_rates import compare_rates, mean_over, mean_rate
from mteval.authoring.checklist.quality.template_match import DEFINITIONS, agreement, shapes
from mteval.checklists.checklist import CheckList, read_checklist
from mteval.core.errors import UsageError
from mteval.core.options import SystemSpec
from mteval.evaluation.opened import NamedSystem, open_systems
from mteval.evaluation.run import evaluate
from mteval.evaluation.settings import Settings
from mteval.library import bare_suite, load_suite

Watch = Callable[[str, int, int], None]
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class QualityRequest:
    """What to measure, and with what.

    `verified` is one CheckList for all, or one each; `logs` likewise. `system` gives failure rates, `scratch` and
    `fine_tuned` are model folders for Aug-0 and Aug-CFT, `augmentation` how these are fine-tuned.
    `instances` bounds what is drawn from each template.
    """

    verified: tuple[Path, ...] = ()
    logs: tuple[Path, ...] = ()
    system: SystemSpec | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    scratch: Path | None = None
    fine_tuned: Path | None = None
    training: TrainingRun = field(default_factory=TrainingRun)
    augmentation: str = OVER_ALL
    instances: int = 50
    seed: int = 1


def measure(paths: Sequence[Path], wanted: QualityRequest, watch: Watch | None = None) -> dict[str, Any]:
    """Measure every CheckList; the document has one row each, and their mean (over annotators) where there are several."""
    checklists = [read_checklist(path) for path in paths]
    verified = _one_each(wanted.verified, paths, "--verified")
    logs = _one_each(wanted.logs, paths, "--log")
    rows: list[Row] = [{"checklist": str(path)} for path in paths]
    for row, checklist in zip(rows, checklists, strict=True):
        row["diversity"] = asdict(diversity(checklist, wanted.instances or None, wanted.seed))
    _add_cost(rows, logs)
    _add_matches(rows, checklists, verified)
    _add_rates(rows, paths, verified, wanted, watch)
    _add_augmentation(rows, checklists, wanted, watch)
    document: dict[str, Any] = {"checklists": rows}
    if len(rows) > 1:
        document["mean"] = mean_row(rows)
    return document


def _one_each(given: Sequence[Path], paths: Sequence[Path], option: str) -> list[Path | None]:
    if len(given) not in (0, 1, len(paths)):
        raise UsageError(
            f"{option} is given {len(given)} times for {len(paths)} CheckLists. Give one, or one for each."
        )
    return list(given) if len(given) == len(paths) else [*given, None][:1] * len(paths)


def _add_cost(rows: Sequence[Row], logs: Sequence[Path | None]) -> None:
    for row, log in zip(rows, logs, strict=True):
        if log is not None:
            row["cost"] = asdict(verification_cost(read_log(log)))


def _add_matches(rows: Sequence[Row], checklists: Sequence[CheckList], verified: Sequence[Path | None]) -> None:
    for row, checklist, path in zip(rows, checklists, verified, strict=True):
        if path is None:
            continue
        right = shapes(read_checklist(path))
        row["verified"] = str(path)
        row["match"] = {}
        for definition in DEFINITIONS:
            found = agreement(shapes(checklist), right, definition)
            row["match"][definition] = {"precision": found.precision, "recall": found.recall, "f1": found.f1}


def _add_rates(
    rows: Sequence[Row],
    paths: Sequence[Path],
    verified: Sequence[Path | None],
    wanted: QualityRequest,
    watch: Watch | None,
) -> None:
    if wanted.system is None:
        return
    known: dict[Path, dict[str, float]] = {}

    def rates(path: Path) -> dict[str, float]:
        # Opened anew for each CheckList: a file of answers belongs to one of them, a model is cached by the backend.
        if path not in known:
            known[path] = failure_rates(path, open_systems([_system(wanted, path)]), wanted, watch)
        return known[path]

    for row, path, right in zip(rows, paths, verified, strict=True):
        row["failure_rates"] = rates(path)
        row["failure_rate"] = mean_rate(rates(path))
        if right is not None:
            compared = compare_rates(rates(path), rates(right))
            row["verified_failure_rate"] = mean_rate(rates(right))
            row["fr_diff"] = compared.difference
            row["fr_diff_by_capability"] = compared.by_capability
            row["fr_shift"] = compared.shift
            row["pearson"], row["spearman"] = compared.pearson, compared.spearman


def _system(wanted: QualityRequest, path: Path) -> SystemSpec:
    """The system to ask; `{name}` in its argument stands for the CheckList's file name without its ending."""
    if wanted.system is None:
        raise UsageError("Failure rates need --system.")
    spec = wanted.system
    return SystemSpec(spec.backend, spec.argument.replace("{name}", path.stem), spec.options, spec.name)


def failure_rates(
    path: Path, systems: Sequence[NamedSystem], wanted: QualityRequest, watch: Watch | None = None
) -> dict[str, float]:
    """The failure rate of a system on each capability of a CheckList."""
    options = {"instances": str(wanted.instances), "seed": str(wanted.seed), **wanted.options}
    suite = load_suite(bare_suite(path, "checklist"), options)
    results = evaluate(suite, systems, settings=Settings(test="none", resamples=0, keep_cases=False), watch=watch)
    return {part.value: part.scores[0].value for part in results.reports[0].slices if part.tag == "capability"}


def _add_augmentation(
    rows: Sequence[Row], checklists: Sequence[CheckList], wanted: QualityRequest, watch: Watch | None
) -> None:
    models = {"aug_0": wanted.scratch, "aug_cft": wanted.fine_tuned}
    if not any(models.values()):
        return
    labels = checklists[0].labels
    if any(set(checklist.labels) != set(labels) for checklist in checklists):
        raise UsageError("The CheckLists have different labels, so that no common test set can be made of them.")
    parts = [part(labelled_instances(checklist, seed=wanted.seed), wanted.seed) for checklist in checklists]
    test = common_test(parts)
    for row, parted in zip(rows, parts, strict=True):
        for name, model in models.items():
            if model is None:
                continue
            watched = _named(watch, f"{name} {row['checklist']}")
            found = augment(model, parted.training, test, labels, wanted.training, watched, way=wanted.augmentation)
            row[name] = found.whole
            row[f"{name}_capabilities"] = dict(found.capabilities)
            row["augmentation"] = wanted.augmentation
            row["training_instances"] = len(parted.training)


def _named(watch: Watch | None, what: str) -> Callable[[int, int], None] | None:
    return None if watch is None else lambda done, total: watch(what, done, total)


def mean_row(rows: Sequence[Row]) -> Row:
    """The mean of every number over the CheckLists (the annotators), of those that have it."""
    mean: Row = {}
    for key in dict.fromkeys(key for row in rows for key in row):
        values = [row[key] for row in rows if key in row]
        if all(isinstance(value, dict) for value in values):
            mean[key] = mean_row(values)
        elif all(isinstance(value, int | float) for value in values):
            mean[key] = mean_over([float(value) for value in values])
    return mean


def without_nan(value: Any) -> Any:
    """The document with null for every number there is none of, as JSON needs it."""
    if isinstance(value, dict):
        return {key: without_nan(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [without_nan(inner) for inner in value]
    return None if isinstance(value, float) and math.isnan(value) else value
