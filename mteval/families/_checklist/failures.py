"""The failing instances of a CheckList, grouped by template, worst first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mteval.core.evidence import Evidence, Outcome, Verdict
from mteval.core.queries import Answer, Classification, Classify, Translation
from mteval.core.suites import Case

SHOWN = 8


def failures_by_template(
    cases: Sequence[Case], answers: Sequence[Answer], evidence: Sequence[Evidence]
) -> list[dict[str, Any]]:
    """For each template with failures: how many of its test cases failed, and some of them, JSON-ready."""
    by_id = {case.id: (case, answer) for case, answer in zip(cases, answers, strict=True)}
    groups: dict[int, dict[str, Any]] = {}
    for case, one in zip(cases, evidence, strict=True):
        if not isinstance(one, Verdict) or one.outcome not in (Outcome.PASSED, Outcome.FAILED):
            continue
        probe = case.gold.probe
        group = groups.setdefault(probe.number, _group(probe.test))
        group["decided"] += 1
        if one.outcome is Outcome.FAILED:
            group["failed"] += 1
            if len(group["examples"]) < SHOWN:
                group["examples"].append(_example(case, one, by_id))
    failing = [group for group in groups.values() if group["failed"]]
    return sorted(failing, key=lambda group: -group["failed"] / group["decided"])


def _group(test: Any) -> dict[str, Any]:
    return {
        "capability": test.capability,
        "name": test.name,
        "template": test.title,
        "type": test.kind,
        "expected": list(test.labels),
        "failed": 0,
        "decided": 0,
        "examples": [],
    }


def _example(case: Case, verdict: Verdict, by_id: dict[str, tuple[Case, Answer]]) -> dict[str, Any]:
    members = [case.id, *(name for name in verdict.detail.get("failed_variants", ()) if name != case.id)]
    return {
        "id": case.id,
        "reason": verdict.detail.get("reason", ""),
        "texts": [{"text": _text(by_id[name][0]), "answer": _answer(by_id[name][1])} for name in members[:4]],
    }


def _text(case: Case) -> str:
    return " ⟶ ".join(case.query.texts) if isinstance(case.query, Classify) else case.query.source


def _answer(answer: Answer) -> str:
    if isinstance(answer, Classification):
        return answer.label
    return answer.text if isinstance(answer, Translation) else ""
