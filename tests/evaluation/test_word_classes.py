"""Parts of speech of references: the most frequent one of each word, per suite."""

import pytest

import mteval
from mteval.core.errors import UsageError
from mteval.core.results import Results
from mteval.evaluation import word_classes

NOUNS = {"Cat", "cat", "run"}


@pytest.fixture
def tagger(monkeypatch):
    """A tagger that knows a noun when it sees one, and takes the second of two runs for a verb."""
    asked = []

    def opened(spec, language):
        asked.append((spec, language))
        return lambda tokens: [
            "VERB" if token == "run" and place > 1 else "NOUN" if token in NOUNS else "X"
            for place, token in enumerate(tokens)
        ]

    monkeypatch.setattr(word_classes, "open_tagger", opened)
    return asked


def test_each_word_has_the_part_of_speech_it_has_most_often(tagger):
    results = mteval.score({"a": ["x", "y", "z"]}, [["Cat, I run.", "they all run", "cat run"]], metrics="chrf")
    (found,) = word_classes.word_classes(results, "udpipe:x").values()
    assert found == {"cat": "NOUN", "i": "X", "run": "VERB", "they": "X", "all": "X"}
    assert tagger == [("udpipe:x", "")]


def test_reports_without_references_are_refused(tagger):
    with pytest.raises(UsageError, match="no report has cases with references"):
        word_classes.word_classes(Results(()), "udpipe:x")
