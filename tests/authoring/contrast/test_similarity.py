"""Similarities of senses from vectors of words or of senses."""

import pytest

from mteval.authoring.contrast.senses import (
    SenseCluster,
)
from mteval.authoring.contrast.similarity import open_similarity
from mteval.core.errors import UsageError
from tests.authoring.contrast.words import word


def test_vectors_of_words_and_of_senses(tmp_path):
    (tmp_path / "t.vec").write_text("4 2\na 1 0\nB 1 0.2\nc 0 1\nd -1 0\n")
    by_words = open_similarity(f"fasttext:{tmp_path / 't.vec'}")
    one, other = word(("a", "b"), ("c",)).senses
    # The centroid of (1, 0) and (1, 0.2)/|.| against (0, 1), by hand: 0.19612 / |(1.98058, 0.19612)|.
    assert by_words(one, other) == pytest.approx(0.09854, abs=1e-4)
    assert by_words(one, word(("zz",)).senses[0]) is None
    seen = SenseCluster(("zz",), (1,), ("z",), ("n",), forms=(("a", "c"),))
    assert by_words(other, seen) == pytest.approx(0.5**0.5), "a lemma without a vector has the mean of its forms'"
    (tmp_path / "s.vec").write_text("2 2\na_b 1 0\nc 1 1\n")
    assert open_similarity(f"senses:{tmp_path / 's.vec'}")(one, other) == pytest.approx(0.5**0.5)
    with pytest.raises(UsageError, match=r"fasttext:SRC\.vec,TGT\.vec"):
        open_similarity("glove:x")
