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


def test_the_nearest_words_of_two_senses_decide(tmp_path):
    (tmp_path / "t.vec").write_text("4 2\na 1 0\nb 0 1\nc 0 1\nd -1 0\n")
    one, other = word(("a", "b"), ("c", "d")).senses
    assert open_similarity(f"fasttext:{tmp_path / 't.vec'}?words=nearest")(one, other) == pytest.approx(1.0)
    assert open_similarity(f"fasttext:{tmp_path / 't.vec'}?words=aligned")(one, other) == pytest.approx(0.0)


def test_a_synset_is_the_mean_of_all_its_words_in_both_languages(tmp_path):
    (tmp_path / "s.vec").write_text("2 2\nshore 0 1\nfirm 1 0\n")
    (tmp_path / "t.vec").write_text("4 2\nufer 1 0\nstrand 0 1\ngeldhaus 1 0\nrote_bank -1 0\n")
    senses = [
        SenseCluster(("ufer",), (9,), ("1",), ("n",), ("shore",), (), ("strand", "ufer")),
        SenseCluster(("geldhaus",), (9,), ("2",), ("n",), ("firm",), (), ("geldhaus", "rote bank")),
    ]
    found = open_similarity(f"fasttext:{tmp_path / 's.vec'},{tmp_path / 't.vec'}?words=synset")
    # (1, 0) + (0, 1) + (0, 1) against (1, 0) + (-1, 0) + (1, 0), by hand: 1 / sqrt(5).
    assert found(*senses) == pytest.approx(5**-0.5)
    alone = open_similarity(f"fasttext:{tmp_path / 't.vec'}?words=synset")
    assert alone(senses[0], senses[0]) == pytest.approx(1.0)
    assert alone(*senses) is None, "the mean of opposite vectors has no direction"
    (tmp_path / "other.vec").write_text("1 3\nshore 0 1 0\n")
    with pytest.raises(UsageError, match="3 and 2 dimensions"):
        open_similarity(f"fasttext:{tmp_path / 'other.vec'},{tmp_path / 't.vec'}?words=synset")
    with pytest.raises(UsageError, match="words=nonsense"):
        open_similarity(f"fasttext:{tmp_path / 't.vec'}?words=nonsense")
