"""What prompts are filled in with: languages by name, context, examples, the terms that occur in a source, a scale."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mteval.core.errors import DataError, UsageError
from mteval.text.language_names import language_name
from mteval.text.lines import read_lines

_SCALE = re.compile(r"(-?\d+(?:\.\d+)?)\s*(?:-|–|\.\.)\s*(-?\d+(?:\.\d+)?)")


@dataclass(frozen=True, slots=True)
class PromptTable:
    """Pairs of a source text and its translation: examples, or terms."""

    pairs: tuple[tuple[str, str], ...] = ()

    @classmethod
    def read(cls, path: Path | None) -> PromptTable:
        """The pairs of a file, one a line, parted by a tab; none where there is no file."""
        if path is None:
            return cls()
        pairs = []
        for number, line in enumerate(read_lines(path).lines, start=1):
            source, tab, target = line.partition("\t")
            if not line.strip():
                continue
            if not tab or not source.strip() or not target.strip():
                raise DataError(path, "a source text, a tab and its translation are expected", line=number)
            pairs.append((source.strip(), target.strip()))
        return cls(tuple(pairs))

    def all(self) -> list[dict[str, str]]:
        """Every pair, as prompts read it."""
        return [{"source": source, "target": target} for source, target in self.pairs]

    def within(self, text: str) -> list[dict[str, str]]:
        """The pairs whose source occurs in a text as words of their own, in whatever case."""
        folded = text.casefold()
        return [
            {"source": source, "target": target}
            for source, target in self.pairs
            if re.search(rf"(?<!\w){re.escape(source.casefold())}(?!\w)", folded)
        ]


def translation_values(
    source: str,
    languages: tuple[str, str],
    context: Sequence[str] = (),
    target_context: Sequence[str] = (),
    examples: PromptTable | None = None,
    terms: PromptTable | None = None,
) -> dict[str, Any]:
    """What a prompt for one source segment may name."""
    from_language, into_language = languages
    return {
        "source": source,
        "source_language": language_name(from_language) if from_language else "",
        "target_language": language_name(into_language) if into_language else "",
        "context": list(context),
        "target_context": list(target_context),
        "examples": (examples or PromptTable()).all(),
        "terms": (terms or PromptTable()).within(source),
    }


def read_scale(text: str, option: str) -> tuple[float, float]:
    """The lowest and highest value of a scale written `0-100`."""
    found = _SCALE.fullmatch(text.strip())
    if not found or float(found.group(1)) >= float(found.group(2)):
        raise UsageError(f"{option}={text} is no scale. Write its lowest and highest value: {option}=0-100.")
    return float(found.group(1)), float(found.group(2))
