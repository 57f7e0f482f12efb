"""What a number as it is written may mean: 1,234.5 and 1.234,5 and 1 234,5, Indian groups, digits of any script."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

# Languages whose decimal sign is a comma, of those a reader may meet; Spanish is written both ways.
_COMMA = """
    bg bs ca cs da de el et eu fi fo fr gl hr hu hy id is it ka kk lb lt lv mk mn nb nl nn no pl pt ro ru sk sl sq sr sv tr
    uk uz vi
"""
_POINT = "en zh ja ko hi th he bn ta te mr ur my km lo ms tl sw ga cy mt am pa gu kn ml si ne"
COMMA, POINT = frozenset(_COMMA.split()), frozenset(_POINT.split())
GROUPED = re.compile(r"\d{1,3}(?:([.,'’])\d{3})(?:\1\d{3})*|\d{1,2}(?:,\d{2})+,\d{3}")
SEPARATORS = re.compile(r"[.,'’]")
LETTER = r"(?:[^\W\d_]|[\u0300-\u036f\u0900-\u0963\u0980-\u09e3\u0a00-\u0dff])"
"""A letter or a vowel sign: Python's \\w leaves the signs of Indian scripts out."""
LONGEST = 40
"""Digits beyond which a text is no number anybody would read as one."""


def plain_digits(text: str) -> str:
    """The text with digits and number signs of other scripts as ASCII, place by place."""
    return text if text.isascii() else "".join(map(_plain, text))


@cache
def _plain(letter: str) -> str:
    signs = {"٫": ".", "٬": ",", "．": ".", "，": ",", "\u00a0": " ", "\u202f": " ", "\u2009": " ", "％": "%"}
    if letter.isascii() or letter in signs:
        return signs.get(letter, letter)
    digit = unicodedata.decimal(letter, None)
    return letter if digit is None else str(digit)


def decimal_signs(language: str) -> str:
    """The signs a language writes before decimals, both where it is not known."""
    return "," if language in COMMA else "." if language in POINT else ".,"


def readings(token: str, language: str) -> frozenset[float]:
    """The values a run of digits and signs may have in a language; none where it is no number (a date, a version)."""
    if len(token) > LONGEST:
        return frozenset()
    separators = SEPARATORS.findall(token)
    if not separators:
        return frozenset((float(token),))
    kinds = set(separators)
    if len(kinds) == 2 and separators.count(separators[-1]) == 1:
        whole, _, decimals = token.rpartition(separators[-1])
        return frozenset((_value(whole, decimals),)) if GROUPED.fullmatch(whole) else frozenset()
    if len(kinds) > 1:
        return frozenset()
    return _one_sign(token, separators, language)


def _one_sign(token: str, separators: list[str], language: str) -> frozenset[float]:
    sign = separators[0]
    grouped = GROUPED.fullmatch(token) is not None and not token.startswith("0")
    decimal = len(separators) == 1 and sign in ".,"
    found = set()
    if grouped and (not decimal or sign not in decimal_signs(language) or len(decimal_signs(language)) > 1):
        found.add(float(SEPARATORS.sub("", token)))
    if decimal and (not grouped or sign in decimal_signs(language)):
        found.add(_value(*token.split(sign)))
    return frozenset(found)


def _value(whole: str, decimals: str) -> float:
    return float(f"{SEPARATORS.sub('', whole)}.{decimals}")
