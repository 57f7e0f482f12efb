"""LingEval97: every error is a case, by type, distance and frequency."""

from __future__ import annotations

import pytest

from mteval.core.errors import DataError
from tests.formats.contrast_items import LINGEVAL, MUCOW, load, put, read


def test_word_senses_are_not_read_as_lingeval(tmp_path):
    with pytest.raises(DataError, match=r"item 1 has 'ambig word'. It looks like 'mucow-scoring'"):
        read("lingeval", put(tmp_path / "data.json", MUCOW))


def test_lingeval_counts_every_error(tmp_path):
    suite = load("lingeval", put(tmp_path / "a.json", LINGEVAL))
    assert [case.id for case in suite.cases] == ["1.1", "1.2"]
    assert [case.tags["type"] for case in suite.cases] == [("np_agreement",), ("subj_verb_agreement",)]
    assert [case.tags["distance"] for case in suite.cases] == [("2",), (">15",)]
    assert suite.cases[0].tags["frequency"] == ("3-5",)
    queries, places = suite.questions()
    assert (len(queries), places) == (1, (0, 0))
    assert len(queries[0].targets) == 3
    assert suite.cluster == "sentence"
