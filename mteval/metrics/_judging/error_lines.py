"""Errors that a judge names under the headings of their severities, and the places of what it quotes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from mteval.models.replies import plain_reply

SEVERITIES = ("critical", "major", "minor")
_HEADING = re.compile(r"^\W*(critical|major|minor)(?: errors?)?\W*:?\W*$", re.IGNORECASE)
_INLINE = re.compile(r"^\W*(critical|major|minor)(?: errors?)?\W*:\W*(\S.*)$", re.IGNORECASE)
_NONE = re.compile(r"^\W*(?:no[- ]errors?|none)\W*$", re.IGNORECASE)
_QUOTED = re.compile(r"[\"“„«”]+(.+?)[\"”“»]+")


@dataclass(frozen=True, slots=True)
class NamedError:
    """One error as a judge named it: how severe, of what category, in which words."""

    severity: str
    category: str
    quoted: str


def read_errors(reply: str) -> tuple[NamedError, ...] | None:
    """The errors of a reply in the form that was asked for; None where it is in no such form."""
    severity, errors, seen = "", [], False
    for line in plain_reply(reply).splitlines():
        heading, inline = _HEADING.match(line), _INLINE.match(line)
        if heading:
            severity, seen = heading.group(1).lower(), True
            continue
        if inline:
            severity, seen = inline.group(1).lower(), True
        said = inline.group(2) if inline else line
        if _NONE.match(said):
            seen = True
        elif said.strip() and severity:
            errors.append(_error(severity, said))
    return tuple(errors) if seen else None


def _error(severity: str, line: str) -> NamedError:
    quoted = _QUOTED.search(line)
    category = (line[: quoted.start()] if quoted else line).strip(" \t-–—:*•").lower()
    # A translation of something else is as bad as can be, under whatever heading it stands (GEMBA-MQM).
    return NamedError(
        "critical" if "non-translation" in category else severity, category, quoted.group(1) if quoted else ""
    )


def error_span(error: NamedError, translation: str, source: str) -> dict[str, Any]:
    """An error as the JSON of error spans: characters of the translation, or of the source for what was left out."""
    found = {"severity": error.severity, "category": error.category}
    omission = "omission" in error.category
    sides = (("source", source), ("target", translation)) if omission else (("target", translation), ("source", source))
    for side, text in sides:
        place = _place(error.quoted, text)
        if place is not None:
            return {"start": place, "end": place + len(error.quoted), **found, "side": side}
    return {"missing": True, **found, "side": "source" if omission else "target"}


def _place(quoted: str, text: str) -> int | None:
    if not quoted:
        return None
    for one, other in ((quoted, text), (quoted.lower(), text.lower())):
        place = other.find(one)
        if place >= 0 and len(one) == len(quoted) and len(other) == len(text):
            return place
    return None
