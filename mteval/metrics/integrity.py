"""Whether numbers, dates, units, currencies, addresses, tags, placeholders, code and emoji survive translation.

What must be kept is found in the source and in the translation. recall = items of the source that are kept / items of the source;
precision = items of the translation that come from the source / items of the translation; f1 joins them. lost, added and
converted are counts of items; numbers, signs, links (addresses and e-mail) and markup (tags, placeholders, code, emoji) are
recalls by kind. Each loss stands with its case (`seen`) and the first ones in the finding lost-items.

**Kept** is what means the same: 1,234.5 is 1.234,5 is 1 234,5 (by the languages' signs; without languages every reading is
tried), १२ and 12, 1.5 million and 1 500 000, 150万 and 1.5 million, 5 pm and 17 Uhr, 2024-05-03 and 3. Mai 2024, 1920s and 20-те,
16th and XVI, 7 and sieben (words up to 999 and round ones in en, de, es, fr, it, pt, nl, bg, cs, sk, ru, pl, hi; in other
languages numbers up to 20 are not judged), $ and dollars, % and per cent. 5 mi for 8 km is `converted`, and kept. Marks must come
back as they are: addresses, tags, {name}, {{ name }}, {count, plural, …}, %s, %1$d, `code`, emoji.

**How good it is** (`scripts/benchmarks/integrity.py`, tables in scripts/benchmarks/README.md): human references that are flagged,
and the share of damage done to references by rule that is found.

How to read it: recall and precision on 0–1, higher is better; look at the cases, they are few. Put the references in as a system
to see what can be reached: people round, convert and leave out, too. Traps: a number in words on both sides is not looked at, nor
the order of numbers: two that change places go unseen. No reference is needed, but the source is; say --languages en-de, or
separators are read generously.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from mteval.core import registry
from mteval.core.evidence import Comparison, Evidence
from mteval.core.options import LANGUAGE, SOURCE_LANGUAGE, Option
from mteval.core.protocols import Decisions, Statistics
from mteval.core.results import Finding, Scale
from mteval.metrics._integrity.comparison import Kept, compare
from mteval.metrics._unreferenced import UnreferencedMetric
from mteval.statistics.additive import ratio
from mteval.statistics.metric_base import Array
from mteval.text.languages import short_code

GROUPS = {
    "numbers": ("number",),
    "signs": ("sign",),
    "links": ("url", "email"),
    "markup": ("tag", "placeholder", "code", "emoji"),
}
SHOWN = 3


@registry.metrics.register("integrity")
class Integrity(UnreferencedMetric):
    """Recall and precision of what must be kept."""

    keys = ("recall", "precision", "f1", *GROUPS, "lost", "added", "converted")
    higher_is_better = True
    needs_source = True
    columns = 5 + 2 * len(GROUPS)
    scale = Scale(4, counts=("lost", "added", "converted"), low=0, high=1)
    options = (
        Option("src_lang", SOURCE_LANGUAGE, None, "source language by its code (the suite's)"),
        Option("trg_lang", LANGUAGE, None, "target language by its code (the suite's)"),
    )

    def compare(self, one: Comparison) -> Kept:
        """What became of the items of one segment."""
        source, target = (short_code(self.chosen[name] or "") for name in ("src_lang", "trg_lang"))
        return compare(one.source or "", one.translation, source, target)

    def row(self, one: Comparison) -> Sequence[float] | None:
        """Columns: kept and all of the source, explained and all of the translation, converted, then both by kind."""
        return _row(self.compare(one))

    def observe(self, evidence: Sequence[Evidence]) -> Statistics:
        """One row per case that has something to keep, and what was lost, added or converted in it."""
        observed = super().observe(evidence)
        details = tuple(
            _detail(self.compare(one)) if counted and isinstance(one, Comparison) else {}
            for one, counted in zip(evidence, observed.counted, strict=True)
        )
        return Statistics(observed.rows, observed.counted, details=details)

    def inspect(self, evidence: Sequence[Evidence]) -> Iterator[Finding]:
        """Name the first losses."""
        losses = [
            (place, kept.lost[0][1], len(kept.lost))
            for place, one in enumerate(evidence, start=1)
            if isinstance(one, Comparison) and one.source is not None and (kept := self.compare(one)).lost
        ]
        if losses:
            shown = ", ".join(f"{text!r} (segment {place})" for place, text, _ in losses[:SHOWN])
            message = (
                f"{len(losses)} translations lose something that must be kept, e.g. {shown}. See 'seen' of their cases."
            )
            yield Finding("lost-items", message, len(losses), tuple(str(place) for place, _, _ in losses))

    def combine(self, sums: Array) -> Array:
        """Shares of summed counts."""
        kept, required, explained, given, converted = (sums[..., column] for column in range(5))
        by_kind = [ratio(sums[..., 5 + 2 * i], sums[..., 6 + 2 * i]) for i in range(len(GROUPS))]
        recall, precision = ratio(kept, required), ratio(explained, given)
        f1 = ratio(2 * recall * precision, recall + precision)
        values = (recall, precision, f1, *by_kind, required - kept, given - explained, converted)
        return np.stack(values, axis=-1)

    def decisions(self, statistics: Statistics) -> Decisions:
        """A segment that lost nothing and added nothing passed."""
        rows = statistics.rows
        return statistics.counted & (rows[:, 0] == rows[:, 1]) & (rows[:, 2] == rows[:, 3]), statistics.counted

    @property
    def signature(self) -> str:
        """The rule of the metric."""
        return "metric:integrity|rules:1"


def _row(found: Kept) -> tuple[float, ...] | None:
    # A mark that is kept stands on both sides; numbers and signs are counted on each side for itself.
    marked = sum(kind not in ("number", "sign") for kind, _ in found.kept)
    required = len(found.kept) + len(found.lost)
    explained = len(found.explained) + marked
    given = explained + len(found.added)
    if not required + given:
        return None
    parts = [_of(found.kept, kinds) for kinds in GROUPS.values()]
    lost = [_of(found.lost, kinds) for kinds in GROUPS.values()]
    by_kind = [figure for one, gone in zip(parts, lost, strict=True) for figure in (one, one + gone)]
    return tuple(map(float, (len(found.kept), required, explained, given, len(found.converted), *by_kind)))


def _of(items: Sequence[tuple[str, str]], kinds: Sequence[str]) -> int:
    return sum(kind in kinds for kind, _ in items)


def _detail(found: Kept) -> dict[str, list[str]]:
    parts = {"lost": found.lost, "added": found.added, "converted": found.converted}
    return {name: [f"{kind} {text}" for kind, text in items] for name, items in parts.items() if items}
