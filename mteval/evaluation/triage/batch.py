"""What one system made of one suite, as the triage reads it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

Normal = Callable[[str], str]
Rescore = Callable[[Sequence[int], Normal], tuple[float, float] | None]
"""The headline metric before and after some lines and their references are normalised, higher being better (negate TER);
None where it has no value or would cost too much."""


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
