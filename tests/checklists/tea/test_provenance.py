"""Which source slot stands behind a column of translated values."""

import pytest

from mteval.checklists.tea.provenance import slot_key, source_slot

SOURCES = [{"city": city, "adj": how, "same": "x"} for city in ("Rome", "Oslo", "Lima") for how in ("hot", "cold")]


@pytest.mark.parametrize(
    ("column", "slot"),
    [
        (["Roma", "Roma", "Oslo", "Oslo", "Lima", "Lima"], "city"),
        (["calor", "frío"] * 3, "adj"),
        # One slip of the translator: five of six.
        (["Roma", "Roma", "Oslo", "Noruega", "Lima", "Lima"], "city"),
        # As many renderings as lines: the city foretells half of them.
        (list("abcdef"), ""),
    ],
)
def test_the_slot_that_foretells_the_column(column, slot):
    assert source_slot(column, SOURCES) == slot


def test_a_column_that_never_varies_comes_from_no_slot():
    assert source_slot(["x"] * 3, [{"same": "x"}] * 3) == ""


@pytest.mark.parametrize(("name", "key"), [("city", "city"), ("city12", "city"), ("3", "")])
def test_the_key_of_a_numbered_slot(name, key):
    assert slot_key(name) == key
