"""What judging an answer yields: the evidence that metrics turn into numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any


class Outcome(Enum):
    """How a judged case came out."""

    PASSED = "passed"
    FAILED = "failed"
    UNDECIDED = "undecided"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Skipped:
    """A case that could not be judged, and why; it is counted and shown, never scored."""

    reason: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """A translation beside its references."""

    translation: str
    references: tuple[str, ...]
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """A case that passed or failed, with the pairwise contests behind the outcome.

    `wins` of `contests` were won (a reference beating one contrast is one contest); `chance` is the probability of
    passing by guessing; `stratum` names the group for macro averages (a sense, a capability); `detail` goes into the
    per-case file as it is and must be JSON-ready.
    """

    outcome: Outcome
    wins: int = 0
    contests: int = 0
    chance: float = float("nan")
    stratum: str | None = None
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ranking:
    """Where the gold targets of one source word came in the system's ranking.

    Where pairs are counted there is one Ranking per pair. `ranks` are the 1-based ranks of known gold targets (empty when
    none is known); `in_vocabulary` says the case counts in the convention's denominator. `steps` say, for every step that
    cleans the dictionary or credits an answer, whether the case is then right and whether it then counts; `parts` say the
    same of the case cut down to its pairs of one part of speech.
    """

    in_vocabulary: bool
    ranks: tuple[int, ...] = ()
    steps: tuple[tuple[bool, bool], ...] = ()
    parts: Mapping[str, tuple[bool, bool]] = field(default_factory=dict)
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ErrorSpan:
    """An error somebody marked: the characters from `start` up to, not including, `end`.

    `side` says whether they are characters of the target or of the source; what is `missing` has no place, and both ends
    are 0. `severity` and `category` are in lower case where the protocol knows them.
    """

    start: int
    end: int
    severity: str
    category: str = ""
    side: str = "target"
    missing: bool = False


@dataclass(frozen=True, slots=True)
class Rating:
    """One annotator's judgement of one item on one scale, with the errors marked where the protocol asks for them."""

    item: str
    annotator: str
    scale: str
    value: float
    system: str | None = None
    detail: Mapping[str, Any] = field(default_factory=dict)
    spans: tuple[ErrorSpan, ...] = ()


Evidence = Comparison | Verdict | Ranking | Rating | Skipped
