"""Whether names of people and places in an English source survive translation.

recall = names of the source that the translation holds / names of the source. lost and names are counts. A name is a
capitalised word of four letters or more inside a sentence, in our lists of people or places and in no list of English lower-
case words. It is held if a word of the translation sounds like it (likeness of .65 and more, across scripts too), so Johnson
is Джонсън. Each loss stands with its case (`seen`) and the first ones in the finding lost-names.

How good it is: of the 122 of FLORES' 1012 sentences that have such a name (174 names), the human references of none (en-bg)
and of 2 (en-es, Elizabeth as Isabel) are flagged. With the reference of the next sentence instead, 147 and 141 of the 174
names are lost. The likeness was chosen on these, so they are development figures; of WMT23's en-de references, which were
not, none of the 98 segments with names (162) is flagged; many names are in no list, and are not looked at.

How to read it: 0–1, higher is better; put the references in as a system to see what can be reached. Traps: names of countries and
whatever has another name in the target language (Vienna, Wien) are not looked for where the lists know it, but count as lost
where they do not; a name that begins a sentence is not looked at; targets written without blanks (Chinese, Japanese, Thai, Lao,
Khmer, Burmese) do not count. No reference is needed, but the source is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
import regex

from mteval.core import registry
from mteval.core.evidence import Comparison, Evidence
from mteval.core.options import SOURCE_LANGUAGE, Option
from mteval.core.protocols import Decisions, Statistics
from mteval.core.results import Finding, Scale
from mteval.lexical.english import capitalised_class, lower_case
from mteval.lexical.word_lists import read_lexicon
from mteval.metrics._unreferenced import UnreferencedMetric
from mteval.statistics.additive import ratio
from mteval.statistics.metric_base import Array
from mteval.text.languages import short_code
from mteval.text.romanise import likeness

ENGLISH = "en"
FEWEST_LETTERS = 4
ALIKE_ENOUGH = 0.65
# SCOWL's smaller lists hold hardly any names but days, months and feasts.
CALENDAR = 35
SHOWN = 3
WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*")
INSIDE = regex.compile(r"(?<=[\p{Ll}\p{M},;] )\p{Lu}\p{Ll}+")
UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]")


@registry.metrics.register("name-survival")
class NameSurvival(UnreferencedMetric):
    """Names of the source that the translation holds."""

    keys = ("recall", "lost", "names")
    higher_is_better = True
    needs_source = True
    columns = 2
    scale = Scale(4, counts=("lost", "names"), low=0, high=1)
    options = (
        Option("src_lang", SOURCE_LANGUAGE, None, "source language by its code (the suite's); only English counts"),
    )

    def row(self, one: Comparison) -> Sequence[float] | None:
        """Columns: names that are held, names."""
        names = self._names(one)
        return (float(len(names) - len(_lost(names, one.translation))), float(len(names))) if names else None

    def _names(self, one: Comparison) -> tuple[str, ...]:
        """The names that are looked for; none where the source is not English or the translation has no blanks."""
        english = short_code(self.chosen["src_lang"] or ENGLISH) == ENGLISH
        return source_names(one.source or "") if english and not UNSPACED.search(one.translation) else ()

    def observe(self, evidence: Sequence[Evidence]) -> Statistics:
        """One row per case that has a name, and which names it lost."""
        observed = super().observe(evidence)
        complete = observed.rows[:, 0] == observed.rows[:, 1]
        details = tuple(
            {"lost": [] if whole else list(lost_names(one))} if counted and isinstance(one, Comparison) else {}
            for one, counted, whole in zip(evidence, observed.counted, complete, strict=True)
        )
        return Statistics(observed.rows, observed.counted, details=details)

    def inspect(self, evidence: Sequence[Evidence]) -> Iterator[Finding]:
        """Name the first losses."""
        losses = [
            (str(place), lost[0])
            for place, one in enumerate(evidence, start=1)
            if isinstance(one, Comparison) and (lost := _lost(self._names(one), one.translation))
        ]
        if losses:
            shown = ", ".join(f"{name!r} (segment {place})" for place, name in losses[:SHOWN])
            message = f"{len(losses)} translations lose a name, e.g. {shown}. See 'seen' of their cases."
            yield Finding("lost-names", message, len(losses), tuple(place for place, _ in losses))

    def combine(self, sums: Array) -> Array:
        """The share of summed counts."""
        held, names = sums[..., 0], sums[..., 1]
        return np.stack((ratio(held, names), names - held, names), axis=-1)

    def decisions(self, statistics: Statistics) -> Decisions:
        """A segment that lost no name passed."""
        return statistics.counted & (statistics.rows[:, 0] == statistics.rows[:, 1]), statistics.counted

    @property
    def signature(self) -> str:
        """The rule of the metric."""
        return f"metric:name-survival|likeness:{ALIKE_ENOUGH}|letters:{FEWEST_LETTERS}"


def source_names(source: str) -> tuple[str, ...]:
    """The names inside the sentences of an English text, each once."""
    found = dict.fromkeys(INSIDE.findall(source))
    return tuple(word for word in found if len(word) >= FEWEST_LETTERS and _named(word.lower()))


def lost_names(one: Comparison) -> tuple[str, ...]:
    """The names of the source that no word of the translation sounds like."""
    return _lost(source_names(one.source or ""), one.translation)


def _lost(names: Sequence[str], translation: str) -> tuple[str, ...]:
    words = WORD.findall(translation) if names else ()
    return tuple(name for name in names if all(likeness(name, word) < ALIKE_ENOUGH for word in words))


@cache
def _named(word: str) -> bool:
    """Whether a word is a person or place and nothing else: no word or class of English, day, month or territory."""
    other = lower_case(word) or capitalised_class(word) or word in read_lexicon("names", "territories")
    if other or int(read_lexicon("english", "capitalised").get(word, "99")) <= CALENDAR:
        return False
    return word in read_lexicon("names", "people") or not read_lexicon("names", "places").get(word, "*").endswith("*")
