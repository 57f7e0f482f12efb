"""What becomes of decisions on templates: a verified CheckList, and the log of time per template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mteval.authoring.annotation.blank_checklist import descriptions
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
        "capability": decision.payload.get("capability", task.payload["capability"]),
        "template": shown,
        "action": decision.payload["action"],
        "result": result,
        "label": ", ".join(decision.payload.get("labels", [])),
        "seconds": round(decision.seconds, 1),
        "kind": "values" if key else "template",
        "values": sum(map(len, decision.payload.get("lexicons", {}).values())),
        "values_seconds": round(decision.seconds if key else _on_values(decision), 1),
    }


def _on_values(decision: Decision) -> float:
    """The part of the time that went into values written beside a template, as the browser counted it."""
    return min(float(decision.payload.get("values_seconds", 0)), decision.seconds)


@dataclass(frozen=True, slots=True)
class TimeSpent:
    """Seconds of work on templates and on values, and how many values came of it."""

    on_templates: float
    on_values: float
    made: int

    @classmethod
    def of(cls, rows: Sequence[Mapping[str, Any]]) -> TimeSpent:
        """The time that the rows of a verification log tell of."""
        on_values = sum(row["values_seconds"] for row in rows)
        whole = sum(row["seconds"] for row in rows)
        return cls(whole - on_values, on_values, sum(row["values"] for row in rows))

    @property
    def total(self) -> str:
        """All of it, in minutes."""
        return f"{(self.on_templates + self.on_values) / 60:.1f} min"

    def per_template(self, templates: int) -> str:
        """Time per template, without the values written for it."""
        return _each(self.on_templates, templates)

    @property
    def values(self) -> tuple[str, str]:
        """How many values there are, and the time for each; none where nobody measured it."""
        return str(self.made), _each(self.on_values, self.made if self.on_values else 0)


def _each(seconds: float, made: int) -> str:
    if not made:
        return "–"
    each = seconds / made
    return f"{each:.1f} s" if each < 10 else f"{each:.0f} s"


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
            capability = decision.payload.get("capability", task.payload["capability"])
            tests.append(ChecklistTest(capability, template, labels))
    who = decisions[0].annotator if decisions else "nobody yet"
    about = {**base.descriptions, **descriptions(decisions)}
    order = {name: place for place, name in enumerate(dict.fromkeys([*base.capabilities, *about]))}
    tests.sort(key=lambda test: order.get(test.capability, len(order)))
    return replace(
        base,
        tests=tuple(tests),
        lexicons=_used(base, tests),
        descriptions=about,
        labels=base.labels or tuple(dict.fromkeys(label for test in tests for label in test.labels)),
        status=f"{workflow}, by {who}",
    )


def _used(base: CheckList, tests: Sequence[ChecklistTest]) -> dict[str, tuple[str, ...]]:
    """The values that the templates draw on; all of them while there are no templates."""
    texts = [text for test in tests for group in (test.template, *test.then) for text in group]
    keys = {slot.key for text in texts for slot in parse_template(text).slots}
    return {key: tuple(values) for key, values in base.lexicons.items() if key in keys or not tests}
