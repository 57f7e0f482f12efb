"""What an extraction gives back: templates with their support, lexicons, and what was decided on the way."""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class ExtractedTemplate:
    """One template, how many of the instances it makes, and whether it looks like a translation error.

    `unseen` counts the instances it makes that were not among the lines.
    """

    template: str
    support: int
    suspected: bool = False
    unseen: int = 0
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Extraction:
    """Templates that together make every instance, the best supported first, with the lexicons they draw on.

    `decisions` says, for each pair of slots with unseen combinations, what the test made of them.
    """

    method: str
    templates: tuple[ExtractedTemplate, ...]
    lexicons: Mapping[str, tuple[str, ...]]
    instances: int
    covered: int
    generated: int
    unseen: int
    decisions: tuple[Mapping[str, Any], ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def coverage(self) -> float:
        """Share of the instances that some template makes."""
        return self.covered / self.instances if self.instances else float("nan")

    @property
    def over_generation(self) -> float:
        """Share of what the templates make that was never seen."""
        return self.unseen / self.generated if self.generated else float("nan")

    @property
    def suspected(self) -> tuple[ExtractedTemplate, ...]:
        """The templates that look like translation errors."""
        return tuple(template for template in self.templates if template.suspected)

    def document(self) -> dict[str, Any]:
        """The JSON document `mteval checklist extract` writes."""
        return {
            "method": self.method,
            "templates": [_entry(template) for template in self.templates],
            "lexicons": {key: list(values) for key, values in self.lexicons.items()},
            "instances": self.instances,
            "coverage": self.coverage,
            "generated": self.generated,
            "unseen": self.unseen,
            "over_generation": self.over_generation,
            "decisions": [dict(decision) for decision in self.decisions],
            "settings": dict(self.settings),
        }


def _entry(template: ExtractedTemplate) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "template": template.template,
        "support": template.support,
        "suspected": template.suspected,
        "unseen": template.unseen,
    }
    if template.suspected:
        entry["examples"] = list(template.examples)
    return entry


def letters() -> Iterator[str]:
    """Names for things nobody has named: A, B, … Z, AA, AB, … (a key never ends in a digit)."""
    number = 0
    while True:
        name, rest = "", number
        while rest >= 0:
            rest, place = divmod(rest, 26)
            name = string.ascii_uppercase[place] + name
            rest -= 1
        yield name
        number += 1


def unique_lines(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines without empty ones and without repetitions, in order of first sight."""
    return tuple(dict.fromkeys(line for line in lines if line.strip()))
