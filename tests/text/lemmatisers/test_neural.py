"""Lemmas from stanza, offline."""

from __future__ import annotations

import pytest

from mteval.core.errors import DataError, UsageError
from mteval.text.lemmatisers import open_lemmatiser
from tests.trained_here import GERMAN, stanza_lemmas

SENTENCES = [["Die", "alten", "Häuser"], [], ["Kinder"]]
LEMMAS = [["der", "alt", "Haus"], [], ["Kind"]]


def test_a_file_that_stanza_saved_lemmatises(tmp_path):
    lemmatiser = open_lemmatiser("stanza", "de", str(stanza_lemmas(tmp_path, GERMAN)))
    assert lemmatiser.lemmatise(SENTENCES) == LEMMAS
    assert lemmatiser.lemmatise([[]]) == [[]]


def test_a_published_model_lemmatises_offline(shared):
    pytest.importorskip("stanza", reason="needs the extra 'stanza'")
    model = str(shared / "models" / "stanza_de" / "lemma.pt")
    assert open_lemmatiser("stanza", "de", model).lemmatise(SENTENCES) == LEMMAS


def test_a_model_is_needed():
    pytest.importorskip("stanza", reason="needs the extra 'stanza'")
    with pytest.raises(UsageError, match="needs the model for 'de'"):
        open_lemmatiser("stanza", "de")
    with pytest.raises(DataError, match="no such file or folder"):
        open_lemmatiser("stanza", "de", "/nowhere.pt")


def test_what_stanza_cannot_load_is_said_in_one_sentence(tmp_path):
    pytest.importorskip("stanza", reason="needs the stanza extra")
    (tmp_path / "bad.pt").write_text("no model", encoding="utf-8")
    for model in (tmp_path / "bad.pt", tmp_path):
        with pytest.raises(DataError, match="stanza cannot load it for 'de'"):
            open_lemmatiser("stanza", "de", str(model))
