"""Lemmas from UDPipe are those of the dictionary for plain nouns."""

from __future__ import annotations

import pytest

from mteval.core.errors import DataError
from mteval.text.lemmatisers import open_lemmatiser
from tests.families.sense_items import POSITIVE, judge
from tests.trained_here import GERMAN, udpipe_model


@pytest.fixture(params=["trained here", "published"])
def model(request, tmp_path):
    if request.param == "trained here":
        return str(udpipe_model(tmp_path / "de.udpipe", GERMAN))
    pytest.importorskip("ufal.udpipe", reason="needs the extra 'udpipe'")
    return str(request.getfixturevalue("shared") / "models" / "udpipe_de" / "de_tiny.udpipe")


def test_lemmatisers_agree_on_plain_nouns(model):
    assert judge("Die alten Banken stehen leer .", lemmatiser="udpipe", lemma_model=model).outcome is POSITIVE
    sentence = [["Die", "alten", "Häuser"], [], ["Kinder"]]
    expected = [["der", "alt", "Haus"], [], ["Kind"]]
    assert open_lemmatiser("simplemma", "de").lemmatise(sentence) == expected
    assert open_lemmatiser("udpipe", "de", model).lemmatise(sentence) == expected


def test_a_file_that_is_no_model_is_refused(tmp_path):
    pytest.importorskip("ufal.udpipe", reason="needs the extra 'udpipe'")
    (tmp_path / "x.udpipe").write_text("no model", encoding="utf-8")
    with pytest.raises(DataError, match="is not a UDPipe 1 model"):
        open_lemmatiser("udpipe", "de", str(tmp_path / "x.udpipe"))
