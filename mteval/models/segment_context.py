"""Preceding sentences put before a segment, for models that were trained on several sentences at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mteval.core.options import TEXT, WHOLE, Option
from mteval.core.queries import LogProb, Translate

OPTIONS = (
    Option("context", WHOLE, 0, "how many preceding sentences are put before source and target", minimum=0),
    Option("separator", TEXT, " ", "what stands between these sentences"),
)


@dataclass(frozen=True, slots=True)
class SegmentContext:
    """How many preceding sentences a model reads (0: none), and what stands between them.

    The target's context is scored along with the target; it is the same for every target of an item, so that their order
    is that of the targets alone.
    """

    sentences: int = 0
    separator: str = " "

    def source(self, query: LogProb | Translate) -> str:
        """The source with its context before it."""
        before = query.source_context if isinstance(query, LogProb) else query.context
        return self._joined(before, query.source)

    def targets(self, query: LogProb) -> tuple[str, ...]:
        """The targets, each with the target context before it."""
        return tuple(self._joined(query.target_context, target) for target in query.targets)

    def own_part(self, translation: str) -> str:
        """What a translation of context and segment says of the segment: the part after the last separator."""
        mark = self.separator.strip()
        if not self.sentences or not mark:
            return translation
        return translation.rpartition(mark)[2].strip()

    def _joined(self, before: Sequence[str], text: str) -> str:
        if not self.sentences:
            return text
        return self.separator.join((*before[-self.sentences :], text))


def segment_context(chosen: Mapping[str, Any]) -> SegmentContext:
    """The context that the options `context` and `separator` ask for."""
    return SegmentContext(chosen["context"], chosen["separator"])
