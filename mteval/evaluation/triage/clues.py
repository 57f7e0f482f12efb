"""What several detectors look at: words, vocabularies, witnesses and lengths, each computed once and only when asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mteval.evaluation.triage.batch import TranslatedBatch
from mteval.evaluation.triage.symptom import named, shortened
from mteval.text.words import word_cutter

Ratios = NDArray[np.float64]
SMOOTHING = 5
USUAL_DRIFT = 0.1


class Clues:
    """One batch with what can be read off it.

    `subject` is what the lines are called in sentences. `explained` are the lines that an earlier symptom accounts for; a
    detector of mere consequences (an odd length) leaves them alone.
    """

    def __init__(self, batch: TranslatedBatch, subject: str = "translations") -> None:
        self.batch = batch
        self.subject = subject
        self.lines = batch.translations
        self.explained: set[int] = set()

    def __len__(self) -> int:
        return len(self.lines)

    @cached_property
    def text(self) -> str:
        """All translations, one a line."""
        return "\n".join(self.lines)

    @cached_property
    def small_text(self) -> str:
        """All translations in small letters, with straight apostrophes."""
        return self.text.lower().replace("’", "'")

    @cached_property
    def characters(self) -> frozenset[str]:
        """The characters the translations are made of."""
        return frozenset(self.text)

    @cached_property
    def references(self) -> tuple[str, ...]:
        """All references, case after case."""
        return tuple(text for several in self.batch.references for text in several)

    @cached_property
    def words(self) -> list[list[str]]:
        """The words of each translation."""
        return list(map(word_cutter("unicode"), self.lines))

    @cached_property
    def model_words(self) -> list[list[str]]:
        """The words of the references of each line, or of another system where there is no reference."""
        cut = word_cutter("unicode")
        if self.batch.references:
            return [
                cut(one[0]) if len(one) == 1 else [w for text in one for w in cut(text)]
                for one in self.batch.references
            ]
        return list(map(cut, self.batch.others[0])) if self.batch.others else []

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """The words of all references, or of the other systems where there are no references."""
        if self.batch.references:
            return frozenset().union(*self.model_words)
        cut = word_cutter("unicode")
        return frozenset(word for other in self.batch.others for line in other for word in cut(line))

    def source(self, line: int) -> str:
        """The source of a line, empty where unknown."""
        return (self.batch.sources[line] or "") if self.batch.sources else ""

    def rivals(self, line: int) -> list[str]:
        """The references of a line and what the other systems made of it."""
        references = self.batch.references[line] if self.batch.references else ()
        return [text for text in (*references, *(other[line] for other in self.batch.others)) if text.strip()]

    def witnesses(self, line: int) -> list[str]:
        """Whatever says what a line could be: references, other systems, the source."""
        source = self.source(line)
        return [*self.rivals(line), source] if source.strip() else self.rivals(line)

    def models(self, line: int) -> Sequence[str]:
        """The references of a line, or what the other systems made of it if there are none."""
        return (self.batch.references[line] if self.batch.references else ()) or self.rivals(line)

    def originals(self, line: int) -> list[str]:
        """What a line is a translation of or should be like: source and references, or other systems if there are none."""
        references = self.batch.references[line] if self.batch.references else ()
        return [text for text in (self.source(line), *references) if text.strip()] or self.rivals(line)

    @cached_property
    def lengths(self) -> Ratios:
        """Characters of each translation."""
        return _lengths(self.lines)

    @cached_property
    def ratios(self) -> tuple[Ratios, ...]:
        """Logarithms of each length over those of the references, of the other systems and of the sources, as far as known.

        They are centred, as languages and systems have their usual ratio; NaN where a line has nothing to be compared with.
        """
        batch = self.batch
        several = [[_lengths(column) for column in self._reference_columns()], list(map(_lengths, batch.others))]
        near = [self._centred(np.median(one, axis=0), USUAL_DRIFT) for one in several if one]
        if any(source and source.strip() for source in batch.sources):
            near.append(self._centred(_lengths([source or "" for source in batch.sources]), np.inf))
        return tuple(near)

    def _reference_columns(self) -> list[tuple[str, ...]]:
        width = min(map(len, self.batch.references), default=0)
        return [tuple(several[place] for several in self.batch.references) for place in range(width)]

    def _centred(self, expected: Ratios, drift: float) -> Ratios:
        ratios = np.log((self.lengths + SMOOTHING) / (expected + SMOOTHING))
        ratios[expected == 0] = np.nan
        known = ratios[~np.isnan(ratios) & (self.lengths > 0)]
        return ratios - float(np.clip(_usual(known), -drift, drift)) if len(known) else ratios

    def count(self, lines: Sequence[int]) -> str:
        """How many lines of how many, in words."""
        subject = self.subject if len(self) > 1 else self.subject.removesuffix("s")
        return f"{len(lines)} of {len(self)} {subject}"

    def example(self, lines: Iterable[int]) -> str:
        """The first of the lines, shortened."""
        first = next(iter(lines))
        return f"case {self.batch.ids[first]}: {shortened(self.lines[first])}"

    def names(self, lines: Sequence[int]) -> str:
        """The ids of the first of the lines."""
        return named([self.batch.ids[line] for line in lines])


def _lengths(lines: Sequence[str]) -> Ratios:
    return np.fromiter(map(len, lines), dtype=np.float64, count=len(lines))


def _usual(values: Ratios) -> float:
    """The middle of the closest half of some values, which as many outliers do not move."""
    ordered, half = np.sort(values), (len(values) + 1) // 2
    widths = ordered[half - 1 :] - ordered[: len(ordered) - half + 1]
    start = int(widths.argmin())
    return float(np.median(ordered[start : start + half]))
