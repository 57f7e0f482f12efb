"""Whether a number stands in a text in another form than digits: in words, as a month, in Roman or Han numerals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mteval.metrics._integrity.readings import LETTER, plain_digits
from mteval.metrics._integrity.words import LARGER, MONTHS, NUMBERS, SCALES, SIGNS, Forms, Table, is_form

WORD = re.compile(rf"{LETTER}+(?:['’-]{LETTER}+)*")
ROMAN = re.compile(r"\b(?=[IVXLCDMІХ])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?[XХ]{0,3})(?:I[XХ]|IV|V?[IІ]{0,3})\b")
HAN = re.compile(r"[〇零一二两兩三四五六七八九十百千万萬亿億]+")
HAN_DIGITS = {**dict(zip("〇零一二三四五六七八九", (0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9), strict=True)), "两": 2, "兩": 2}
HAN_UNITS = {"十": 10, "百": 100, "千": 1000}
HAN_SCALES = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
SMALL = 20
LARGEST = 1e15
"""In a language whose number words are not listed, numbers up to this may well be spelled out."""


@dataclass(frozen=True, slots=True)
class SpelledText:
    """The words of a text and its numerals without digits."""

    text: str
    words: tuple[str, ...]
    numerals: frozenset[float]
    language: str

    def has(self, values: frozenset[float]) -> bool:
        """Whether one of the values stands there."""
        if self.numerals & values:
            return True
        if self.language not in NUMBERS:
            return any(value <= SMALL and value == int(value) for value in values)
        return any(self._month(value) or self._spelled(value) for value in values)

    def has_sign(self, sign: str) -> bool:
        """Whether a percent sign, a currency or a unit stands there, as a sign or in words."""
        lowered = plain_digits(self.text).lower()
        # A sign at digits and a word at blanks; two words stand in the text as they are.
        return any(
            form in lowered
            if " " in form or not form.isalpha()
            else any(_is(word, form, begins) for word in self._units())
            for form, begins in SIGNS[sign]
        )

    def _units(self) -> Iterator[str]:
        yield from self.words
        yield from (part for word in self.words for part in word.split("-"))

    def _month(self, value: float) -> bool:
        forms = MONTHS.get(self.language, {}).get(value, ())
        return any(is_form(word, forms) for word in self.words)

    def _spelled(self, value: float) -> bool:
        table = NUMBERS[self.language]
        if value in table:
            larger = LARGER[self.language] if 1 < value < 10 else ()
            return self._any(table[value], larger)
        if value != int(value) or value > LARGEST:
            return False
        if 20 < value < 100:
            return self._both(table.get(value - value % 10, ()), table.get(value % 10, ()))
        if 100 < value < 1000 and value % 100:
            return self._spelled(value - value % 100) and self._spelled(value % 100)
        return any(self._counted(value / scale, forms) for scale, forms in self._scales(table) if scale > 1)

    def _scales(self, table: Table) -> Iterator[tuple[float, Forms]]:
        yield from SCALES.get(self.language, {}).items()
        yield from ((scale, table[scale]) for scale in (1000.0, 100.0))

    def _counted(self, count: float, scale: Forms) -> bool:
        """Whether so many of a scale are spelled out: three hundred, dreihundert, a million."""
        table = NUMBERS[self.language]
        if count in table:
            return self._both(table[count], scale) or (count == 1 and self._any(scale))
        return 1 < count < 1000 and count == int(count) and self._any(scale) and self._spelled(count)

    def _any(self, forms: Forms, larger: tuple[str, ...] = ()) -> bool:
        """Whether one of the forms is a word of the text; not in a word of a `larger` number."""
        return any(
            is_form(part, forms) and not any(ending in part for ending in larger)
            for word in self.words
            for part in (word, *word.split("-"))
        )

    def _both(self, first: Forms, second: Forms) -> bool:
        """Both in the text as words, or in one word (zweiundzwanzig)."""
        if self._any(first) and self._any(second):
            return True
        return any(_holds(word, first) and _holds(word, second) for word in self.words)


def spelled_text(text: str, language: str) -> SpelledText:
    """A text prepared for looking for numbers that are not written in digits."""
    words = tuple(word.lower() for word in WORD.findall(text))
    numerals = {_roman(match[0]) for match in ROMAN.finditer(text) if match[0]}
    numerals |= {value for match in HAN.finditer(text) for value in _han(match[0])}
    return SpelledText(text, words, frozenset(map(float, numerals)), language)


def _is(word: str, form: str, begins: bool) -> bool:
    return word == form or (begins and word.startswith(form))


def _holds(word: str, forms: Forms) -> bool:
    return any(form in word for form, _ in forms if len(form) > 2)


def _roman(text: str) -> int:
    plain = text.translate(str.maketrans("ІХ", "IX"))
    worth = [{"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}[sign] for sign in plain]
    return sum(-one if one < following else one for one, following in zip(worth, [*worth[1:], 0], strict=True))


def _han(text: str) -> Iterator[int]:
    """三百二十 is 320; 二〇二四 is 2024."""
    if all(sign in HAN_DIGITS for sign in text) and len(text) > 1:
        yield int("".join(str(HAN_DIGITS[sign]) for sign in text))
        return
    total = section = digit = 0
    for sign in text:
        if sign in HAN_DIGITS:
            digit = HAN_DIGITS[sign]
        elif sign in HAN_UNITS:
            section, digit = section + (digit or 1) * HAN_UNITS[sign], 0
        else:
            total, section, digit = total + (section + digit) * HAN_SCALES[sign], 0, 0
    yield total + section + digit
