"""Values of slots, as annotators write them."""

import pytest

from mteval.authoring.annotation.slot_values import joined, read_new_slots, read_translations
from mteval.authoring.annotation.work import FormError


def test_slots_are_read_line_by_line():
    found = read_new_slots("city: New York; Oslo\n\n{ noun } : a ;; b; a\ncity: Rome")
    assert found == {"city": ["New York", "Oslo", "Rome"], "noun": ["a", "b"]}


@pytest.mark.parametrize("text", ["city", "city:", "city: ;", ": a", "city1: a"])
def test_what_is_no_slot_is_refused(text):
    with pytest.raises(FormError):
        read_new_slots(text)


def test_translations_keep_what_they_translate():
    task = {"key": "thing", "sources": ["food", "flight"]}
    found = read_translations(task, {"value-0": "comida; cena", "value-1": " ", "more": "viaje\ncomida"})
    assert found["translations"] == {"food": ["comida", "cena"]}
    assert found["lexicons"] == {"thing": ["comida", "cena", "viaje"]}


def test_lexicons_are_joined_or_replaced():
    one, other = {"a": ("1",), "b": ("2",)}, {"b": ("3",)}
    assert joined(one, other) == {"a": ("1",), "b": ("2", "3")}
    assert joined(one, other, over=True) == {"a": ("1",), "b": ("3",)}
