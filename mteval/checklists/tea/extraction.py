"""What an extraction gives back: templates with their support, lexicons, and what was decided on the way."""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mteval.checklists.tea.known import KnownTemplate


@dataclass(frozen=True, slots=True)
class ExtractedTemplate:
    """One template, how many of the instances it makes, and whether it looks like a translation error.

    `unseen` counts the instances it makes that were not among the lines; `thin_sample` says that the tests found no
    reason for their absence other than that the lines are a sample.
    """

    template: str
    support: int
    suspected: bool = False
    unseen: int = 0
    thin_sample: bool = False
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Extraction:
    """Templates that together make every instance, the best supported first, with the lexicons they draw on.

    `unseen` of the `generated` instances were not among the lines; `unsampled` of those are absent from a thin sample and
    for no systematic reason. `decisions` says, for each pair of slots with unseen combinations, what the test made of them.
    """

    method: str
    templates: tuple[ExtractedTemplate, ...]
    lexicons: Mapping[str, tuple[str, ...]]
    instances: int
    covered: int
    generated: int
    unseen: int
    unsampled: int = 0
    decisions: tuple[Mapping[str, Any], ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    # What the templates say of source values, where those of the instances were known.
    known: tuple[KnownTemplate, ...] = ()

    @property
    def coverage(self) -> float:
        """Share of the instances that some template makes."""
        return self.covered / self.instances if self.instances else float("nan")

    @property
    def over_generation(self) -> float:
        """Share of what the templates make that was never seen and that no test puts down to a thin sample."""
        return (self.unseen - self.unsampled) / self.generated if self.generated else float("nan")

    @property
    def unseen_share(self) -> float:
        """Share of what the templates make that was never seen, for whatever reason."""
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
            "unseen_share": self.unseen_share,
            "unseen_in_thin_samples": self.unsampled,
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
        "thin_sample": template.thin_sample,
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
