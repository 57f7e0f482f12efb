"""What a reader of a score must know of the run it comes from: skipped cases, unread context, unknown tokens, no interval."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isnan

from mteval.core.columns import Columns, kinds_of
from mteval.core.evidence import Evidence, Skipped
from mteval.core.protocols import System
from mteval.core.queries import Answer
from mteval.core.results import Finding, Score, Slice
from mteval.core.suites import Suite
from mteval.statistics.intervals import FEWEST_UNITS
from mteval.statistics.resampling import Clusters

SHOWN_CASES = 5


def one_cluster(suite: Suite, clusters: Clusters | None) -> Iterator[Finding]:
    """All cases of one document or word, so that nothing is known of others."""
    if suite.cluster and clusters is None and len(suite.cases) > 1:
        message = (
            f"All cases belong to one cluster by '{suite.cluster}': they were resampled one by one, so that intervals and "
            "tests say nothing of other clusters."
        )
        yield Finding("one-cluster", message)


def without_interval(scores: Sequence[Score], slices: Sequence[Slice]) -> Iterator[Finding]:
    """Scores for which no honest interval can be given."""
    bare = [score.spec or score.metric for score in scores if _is_bare(score)]
    parts = [part for part in slices if any(map(_is_bare, part.scores))]
    if bare or parts:
        named = [*bare, *([f"{len(parts)} slices"] if len(parts) > 1 else [f"{one.tag} {one.value}" for one in parts])]
        message = (
            f"There is no interval for {', '.join(named)}: all cases are equal, or fewer than {FEWEST_UNITS} cases or "
            "clusters count, so that nothing is known of how the value spreads."
        )
        yield Finding("no-interval", message, len(bare) + len(parts))


def _is_bare(score: Score) -> bool:
    """Whether a score has a value but, though it was resampled, no interval."""
    low, _ = score.intervals.get(score.headline, (0.0, 0.0))
    return not isnan(score.value) and isnan(low)


def unread_context(suite: Suite, system: System) -> Iterator[Finding]:
    """A model that reads no context is not tested on what the context decides."""
    if not any(hasattr(kind, "source_context") or hasattr(kind, "target_context") for kind in suite.query_kinds()):
        return
    queries = [case.query for case in suite.cases]
    given = sum(bool(getattr(one, "source_context", ()) or getattr(one, "target_context", ())) for one in queries)
    if given and system.chosen.get("context") == 0:
        message = (
            f"{given} cases have preceding sentences, which the model was not given. Add ?context=N to the system."
        )
        yield Finding("unread-context", message, given)


def unknown_tokens(suite: Suite, answers: Sequence[Answer]) -> Iterator[Finding]:
    """Tokens the model has no embedding for; texts alone do not say."""
    alone = isinstance(answers, Columns) and len(answers.columns) == 1
    if alone or not any(hasattr(kind, "unknown") for kind in kinds_of(answers)):
        return
    counts = [getattr(answer, "unknown", 0) for answer in answers]
    cases = [case.id for case, count in zip(suite.cases, counts, strict=True) if count]
    if cases:
        message = f"{sum(counts)} tokens in {len(cases)} cases are unknown to the model, which cannot tell them apart."
        yield Finding("unknown-token", message, sum(counts), tuple(cases[:SHOWN_CASES]))


def skipped_cases(suite: Suite, evidence: Sequence[Evidence]) -> Iterator[Finding]:
    """Cases that could not be judged, by reason."""
    if Skipped not in kinds_of(evidence):
        return
    reasons: dict[str, list[str]] = {}
    for case, one in zip(suite.cases, evidence, strict=True):
        if isinstance(one, Skipped):
            reasons.setdefault(one.reason, []).append(case.id)
    for reason, cases in reasons.items():
        yield Finding("skipped", f"{len(cases)} cases were skipped: {reason}.", len(cases), tuple(cases[:SHOWN_CASES]))
