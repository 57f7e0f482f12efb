"""What becomes of decisions on templates: a verified CheckList, and the log of time per template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from mteval.authoring.annotation.database import Database, Decision, Task
from mteval.checklists.checklist import CheckList, ChecklistTest
from mteval.checklists.templates import parse_template

JOINT = " ⟶ "


def verification_rows(decisions: Sequence[Decision], database: Database, workflow: str) -> list[dict[str, Any]]:
    """One row per template worked on: what was shown, what was done, and how long it took.

    The closing page of a capability has no template; the time spent on it goes to the last template before it.
    """
    tasks: dict[str, dict[int, Task]] = {}
    rows: list[dict[str, Any]] = []
    latest: dict[tuple[str, str], dict[str, Any]] = {}
    for decision in decisions:
        if decision.annotator not in tasks:
            tasks[decision.annotator] = {task.position: task for task in database.tasks(decision.annotator)}
        task = tasks[decision.annotator][decision.position]
        place = (decision.annotator, str(task.payload["capability"]))
        if decision.payload["action"] == "done":
            if place in latest:
                latest[place]["seconds"] = round(latest[place]["seconds"] + decision.seconds, 1)
            continue
        latest[place] = _row(decision, task, workflow)
        rows.append(latest[place])
    return rows


def _row(decision: Decision, task: Task, workflow: str) -> dict[str, Any]:
    result = JOINT.join(decision.payload.get("template", []))
    key = task.payload.get("key", "")
    shown = f"{{{key}}}" if key else JOINT.join(task.payload.get("template", [])) or result
    return {
        "annotator": decision.annotator,
        "workflow": workflow,
        "capability": task.payload["capability"],
        "template": shown,
        "action": decision.payload["action"],
        "result": result,
        "label": ", ".join(decision.payload.get("labels", [])),
        "seconds": round(decision.seconds, 1),
        "kind": "values" if key else "template",
        "values": sum(map(len, decision.payload.get("lexicons", {}).values())),
    }


def time_per(rows: Sequence[Mapping[str, Any]], kind: str, made: int) -> str:
    """Seconds of work of a kind for each template or value that came of it."""
    seconds = sum(row["seconds"] for row in rows if row["kind"] == kind)
    return f"{seconds / made:.0f} s" if made else "–"


def verified_checklist(
    base: CheckList, decisions: Sequence[Decision], tasks: Sequence[Task], workflow: str
) -> CheckList:
    """The templates one annotator accepted, edited, translated or added; the rest is not verified and left out."""
    by_position = {task.position: task for task in tasks}
    tests: list[ChecklistTest] = []
    for decision in decisions:
        template = tuple(decision.payload.get("template", ()))
        if not template:
            continue
        task = by_position[decision.position]
        labels = tuple(decision.payload.get("labels", ()))
        if "test" in task.payload:
            tests.append(replace(base.tests[task.payload["test"]], template=template))
        else:
            tests.append(ChecklistTest(task.payload["capability"], template, labels))
    who = decisions[0].annotator if decisions else "nobody yet"
    order = {capability: place for place, capability in enumerate(base.capabilities)}
    tests.sort(key=lambda test: order.get(test.capability, len(order)))
    return replace(base, tests=tuple(tests), lexicons=_used(base, tests), status=f"{workflow}, by {who}")


def _used(base: CheckList, tests: Sequence[ChecklistTest]) -> dict[str, tuple[str, ...]]:
    """The values that the templates draw on; all of them while there are no templates."""
    texts = [text for test in tests for group in (test.template, *test.then) for text in group]
    keys = {slot.key for text in texts for slot in parse_template(text).slots}
    return {key: tuple(values) for key, values in base.lexicons.items() if key in keys or not tests}
