"""The questions a suite can put to a system, and the answers it gets back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

UNRANKED = 2**31 - 1
"""Stands for a rank that was not computed, beyond the k best that were asked for."""
QUERIES_AT_ONCE = 32
"""How many questions a system is asked, and its answers kept, in one portion, unless it says otherwise."""


@dataclass(frozen=True, slots=True)
class Translate:
    """Translate one source segment; `context` holds the preceding source segments, oldest first."""

    source: str
    context: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LogProb:
    """Give the log-probability of each target for one source.

    All targets of one item travel in one query, reference first, so that a backend can encode the source once and
    share target prefixes. Contexts are preceding segments, oldest first.
    """

    source: str
    targets: tuple[str, ...]
    source_context: tuple[str, ...] = ()
    target_context: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rank:
    """Rank target words as translations of one source word.

    `gold` lets the backend say which gold targets it knows and where they rank. `fold_case` and `vocabulary` are the
    convention's wishes: match lower-cased words, load only the first N (0 means all, None leaves it to the backend).
    Unless `all_ranks` is set, the rank of a gold target beyond the k best may be given as UNRANKED; exact deep ranks (full
    MRR) cost a CSLS backend the neighbourhood of every word.
    """

    source: str
    gold: tuple[str, ...]
    k: int = 10
    fold_case: bool = False
    vocabulary: int | None = None
    all_ranks: bool = True


@dataclass(frozen=True, slots=True)
class Classify:
    """Choose one label for one text or text pair (premise, hypothesis)."""

    texts: tuple[str, ...]
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rate:
    """Give the rating of one item on one scale: by one annotator, or (annotator "") by the system itself, a metric.

    `system` is whose translation is rated; None leaves it to the backend, which knows one system's ratings. `type` is what
    kind of item it is: a translation as the system made it, or a control. Whoever has no ratings at hand and must read
    the texts to give one finds them in `texts`: source, translation, and a reference where there is one.
    """

    item: str
    scale: str = ""
    annotator: str = ""
    system: str | None = None
    type: str = "target"
    texts: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        """The item's name stands for its source text, which a ratings file need not hold."""
        return self.item


@dataclass(frozen=True, slots=True)
class Complete:
    """Go on after messages, each a role (`system`, `user`, `assistant`) and a text.

    Equal messages with another `draw` are another question: a system that draws at random is to draw again.
    """

    messages: tuple[tuple[str, str], ...]
    draw: int = 0

    @property
    def source(self) -> str:
        """What was said last."""
        return self.messages[-1][1] if self.messages else ""


Query = Translate | LogProb | Rank | Classify | Rate | Complete


@dataclass(frozen=True, slots=True)
class Translation:
    """One translated segment, with its lemma line where the system gives one.

    `unknown` counts the tokens of the source that the model does not know; `links` are word links to the source, `0-0 1-2`.
    """

    text: str
    lemmas: str | None = None
    unknown: int = 0
    links: str | None = None


@dataclass(frozen=True, slots=True)
class LogProbs:
    """Natural-log probability of each target in query order (higher is better), and its length in tokens if known.

    `unknown` counts the tokens of source and targets that the model does not know.
    """

    values: tuple[float, ...]
    tokens: tuple[int, ...] = ()
    unknown: int = 0


@dataclass(frozen=True, slots=True)
class Candidate:
    """One ranked target word with its retrieval score (higher is better)."""

    word: str
    score: float


@dataclass(frozen=True, slots=True)
class RankedWords:
    """The best target words for one source word.

    `known_source` is false when the word is out of vocabulary (then there are no candidates). `known_gold` are the gold
    targets in the target vocabulary, `gold_ranks` their 1-based ranks in the whole vocabulary, in the same order.
    """

    known_source: bool
    candidates: tuple[Candidate, ...] = ()
    known_gold: tuple[str, ...] = ()
    gold_ranks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Classification:
    """The label chosen, with the probability of each label where the system gives them."""

    label: str
    probabilities: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rated:
    """The rating given."""

    value: float


@dataclass(frozen=True, slots=True)
class Completion:
    """What a system went on with; `cut` where it was stopped at its greatest length."""

    text: str
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Unanswered:
    """The system could not answer (too long, out of memory at batch size one, …); the case is skipped and counted."""

    reason: str


Answer = Translation | LogProbs | RankedWords | Classification | Rated | Completion | Unanswered
