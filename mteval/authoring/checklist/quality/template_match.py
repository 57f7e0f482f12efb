"""Precision and recall of templates against a verified CheckList, under three definitions of a match.

Axis: correctness. Two templates are the same if their texts are, slot for slot; what the slots are called does not matter,
which of them share a lexicon does. *strict*: same template, same lexicon values. *lenient*: same template, the values need
not match. *subset*: same template, and the values of one are a subset of the other's, in every slot (the later paper's
definition). Precision is the share of a CheckList's templates that match one of the verified ones; recall the share of the
verified ones that are matched.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from mteval.checklists.checklist import CheckList
from mteval.checklists.templates import Slot, parse_template

Values = tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """A template without the names of its slots, and the values each slot can take, in order of appearance."""

    text: tuple[str, ...]
    values: Values


@dataclass(frozen=True, slots=True)
class TemplateAgreement:
    """How far a CheckList's templates agree with the verified ones."""

    precision: float
    recall: float
    matched: int
    verified_matched: int

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else (0.0 if both == 0 else math.nan)


def shape_of(texts: Sequence[str], lexicons: Mapping[str, Sequence[str]]) -> Shape:
    """The shape of a template (of premise and hypothesis together)."""
    keys: dict[str, int] = {}
    names: dict[str, int] = {}
    values: list[frozenset[str]] = []

    def shown(part: str | Slot) -> str:
        if isinstance(part, str):
            return " ".join(part.split(" ")).replace("{", "{{")
        key = keys.setdefault(part.key, len(keys))
        if part.name not in names:
            names[part.name] = len(names)
            values.append(frozenset(lexicons.get(part.key, ())))
        return f"{{{part.article}:{key}:{names[part.name]}}}"

    filled = tuple("".join(map(shown, parse_template(text.strip()).parts)) for text in texts)
    return Shape(filled, tuple(values))


def shapes(checklist: CheckList) -> tuple[Shape, ...]:
    """The different templates of a CheckList."""
    return tuple(dict.fromkeys(shape_of(test.template, checklist.lexicons) for test in checklist.tests))


def strict(ours: Values, theirs: Values) -> bool:
    """The same values in every slot."""
    return ours == theirs


def lenient(ours: Values, theirs: Values) -> bool:
    """Whatever values."""
    del ours, theirs
    return True


def subset(ours: Values, theirs: Values) -> bool:
    """The values of one are a subset of the other's, in every slot and the same way round."""
    pairs = list(zip(ours, theirs, strict=True))
    return all(a <= b for a, b in pairs) or all(b <= a for a, b in pairs)


DEFINITIONS: Mapping[str, Callable[[Values, Values], bool]] = {"strict": strict, "lenient": lenient, "subset": subset}


def agreement(ours: Sequence[Shape], verified: Sequence[Shape], definition: str) -> TemplateAgreement:
    """Precision and recall under one definition."""
    accept = DEFINITIONS[definition]
    found = _count_matched(ours, verified, accept)
    recalled = _count_matched(verified, ours, accept)
    return TemplateAgreement(_share(found, len(ours)), _share(recalled, len(verified)), found, recalled)


def _count_matched(these: Sequence[Shape], those: Sequence[Shape], accept: Callable[[Values, Values], bool]) -> int:
    by_text: dict[tuple[str, ...], list[Values]] = defaultdict(list)
    for shape in those:
        by_text[shape.text].append(shape.values)
    return sum(any(accept(shape.values, values) for values in by_text.get(shape.text, ())) for shape in these)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else math.nan
