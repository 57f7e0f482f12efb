"""Lemmatisers that cannot be opened say why."""

from __future__ import annotations

import pytest

from mteval.core.errors import MtevalError
from mteval.text.lemmatisers import open_lemmatiser


@pytest.mark.parametrize(
    ("name", "language", "model", "message"),
    [
        ("simplemma", "xx", "", "has no dictionary for 'xx'"),
        ("simplemma", "de", "x", "takes no model"),
        ("udpipe", "de", "", "needs the model"),
        ("udpipe", "de", "nowhere.udpipe", "no such file"),
        ("snowball", "de", "", "Unknown lemmatiser 'snowball'"),
    ],
)
def test_lemmatisers_that_cannot_be_opened(name, language, model, message):
    if name == "udpipe":
        pytest.importorskip("ufal.udpipe", reason="needs the udpipe extra")
    with pytest.raises(MtevalError, match=message):
        open_lemmatiser(name, language, model)
