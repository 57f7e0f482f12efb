"""Renders the pages; everything that is shown is escaped."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

if TYPE_CHECKING:
    from jinja2 import Environment

FOLDER = Path(__file__).parent
RIGHT_TO_LEFT = frozenset(
    ("ar", "arc", "ckb", "dv", "fa", "ha-arab", "he", "ks", "ku-arab", "nqo", "ps", "sd", "syr", "ug", "ur", "yi")
)
SLOT = re.compile(r"(\{\{|\}\}|\{[^{}]*\})")


def direction(language: str) -> str:
    """The writing direction of a language; `auto` lets the browser look at the text where it is not known."""
    if not language:
        return "auto"
    lowered = language.lower().replace("_", "-")
    if "-arab" in lowered or "-hebr" in lowered:
        return "rtl"
    return "rtl" if lowered.split("-")[0] in RIGHT_TO_LEFT else "ltr"


def with_slots(text: str) -> Markup:
    """A template as HTML, its slots marked and kept together whatever the direction of the text around them."""
    parts = []
    for part in SLOT.split(text):
        if part in ("{{", "}}"):
            parts.append(escape(part[0]))
        elif SLOT.fullmatch(part):
            parts.append(Markup('<bdi class="slot">{}</bdi>').format(part))
        else:
            parts.append(escape(part))
    return Markup("").join(parts)


@cache
def environment() -> Environment:
    """The templates, escaping everything, failing on anything undefined."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(slots=with_slots, direction=direction)
    return made


def render(template: str, context: Mapping[str, Any]) -> str:
    """One page."""
    return environment().get_template(template).render(**context)
