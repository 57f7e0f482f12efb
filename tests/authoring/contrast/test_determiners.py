"""Genders are learnt from determiners."""

from mteval.authoring.contrast.determiners import genders


def test_gender_is_learnt_from_determiners():
    rows = [("banque", "fem", 9), ("bateau", "masc", 3), ("rare", "fem", 2), ("voile", "fem", 5), ("voile", "masc", 5)]
    assert genders(rows) == {"banque": "fem", "bateau": "masc"}
