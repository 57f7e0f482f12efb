"""What a translation keeps of its source, what it loses, and what it adds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from mteval.metrics._integrity.marks import KeptMark, marks
from mteval.metrics._integrity.numbers import Number, numbers
from mteval.metrics._integrity.spelled import SpelledText, spelled_text
from mteval.metrics._integrity.units import is_conversion
from mteval.metrics._integrity.words import NUMBERS, SCALES

KINDS = ("number", "sign", "url", "email", "tag", "placeholder", "code", "emoji")
Values = frozenset[float]


@dataclass(slots=True)
class Kept:
    """What became of the items of one segment: each list holds (kind, text as written)."""

    kept: list[tuple[str, str]] = field(default_factory=list)
    lost: list[tuple[str, str]] = field(default_factory=list)
    added: list[tuple[str, str]] = field(default_factory=list)
    explained: list[tuple[str, str]] = field(default_factory=list)
    converted: list[tuple[str, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ReadText:
    """A text with its marks, its numbers, and what else may stand for a number."""

    marks: tuple[KeptMark, ...]
    numbers: tuple[Number, ...]
    spelled: SpelledText


@lru_cache(maxsize=1 << 14)
def read(text: str, language: str) -> ReadText:
    """Find everything in a text that must be kept."""
    found, rest = marks(text)
    return ReadText(tuple(found), tuple(numbers(rest, language)), spelled_text(rest, language))


def compare(source: str, translation: str, source_language: str, target_language: str) -> Kept:
    """Lay what must be kept of a source beside what stands in its translation."""
    one, other = read(source, source_language), read(translation, target_language)
    result = Kept()
    _compare_marks(one.marks, other.marks, result)
    _compare_numbers(one, other, result)
    _compare_signs(one, other, result)
    return result


def _compare_marks(source: Sequence[KeptMark], target: Sequence[KeptMark], result: Kept) -> None:
    there = Counter((mark.kind, mark.key) for mark in target)
    for mark in source:
        key = (mark.kind, mark.key)
        (result.kept if there[key] else result.lost).append((mark.kind, mark.text))
        there[key] -= bool(there[key])
    for mark in target:
        if there[mark.kind, mark.key]:
            there[mark.kind, mark.key] -= 1
            result.added.append((mark.kind, mark.text))


def _compare_numbers(source: ReadText, target: ReadText, result: Kept) -> None:
    lost, added = _unmatched(source, target)
    converted = _converted(lost, added)
    result.converted += [("number", f"{one.text} → {other.text}") for one, other in converted]
    lost = [one for one in lost if all(one is not first for first, _ in converted)]
    added = [one for one in added if all(one is not second for _, second in converted)]
    missing = [one for one in lost if not _explained(one, target)]
    extra = [one for one in added if not _explained(one, source)]
    result.kept += [("number", one.text) for one in source.numbers if all(one is not gone for gone in missing)]
    result.lost += [("number", one.text) for one in missing]
    result.explained += [("number", one.text) for one in target.numbers if all(one is not new for new in extra)]
    result.added += [("number", one.text) for one in extra]


def _unmatched(source: ReadText, target: ReadText) -> tuple[list[Number], list[Number]]:
    """The numbers of either side that have no partner: first whole ones, then dates and times part by part."""
    loose = not {source.spelled.language, target.spelled.language} <= set(SCALES)
    first = [one.values | (one.bare if loose else frozenset()) for one in source.numbers]
    second = [one.values | (one.bare if loose else frozenset()) for one in target.numbers]
    pairs = matching(first, second)
    left = [one for place, one in enumerate(source.numbers) if place not in pairs]
    right = [one for place, one in enumerate(target.numbers) if place not in pairs.values()]
    return _unmatched_parts(left, right)


def _unmatched_parts(left: Sequence[Number], right: Sequence[Number]) -> tuple[list[Number], list[Number]]:
    atoms = [(place, part) for place, one in enumerate(left) for part in one.parts or (one.values,)]
    others = [(place, part) for place, one in enumerate(right) for part in one.parts or (one.values,)]
    pairs = matching([part for _, part in atoms], [part for _, part in others])
    gone = {place for at, (place, _) in enumerate(atoms) if at not in pairs}
    new = {place for at, (place, _) in enumerate(others) if at not in pairs.values()}
    return [left[place] for place in sorted(gone)], [right[place] for place in sorted(new)]


def matching(left: Sequence[Values], right: Sequence[Values]) -> dict[int, int]:
    """A largest set of pairs, each of one value on either side (augmenting paths)."""
    partner: dict[int, int] = {}

    def place(one: int, tried: set[int]) -> bool:
        for other, values in enumerate(right):
            if other in tried or not left[one] & values:
                continue
            tried.add(other)
            if other not in partner or place(partner[other], tried):
                partner[other] = one
                return True
        return False

    for one in range(len(left)):
        place(one, set())
    return {one: other for other, one in partner.items()}


def _explained(number: Number, text: ReadText) -> bool:
    """Whether a number, or each of its parts, stands in the other text in another form: in words, in other digits."""
    if text.spelled.has(number.values) or (number.parts and all(_somewhere(part, text) for part in number.parts)):
        return True
    if any(_is_century(number.values, other.values) for other in text.numbers):
        return True
    # 2.5 may be "two and a half", 1500 a "1.5" with a scale that no list knows.
    unlisted = text.spelled.language not in NUMBERS
    return unlisted and any(number.bare & (other.values | other.bare) for other in text.numbers)


def _is_century(values: Values, years: Values) -> bool:
    """1920s may be the twenties of the 20th century, which is one number more."""
    return any(1000 <= year < 2100 and year // 100 + 1 in values and year % 10 == 0 for year in years)


def _somewhere(part: Values, text: ReadText) -> bool:
    return any(part & other.values for other in text.numbers) or text.spelled.has(part)


def _converted(lost: Sequence[Number], added: Sequence[Number]) -> list[tuple[Number, Number]]:
    """Pairs of numbers where one may be the other in another unit."""
    pairs: list[tuple[Number, Number]] = []
    for one in lost:
        taken = [other for _, other in pairs]
        near = (other for other in added if all(other is not used for used in taken) and _is_conversion(one, other))
        partner = next(near, None)
        if partner is not None:
            pairs.append((one, partner))
    return pairs


def _is_conversion(one: Number, other: Number) -> bool:
    if one.unit is None or other.unit is None:
        return False
    return any(is_conversion(a, one.unit, b, other.unit) for a in one.values for b in other.values)


def _compare_signs(source: ReadText, target: ReadText, result: Kept) -> None:
    """A percent sign, currency or unit of the source must be in the translation, as a sign or in words; and vice versa."""
    if not {source.spelled.language, target.spelled.language} <= set(NUMBERS):
        return
    for sign in dict.fromkeys(sign for one in source.numbers for sign in one.signs):
        (result.kept if target.spelled.has_sign(sign) else result.lost).append(("sign", sign))
    for sign in dict.fromkeys(sign for one in target.numbers for sign in one.signs):
        (result.explained if source.spelled.has_sign(sign) else result.added).append(("sign", sign))
