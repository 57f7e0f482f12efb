"""How often extracted templates say what the translator never would: a random sample of unseen combinations, translated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan, nan
from typing import Any

from mteval.checklists.tea.known import KnownTemplate
from mteval.statistics.intervals import wilson

_LEVEL = 0.95
# Templates that say more of a sample wrongly than this are looked for again, with the sample among the instances.
GOOD_ENOUGH = 0.01

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class UnseenCheck:
    """What templates say of combinations they were not made from.

    `said` of the `checked` combinations some template makes, `wrong` of these otherwise than the translator; `unseen` is the
    share of unseen combinations among all. An exact check looked at all of these.
    """

    checked: int = 0
    said: int = 0
    wrong: int = 0
    unseen: float = 0.0

    @property
    def share(self) -> float:
        """The estimated share of all that the templates make that the translator never says; not a number if unchecked."""
        if not self.unseen:
            return 0.0
        return self.unseen * self.wrong / self.said if self.said else nan

    @property
    def interval(self) -> Interval | None:
        """Wilson's 95 % interval of the share."""
        if not self.unseen:
            return 0.0, 0.0
        if not self.said:
            return None
        low, high = wilson(self.wrong / self.said, self.said, _LEVEL)
        return self.unseen * low, self.unseen * high

    @property
    def recall(self) -> float:
        """The estimated share of the translator's output that the templates make."""
        if not self.unseen:
            return 1.0
        return 1 - self.unseen * (1 - (self.said - self.wrong) / self.checked) if self.checked else nan

    def document(self) -> dict[str, Any]:
        """The check as JSON."""
        return {
            "checked": self.checked,
            "said": self.said,
            "wrong": self.wrong,
            "over_generation": _number(self.share),
            "interval": None if self.interval is None else [round(bound, 4) for bound in self.interval],
            "recall": _number(self.recall),
        }


UNCHECKED = UnseenCheck()


def check(
    made: Sequence[KnownTemplate], values: Sequence[Mapping[str, str]], lines: Sequence[str], unseen: float
) -> UnseenCheck:
    """Compare what templates say of unseen combinations with their translations."""
    said = wrong = 0
    for one, line in zip(values, lines, strict=True):
        texts = {text for text in (template.says(one) for template in made) if text is not None}
        said += bool(texts)
        # A combination that one template says as the translator does and another otherwise is said wrongly too.
        wrong += bool(texts - {line})
    return UnseenCheck(len(lines), said, wrong, unseen)


def _number(value: float) -> float | None:
    return None if isnan(value) else round(value, 4)
