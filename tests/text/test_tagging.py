"""Taggers by name: UDPipe and stanza, word by word."""

from types import SimpleNamespace

import pytest

from mteval.core.errors import DataError, UsageError
from mteval.text.tagging import open_tagger
from tests.trained_here import ENGLISH, udpipe_model


def test_udpipe_tags(tmp_path):
    english = open_tagger(f"udpipe:{udpipe_model(tmp_path / 'en.udpipe', ENGLISH)}", "en")
    assert english(["The", "dog", "runs", "."]) == ["DET", "NOUN", "VERB", "PUNCT"]


def test_a_published_udpipe_model_tags(shared):
    pytest.importorskip("ufal.udpipe", reason="needs the extra 'udpipe'")
    english = open_tagger(f"udpipe:{shared / 'models' / 'udpipe_en' / 'en_small.udpipe'}", "en")
    assert english(["The", "dog", "runs", "."]) == ["DET", "NOUN", "VERB", "PUNCT"]


@pytest.mark.parametrize(
    ("spec", "error"),
    [
        ("hunpos:x", UsageError),
        ("udpipe:", UsageError),
        ("udpipe:/none.udpipe", DataError),
        ("stanza:/none", DataError),
    ],
)
def test_bad_taggers(spec, error):
    with pytest.raises(error):
        open_tagger(spec, "en")


def test_stanza_tags_are_taken_token_by_token(monkeypatch, tmp_path):
    """stanza gives documents of sentences of words; a stand-in, since no small tagger of it is at hand."""
    words = [SimpleNamespace(upos="DET"), SimpleNamespace(upos="NOUN"), SimpleNamespace(upos=None)]
    document = SimpleNamespace(sentences=[SimpleNamespace(words=words)])
    asked = []
    pipeline = SimpleNamespace(pipeline=lambda text: asked.append(text) or document)
    monkeypatch.setattr("mteval.text.lemmatisers.neural.load", lambda language, model: pipeline)
    assert open_tagger(f"stanza:{tmp_path}", "en")(("the", "dog", "?")) == ["DET", "NOUN", "X"]
    assert asked == [[["the", "dog", "?"]]]
