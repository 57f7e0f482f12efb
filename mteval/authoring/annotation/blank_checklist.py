"""A CheckList that begins with an empty page: annotators name capabilities and labels as they write templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mteval.authoring.annotation.database import Decision
from mteval.authoring.annotation.job import AnnotationJob
from mteval.authoring.annotation.work import FormError, Item
from mteval.checklists.checklist import CheckList

# One text, or premise and hypothesis.
TASK: Item = ("new", {"mode": "start", "capability": "", "labels": [], "texts": 2})
_LONGEST_NAME = 200


def empty(job: AnnotationJob) -> CheckList:
    """The CheckList before anybody has written anything."""
    return CheckList(job.target_language or job.source_language, "classification", ())


def read_head(form: Mapping[str, str]) -> dict[str, Any]:
    """What a template is for: its capability, what that is about, and the label that is right."""
    capability = _name(form, "capability")
    if not capability:
        raise FormError("Please name the capability that the template tests.")
    label = _name(form, "label")
    if not label:
        raise FormError("Please write the label that is right for the template.")
    return {"capability": capability, "description": _name(form, "description"), "labels": [label]}


def _name(form: Mapping[str, str], field: str) -> str:
    name = " ".join(form.get(field, "").split())
    if len(name) > _LONGEST_NAME:
        raise FormError(f"The {field} is longer than {_LONGEST_NAME} characters.")
    return name


def made_so_far(decisions: Sequence[Decision]) -> dict[str, Any]:
    """Capabilities with their descriptions and templates, and the labels, as the page shows them."""
    added = [decision.payload for decision in decisions if decision.payload["action"] == "add"]
    about = descriptions(decisions)
    return {
        "capabilities": [(name, about[name], [one for one in added if one["capability"] == name]) for name in about],
        "labels": list(dict.fromkeys(label for one in added for label in one["labels"])),
        "latest": added[-1]["capability"] if added else "",
    }


def descriptions(decisions: Sequence[Decision]) -> dict[str, str]:
    """What each capability that annotators named is about, as they said last."""
    found: dict[str, str] = {}
    for payload in (decision.payload for decision in decisions):
        if "capability" in payload:
            found[payload["capability"]] = payload["description"] or found.get(payload["capability"], "")
    return found
