"""Tercom's normalisation, as TER uses it before it counts edits."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tercom:
    """What happens to a line before it is cut at spaces; by default it is only lower-cased."""

    normalized: bool = False
    no_punct: bool = False
    asian_support: bool = False
    case_sensitive: bool = False

    def __call__(self, line: str) -> list[str]:
        """The words of a line."""
        if self.normalized or self.no_punct:
            return self._rewritten(line)
        return (line if self.case_sensitive else line.lower()).split()

    def _rewritten(self, line: str) -> list[str]:
        from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

        rewrite = TercomTokenizer(self.normalized, self.no_punct, self.asian_support, self.case_sensitive)
        words: list[str] = rewrite(line).split()
        return words
