"""Whether the labels a system gave to a probe are as its test demands."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mteval.core.errors import UsageError
from mteval.core.queries import Classification
from mteval.families._checklist.probes import Probe

DIRECTIONS = ("not-lower", "not-higher", "lower", "higher", "different", "same")


@dataclass(frozen=True, slots=True)
class Labelling:
    """The labels of a task from low to high, what a system may call them, and how far a probability may drift.

    CheckList's directional tests allow a change of 0.1 in the wrong direction; that is the default `tolerance`.
    """

    labels: tuple[str, ...]
    names: Mapping[str, str] = field(default_factory=dict)
    tolerance: float = 0.1

    def known(self, label: str) -> str:
        """The task's label that a system's label stands for: itself, a mapped name, or an unmistakable beginning."""
        if label in self.names:
            return self.names[label]
        folded = label.strip().casefold()
        for candidate in self.labels:
            if candidate.casefold() == folded:
                return candidate
        begun = [candidate for candidate in self.labels if folded and candidate.casefold().startswith(folded)]
        if len(begun) == 1:
            return begun[0]
        near = difflib.get_close_matches(folded, self.labels, n=1) or self.labels[:1]
        raise UsageError(
            f"The system gave the label '{label}', but the task has {', '.join(self.labels)}. "
            f"Say what it means: --set label_map={label}:{near[0] if near else 'LABEL'}."
        )

    def height(self, answer: Classification) -> float:
        """Where an answer lies between the lowest (0) and the highest label (1), by probability where there are any."""
        top = max(len(self.labels) - 1, 1)
        if not answer.probabilities:
            return self.labels.index(self.known(answer.label)) / top
        return sum(self.labels.index(self.known(label)) * p for label, p in answer.probabilities.items()) / top


def label_failures(probe: Probe, answers: Sequence[Classification], labelling: Labelling) -> list[int]:
    """The members of the probe whose answers break its test (the original is member 0); none: the probe passed."""
    given = [labelling.known(answer.label) for answer in answers]
    test = probe.test
    if test.kind == "MFT":
        accepted = {labelling.known(label) for label in test.labels}
        return [place for place, label in enumerate(given) if label not in accepted]
    if test.kind == "INV":
        return [place for place, label in enumerate(given) if label != given[0]]
    heights = [labelling.height(answer) for answer in answers]
    allowance = labelling.tolerance if all(answer.probabilities for answer in answers) else 0.0
    return [
        place
        for place in range(1, len(answers))
        if not moved_as_expected(str(test.expect), heights[0], heights[place], allowance, same=given[0] == given[place])
    ]


def moved_as_expected(expect: str, before: float, after: float, allowance: float, *, same: bool) -> bool:
    """Whether an answer moved in the direction a DIR test expects; `same` says the label stayed."""
    outcomes = {
        "not-lower": after >= before - allowance,
        "not-higher": after <= before + allowance,
        "lower": after < before,
        "higher": after > before,
        "different": not same,
        "same": same,
    }
    if expect not in outcomes:
        raise UsageError(f"A DIR test expects '{expect}'; it can be {', '.join(DIRECTIONS)}.")
    return outcomes[expect]
