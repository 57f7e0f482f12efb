"""Translations outside the main target templates are found."""

from __future__ import annotations

from itertools import product

from mteval.families._checklist.consistency import inconsistent

ROWS = list(
    product(["Ana", "Luis", "Marta", "Iván", "Rosa"], ["Oslo", "Lima", "Quito", "Roma"], ["enero", "marzo", "mayo"])
)


def test_translations_of_one_template_are_consistent():
    assert inconsistent([f"{name} viajó a {city} en {month}." for name, city, month in ROWS]) == {}


def test_odd_translations_are_outside():
    texts = [f"{name} viajó a {city} en {month}." for name, city, month in ROWS]
    texts[7] = "Encima Marcha a Lima el viaje de Ana."
    texts[31] = ""
    found = inconsistent(texts)
    assert set(found) == {7, 31}
    assert "outside" in found[7]
    assert "empty" in found[31]


def test_two_well_supported_wordings_are_both_main():
    some = [f"{name} viajó a {city} en {month}." for name, city, month in ROWS[:30]]
    others = [f"En {month} fue {name} a {city}." for name, city, month in ROWS[30:]]
    assert inconsistent(some + others) == {}


def test_translations_without_any_common_wording_are_all_outside():
    texts = [f"{name}{city} {month}{name}." for name, city, month in ROWS[:12]]
    assert len(inconsistent(texts)) == 12
