"""word2vec's binary form, gzip and npz: read, and refused with what is wrong."""

import gzip

import numpy as np
import pytest

from mteval.core.errors import DataError
from mteval.vectors.embeddings import load_embeddings
from tests.vectors.vector_files import LINES, VECTORS, WORDS, as_word2vec, codes, npz, write


def test_the_first_words_of_a_large_gzip_are_read_without_the_rest(tmp_path, monkeypatch):
    monkeypatch.setattr("mteval.vectors.binary_files._BLOCK", 64)
    packed = gzip.compress(b"500 2\n" + b"".join(b"w%d 1 %d\n" % (i, i) for i in range(500)))
    whole, cut = write(tmp_path / "a.vec.gz", packed), write(tmp_path / "b.vec.gz", packed[:-9])
    for path in (whole, cut):
        loaded = load_embeddings(path, 10)
        assert loaded.words == tuple(f"w{i}" for i in range(10))
        assert loaded.vectors[9].tolist() == [1, 9]
        assert not loaded.complete
    for limit in (499, 500, 501, 0):
        assert load_embeddings(whole, limit).complete == (limit != 499), limit
    with pytest.raises(DataError, match="gzip"):
        load_embeddings(cut)


def test_broken_binary_files_are_refused(tmp_path):
    whole = as_word2vec(WORDS, VECTORS)
    with pytest.raises(DataError, match=r"ends inside|too short"):
        load_embeddings(write(tmp_path / "cut.bin", whole[:-6]))
    with pytest.raises(DataError, match="fastText"):
        load_embeddings(write(tmp_path / "ft.bin", (793712314).to_bytes(4, "little") + whole))
    with pytest.raises(DataError, match=r"header|line 'N D'"):
        load_embeddings(write(tmp_path / "no.bin", b"hello"))
    with pytest.raises(DataError, match="gzip"):
        load_embeddings(write(tmp_path / "cut.vec.gz", gzip.compress(b"a 1 2\n" * 100)[:-9]))
    np.savez(tmp_path / "p.npz", words=np.array(["a", "b"], dtype=object), vectors=VECTORS[:2])
    with pytest.raises(DataError, match="npz"):
        load_embeddings(tmp_path / "p.npz")
    nan = VECTORS.copy()
    nan[2, 1] = np.nan
    with pytest.raises(DataError, match="слово"):
        load_embeddings(write(tmp_path / "nan.bin", as_word2vec(WORDS, nan)))
    with pytest.raises(DataError, match="no such file"):
        load_embeddings(tmp_path / "missing.vec")


def test_a_header_that_lies_is_found_in_the_binary_form_too(tmp_path):
    whole = as_word2vec(WORDS, VECTORS)
    for header, problem in (
        (b"2 3", "more follows"),
        (b"9 3", "too short"),
        (b"4 2", "more follows"),
        (b"4 0", "number"),
    ):
        with pytest.raises(DataError, match=problem) as caught:
            load_embeddings(write(tmp_path / "x.bin", whole.replace(b"4 3", header, 1)))
        assert caught.value.line == 1


def test_binary_and_text_are_told_apart_whatever_the_name(tmp_path):
    with pytest.raises(DataError, match=r"call it \.bin"):
        load_embeddings(write(tmp_path / "x.vec", as_word2vec(WORDS, VECTORS)))
    with pytest.raises(DataError, match=r"Call it \.vec"):
        load_embeddings(write(tmp_path / "x.bin", "4 3\n" + "\n".join(LINES)))


def test_a_binary_file_that_was_cut_inside_its_gzip(tmp_path):
    packed = gzip.compress(as_word2vec(WORDS, VECTORS))
    assert load_embeddings(write(tmp_path / "x.bin.gz", packed)).words == WORDS
    for broken in (packed[:-9], as_word2vec(WORDS, VECTORS)):
        with pytest.raises(DataError, match="gzip"):
            load_embeddings(write(tmp_path / "cut.bin.gz", broken))


def test_an_archive_without_words_or_vectors_says_what_it_holds(tmp_path):
    words = np.array(WORDS)
    for arrays in ({"a": VECTORS, "b": VECTORS}, {"vectors": VECTORS}, {"words": words, "vectors": VECTORS[0]}, {}):
        with pytest.raises(DataError, match=r"'words'.*'vectors'.*found"):
            load_embeddings(npz(tmp_path / "x.npz", **arrays))
    with pytest.raises(DataError, match="3 words, but 4 vectors"):
        load_embeddings(npz(tmp_path / "x.npz", words=words[:3], vectors=VECTORS))
    with pytest.raises(DataError, match="no word vectors"):
        load_embeddings(npz(tmp_path / "x.npz", words=words, vectors=VECTORS[:, :0]))
    whole = npz(tmp_path / "x.npz", words=words, vectors=VECTORS).read_bytes()
    with pytest.raises(DataError, match="npz"):
        load_embeddings(write(tmp_path / "x.npz", whole[: len(whole) // 2]))


def test_an_archive_may_hold_bytes_and_more_besides(tmp_path):
    encoded = np.array([word.encode() for word in WORDS])
    loaded = load_embeddings(npz(tmp_path / "x.npz", words=encoded, vectors=VECTORS, other=VECTORS * 2))
    assert loaded.words == WORDS
    assert (loaded.vectors == VECTORS).all()


def test_binary_forms_have_the_findings_of_text(tmp_path):
    table = VECTORS.copy()
    table[1] = 0
    binary = as_word2vec(("a", "b", "a", "caf@"), table).replace(b"caf@", b"caf\xff")
    assert codes(load_embeddings(write(tmp_path / "x.bin", binary))) == {
        "duplicate-word": 1,
        "zero-vector": 1,
        "not-utf-8": 1,
    }
    archive = npz(tmp_path / "x.npz", words=np.array(["a", "b", "a", "c"]), vectors=table)
    assert codes(load_embeddings(archive)) == {"duplicate-word": 1, "zero-vector": 1}
    table[3, 0] = np.inf
    for path in (
        write(tmp_path / "x.bin", as_word2vec(WORDS, table)),
        npz(tmp_path / "x.npz", words=WORDS, vectors=table),
    ):
        with pytest.raises(DataError, match=r"U\.S\.A\."):
            load_embeddings(path)
