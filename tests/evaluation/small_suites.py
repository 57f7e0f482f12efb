"""Small suites whose outcomes are known beforehand, and systems that get just those cases right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from scipy.stats import beta, binomtest, norm, t

from mteval.core import registry
from mteval.core.protocols import Contents
from mteval.core.records import Contrast, ContrastItem
from mteval.core.results import Results
from mteval.core.suites import Suite, SuiteSource
from mteval.evaluation.given import References, named_system, reference_suite
from mteval.evaluation.opened import named_systems
from mteval.evaluation.run import evaluate
from mteval.evaluation.settings import Settings
from mteval.text.lines import Lines

DIGEST = "0123456789abcdef" * 4


def contrast_suite(words: Sequence[str], *, types: Sequence[str] = (), family=None, **options) -> Suite:
    """One item per word, with the sense of that name; items of one word are a cluster, `types` make slices."""
    items = tuple(
        ContrastItem(
            f"source {place}", "right", (Contrast("wrong", types[place] if types else ""),), str(place), word, "sense"
        )
        for place, word in enumerate(words)
    )
    judge = (family or registry.families.find("contrastive"))(options)
    source = SuiteSource("contrasts", "contrastive", "mucow-scoring", {"data": Path("made.json")}, digest=DIGEST)
    suite = judge.load(source, Contents(items))
    return replace(suite, family=judge, slices=("type",) if types else ())


def scorer(passed: Sequence[bool | None]):
    """Prefers the reference where `passed` says so; None leaves the case unanswered."""

    def score(queries):
        places = [int(query.source.split()[-1]) for query in queries]
        return [None if passed[i] is None else ((-1.0, -2.0) if passed[i] else (-2.0, -1.0)) for i in places]

    return score


def run_contrasts(suite: Suite, settings: Settings | None = None, **systems: Sequence[bool | None]) -> Results:
    """Every system on the suite; each gets right what it is said to."""
    return evaluate(suite, named_systems({name: scorer(passed) for name, passed in systems.items()}), (), settings)


def text_suite(references: Sequence[str], documents: Sequence[str] | None = None, *, sliced: bool = False) -> Suite:
    """Segments with a reference each; segments of one document are a cluster."""
    lines = Lines(Path("reference.txt"), tuple(references))
    names = None if documents is None else Lines(Path("documents.txt"), tuple(documents))
    suite = reference_suite(References((lines,), documents=names))
    return replace(suite, slices=("document",)) if sliced else suite


def run_texts(suite: Suite, metrics: str, settings: Settings | None = None, **systems: Sequence[str]) -> Results:
    """Translations scored on the suite."""
    from mteval.core.options import parse_specs

    opened = [named_system(name, Lines(Path(f"{name}.txt"), tuple(texts))) for name, texts in systems.items()]
    return evaluate(suite, opened, parse_specs(metrics), settings)


def drawn_means(values: Sequence[float], labels: Sequence[str], resamples: int, seed: int) -> np.ndarray:
    """The means of resampled values, whole clusters drawn with replacement, by a loop over numpy's own draws."""
    names = list(dict.fromkeys(labels))
    groups = [np.array([v for v, label in zip(values, labels, strict=True) if label == name]) for name in names]
    draws = np.random.default_rng(seed).choice(len(groups), size=(resamples, len(groups)), replace=True)
    return np.array([np.concatenate([groups[i] for i in row]).mean() for row in draws])


def degrees(units: int) -> int:
    """Student's degrees of freedom, two fewer than usual below fifty units."""
    return max(units - 3, 1) if units < 50 else units - 1


def student_interval(value: float, drawn: np.ndarray, units: int, level: float = 0.95) -> tuple[float, float]:
    """The value ± t standard errors, by scipy."""
    half = t.ppf((1 + level) / 2, degrees(units)) * drawn.std(ddof=1) * np.sqrt(units / (units - 1))
    return value - half, value + half


def share_interval(
    values: Sequence[bool], labels: Sequence[str], resamples: int, seed: int, level: float = 0.95
) -> tuple[float, float]:
    """Wilson's interval of independent cases by scipy; of clusters Clopper and Pearson's on the effective number of cases."""
    cases, units, share = len(values), len(set(labels)), float(np.mean(values))
    if units == cases:
        found = binomtest(sum(values), cases).proportion_ci(level, "wilson")
        return found.low, found.high
    error = drawn_means(values, labels, resamples, seed).std(ddof=1) * np.sqrt(units / (units - 1))
    narrower = norm.ppf((1 + level) / 2) / t.ppf((1 + level) / 2, degrees(units))
    effective = min(cases, share * (1 - share) / error**2 * narrower**2)
    hits, tail = share * effective, (1 - level) / 2
    return beta.ppf(tail, hits, effective - hits + 1), beta.ppf(1 - tail, hits + 1, effective - hits)


def interval(drawn: np.ndarray, level: float = 0.95) -> tuple[float, float]:
    """The order statistics that leave (1 − level) / 2 of the draws out on each side."""
    ordered = np.sort(drawn)
    cut = int(round(len(ordered) * (1 - level) / 2, 9))
    return float(ordered[cut]), float(ordered[-cut - 1])


def codes(report) -> dict[str, int]:
    """The findings of a report by code, with their counts."""
    return {finding.code: finding.count for finding in report.findings}


def signed(signature: str) -> Mapping[str, str]:
    """A signature's values by key."""
    pairs = [part.split(":", 1) for part in signature.split("|")]
    assert len({key for key, _ in pairs}) == len(pairs)
    return dict(pairs)
