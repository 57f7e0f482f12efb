"""Units of measure with what they are in the metric system, so that a number may be converted and still be kept.

The names are of our own making, drafts; a name that ends in * matches every word that begins with it.
"""

from __future__ import annotations

import re
from functools import cache

TOLERANCE = 0.1
"""How far a conversion may be rounded: 125 miles are 200 km."""
# Dimension, size in its first unit, names.
_UNITS = (
    ("length", 1.0, "m meter* metre* metr* mètre* метр* м"),
    ("length", 1000.0, "km kilomet* kilóm* kilôm* километ* км kms"),
    ("length", 0.01, "cm centimet* centím* zentim* санти* см"),
    ("length", 0.001, "mm millim* milím* милим* мм"),
    ("length", 1609.344, "mi mile miles meile* milla* мили миля миль"),
    ("length", 1852.0, "nm seemeile*"),
    ("length", 0.3048, "ft foot feet fuß pie pies фута фут футове"),
    ("length", 0.0254, "in inch* zoll pulgad* инч*"),
    ("length", 0.9144, "yd yard* yarda* ярд*"),
    ("mass", 1.0, "kg kgs kilo* kil* кило* кг"),
    ("mass", 0.001, "g gram* грам*"),
    ("mass", 0.45359, "lb lbs pound* pfund libra* фунт* паунд*"),
    ("mass", 0.02835, "oz ounce* unze* onza* унци*"),
    ("volume", 1.0, "l liter* litre* litr* литр* литър*"),
    ("volume", 3.78541, "gal gallon* gallone* galón galones галон*"),
    ("area", 1.0, "ha hectare* hektar* hectárea* хектар*"),
    ("area", 0.404686, "acre* akr* акр* акъра"),
    ("speed", 1.0, "km/h kmh kph км/ч stundenkilomet*"),
    ("speed", 1.609344, "mph mi/h"),
    ("speed", 1.852, "kt kts knot* knoten nudo* възел* възл*"),
    ("temperature", 1.0, "°c ºc celsius*"),
    ("temperature", 1.8, "°f ºf fahrenheit*"),
)
WORD = re.compile(r"[\s-]{0,2}((?:[^\W\d_]|[°º/])+)(?:[\s-]([^\W\d_]+))?")
Unit = tuple[str, float]


def unit_after(rest: str) -> Unit | None:
    """The unit that the text after a number begins with: its dimension and size."""
    found = WORD.match(rest)
    if found is None:
        return None
    return _unit(found[1].lower()) or (_unit(found[2].lower()) if found[2] else None)


@cache
def _unit(word: str) -> Unit | None:
    for dimension, size, names in _UNITS:
        for name in names.split():
            if word == name or (name.endswith("*") and word.startswith(name[:-1])):
                return dimension, size
    return None


def is_conversion(first: float, one: Unit, second: float, other: Unit) -> bool:
    """Whether a quantity may be another in another unit of the same dimension."""
    if one[0] != other[0] or one[1] == other[1]:
        return False
    if one[0] == "temperature":
        celsius, fahrenheit = (first, second) if one[1] < other[1] else (second, first)
        return abs(celsius * 1.8 + 32 - fahrenheit) <= 2
    here, there = first * one[1], second * other[1]
    return abs(here - there) <= TOLERANCE * max(abs(here), abs(there))
