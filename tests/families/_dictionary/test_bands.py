"""Frequency bands of source words, from wordfreq or from a file in order."""

from __future__ import annotations

import random
import sys

import pytest

from mteval.api import run
from mteval.core.errors import MissingDependencyError, UsageError
from mteval.evaluation.settings import Settings
from mteval.families._dictionary.bands import frequency_bands
from tests.families.dictionary_suites import load


def test_wordfreq_bands():
    pytest.importorskip("wordfreq", reason="needs the extra 'names'")
    assert frequency_bands(["the", "xqzzy"], "wordfreq", "en") == {"the": "zipf 5 and more", "xqzzy": "unknown"}


@pytest.mark.parametrize(
    ("language", "problem"), [("", "source=en"), ("xx", "no list"), ("no-language-at-all", "no list")]
)
def test_wordfreq_needs_a_language_it_knows(language, problem):
    pytest.importorskip("wordfreq", reason="needs the extra 'names'")
    with pytest.raises(UsageError, match=problem):
        frequency_bands(["the"], "wordfreq", language)


def test_wordfreq_that_is_missing_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "wordfreq", None)
    with pytest.raises(MissingDependencyError, match="pip install"):
        frequency_bands(["the"], "wordfreq", "en")


def test_frequency_bands_come_from_a_file_in_order(dictionary, tmp_path):
    order = tmp_path / "words.vec"
    words = [f"w{i}" for i in range(1000)]
    random.Random(1).shuffle(words)
    order.write_text("1002 2\nsee 0 1\n" + "".join(f"{word} 0 1\n" for word in words) + "tor 1 1\n", encoding="utf-8")
    _, suite = load(dictionary, frequencies=str(order))
    bands = {case.id: case.tags["frequency"][0] for case in suite.cases}
    assert (bands["see"], bands["tor"], bands["hund"]) == ("1–1000", "1001–5000", "unknown")


def test_slices_come_from_frequent_to_rare(dictionary, tmp_path):
    words = [f"w{i}" for i in range(1000)]
    order, vectors = tmp_path / "words", tmp_path / "v.vec"
    order.write_text("\n".join(["see", *words, "haus"]), encoding="utf-8")
    vectors.write_text("haus 1 0\nhouse 1 0\n", encoding="utf-8")
    options = {"frequencies": str(order), "names": "none"}
    system = f"embeddings:{vectors}?target={vectors}"
    settings = Settings(resamples=0, test="none")
    (found,) = run(str(dictionary), systems=system, format="dictionary", options=options, settings=settings).reports
    assert [part.value for part in found.slices if part.tag == "frequency"] == ["1–1000", "1001–5000", "unknown"]
