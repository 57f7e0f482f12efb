"""What a reader of a score must know of the run it comes from: skipped cases, unread context, unknown tokens, few clusters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from mteval.core.evidence import Evidence, Skipped
from mteval.core.protocols import System
from mteval.core.queries import Answer
from mteval.core.results import Finding
from mteval.core.suites import Suite
from mteval.statistics.resampling import Clusters

SHOWN_CASES = 5
FEW_CLUSTERS = 5


def few_clusters(suite: Suite, clusters: Clusters | None, resamples: int) -> Iterator[Finding]:
    """Too few clusters to resample."""
    count = 1 if clusters is None else len(np.unique(clusters))
    if suite.cluster and resamples and count < FEW_CLUSTERS < len(suite.cases):
        how = "cases were resampled one by one" if count == 1 else "whole ones were resampled"
        message = f"The cases belong to only {count} clusters by '{suite.cluster}' ({how}): intervals and tests are unreliable."
        yield Finding("few-clusters", message, count)


def unread_context(suite: Suite, system: System) -> Iterator[Finding]:
    """A model that reads no context is not tested on what the context decides."""
    queries = [case.query for case in suite.cases]
    given = sum(bool(getattr(one, "source_context", ()) or getattr(one, "target_context", ())) for one in queries)
    if given and system.chosen.get("context") == 0:
        message = (
            f"{given} cases have preceding sentences, which the model was not given. Add ?context=N to the system."
        )
        yield Finding("unread-context", message, given)


def unknown_tokens(suite: Suite, answers: Sequence[Answer]) -> Iterator[Finding]:
    """Tokens the model has no embedding for."""
    counts = [getattr(answer, "unknown", 0) for answer in answers]
    cases = [case.id for case, count in zip(suite.cases, counts, strict=True) if count]
    if cases:
        message = f"{sum(counts)} tokens in {len(cases)} cases are unknown to the model, which cannot tell them apart."
        yield Finding("unknown-token", message, sum(counts), tuple(cases[:SHOWN_CASES]))


def skipped_cases(suite: Suite, evidence: Sequence[Evidence]) -> Iterator[Finding]:
    """Cases that could not be judged, by reason."""
    reasons: dict[str, list[str]] = {}
    for case, one in zip(suite.cases, evidence, strict=True):
        if isinstance(one, Skipped):
            reasons.setdefault(one.reason, []).append(case.id)
    for reason, cases in reasons.items():
        yield Finding("skipped", f"{len(cases)} cases were skipped: {reason}.", len(cases), tuple(cases[:SHOWN_CASES]))
