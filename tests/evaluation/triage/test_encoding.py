"""Damaged text."""

import pytest

from tests.evaluation.triage.small_batches import REFERENCES, TRANSLATIONS, batch, found

MOJIBAKE = TRANSLATIONS[0].encode().decode("cp1252")


@pytest.mark.parametrize(
    "damaged",
    [MOJIBAKE, MOJIBAKE.encode().decode("cp1252", errors="replace"), TRANSLATIONS[0].encode("cp1252").decode("cp1251"),
     TRANSLATIONS[0].replace("ü", "\ufffd"), TRANSLATIONS[0].replace("ü", "?"), TRANSLATIONS[0].replace("ü", "&uuml;"),
     TRANSLATIONS[0].replace("Brücke", "Br@@ ücke")],
)  # fmt: skip
def test_damage_is_found(damaged):
    assert damaged != TRANSLATIONS[0]
    assert found(batch(_0=damaged))["encoding-damage"] == ("1",)


@pytest.mark.parametrize(
    "sound", ["Die „alte“ Brücke … à la carte?", "Café, naïve, São Paulo, Škoda", "Wer? Was? AT&T"]
)
def test_foreign_letters_and_signs_are_no_damage(sound):
    assert "encoding-damage" not in found(batch(_0=sound))


def test_a_quotation_mark_beside_a_right_word_is_no_damage():
    assert "encoding-damage" not in found(batch(_0=REFERENCES[0].replace("Brücke", "«Brücke»")))
