"""What one system made of one suite, as the triage reads it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

Normal = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Rescored:
    """A metric before and after some lines were normalised, higher being better (TER is negated)."""

    metric: str
    before: float
    after: float


Rescore = Callable[[Sequence[int], Normal], Rescored | None]
"""Scores again with some lines and their references normalised; None where that has no value or costs too much."""


@dataclass(frozen=True, slots=True)
class TranslatedBatch:
    """The translations of one system, and beside them whatever is known of their cases.

    `sources` and `references` have one entry per case or are empty; `others` has one tuple of translations per other system
    of the run. Languages are BCP-47, empty where unknown. `rescore` is asked only where normalising could change the score.
    """

    ids: tuple[str, ...]
    translations: tuple[str, ...]
    sources: tuple[str | None, ...] = ()
    references: tuple[tuple[str, ...], ...] = ()
    others: tuple[tuple[str, ...], ...] = ()
    source_language: str = ""
    target_language: str = ""
    rescore: Rescore | None = None

    def __post_init__(self) -> None:
        given = (self.translations, self.sources or self.ids, self.references or self.ids, *self.others)
        if any(len(one) != len(self.ids) for one in given):
            sizes = ", ".join(str(len(one)) for one in given)
            raise ValueError(f"{len(self.ids)} ids expected with as many of everything else, found {sizes}")

    def column(self, place: int) -> TranslatedBatch:
        """The references of one place as if a system had written them, all else beside them."""
        width = max(map(len, self.references))
        columns = [tuple(one[at] if at < len(one) else "" for one in self.references) for at in range(width)]
        beside = (*columns[:place], *columns[place + 1 :], self.translations, *self.others)
        return replace(self, translations=columns[place], references=(), others=beside, rescore=None)
