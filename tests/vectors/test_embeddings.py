"""Word vectors with their words: every form gives the same, with the same findings."""

import gzip

import numpy as np
import pytest

from mteval.core.errors import DataError
from mteval.vectors.embeddings import load_embeddings, load_vocabulary, unit_length, write_vec
from tests.vectors.vector_files import LINES, VECTORS, WORDS, as_word2vec, codes, write


def forms(folder):
    text = "\n".join(LINES) + "\n"
    np.savez(folder / "e.npz", words=np.array(WORDS), vectors=VECTORS)
    return {
        "header": write(folder / "a.vec", f"4 3\n{text}"),
        "no header": write(folder / "b.vec", text),
        "no final newline": write(folder / "c.vec", text.rstrip("\n")),
        "trailing spaces, CRLF": write(folder / "d.vec", text.replace("\n", " \r\n")),
        "tabs": write(folder / "f.vec", text.replace(" ", "\t")),
        "byte order mark": write(folder / "g.vec", b"\xef\xbb\xbf4 3\n" + text.encode()),
        "gzip": write(folder / "h.vec.gz", gzip.compress(f"4 3\n{text}".encode())),
        "word2vec": write(folder / "i.bin", as_word2vec(WORDS, VECTORS)),
        "npz": folder / "e.npz",
    }


def test_every_form_gives_the_same_vectors(tmp_path):
    for name, path in forms(tmp_path).items():
        loaded = load_embeddings(path)
        assert loaded.words == WORDS, name
        assert (loaded.vectors == VECTORS).all(), name
        assert loaded.complete


def test_only_the_first_words_are_read(tmp_path):
    for name, path in forms(tmp_path).items():
        loaded = load_embeddings(path, 2)
        assert loaded.words == WORDS[:2], name
        assert not loaded.complete


@pytest.mark.parametrize("name", ["x.vec", "x.vec.gz", "x.bin", "x.bin.gz", "x.npz"])
def test_empty_files_and_files_of_another_kind_are_one_clear_sentence(tmp_path, name):
    with pytest.raises(DataError, match=r"empty|gzip"):
        load_embeddings(write(tmp_path / name, b""))
    with pytest.raises(DataError, match=r"expected|gzip|text|npz|line .N D"):
        load_embeddings(write(tmp_path / name, b"PK\x00\x01 no vectors\n"))


def test_repeated_words_zero_vectors_and_spaces_are_found(tmp_path):
    loaded = load_embeddings(write(tmp_path / "x.vec", "a 1 2\nb 0 0\na 3 4\n. . . 5 6\nNew York 7 8\n"))
    assert loaded.words == ("a", "b", ". . .", "New York")
    assert loaded.vectors.tolist() == [[1, 2], [0, 0], [5, 6], [7, 8]]
    assert codes(loaded) == {"duplicate-word": 1, "zero-vector": 1, "space-in-word": 2}


def test_folding_keeps_the_first_casing_and_fills_the_vocabulary(tmp_path):
    path = write(tmp_path / "x.vec", "The 1 1\nthe 2 2\nTHE 3 3\ncat 4 4\ndog 5 5\n")
    assert load_vocabulary(path, 2, fold_case=True).words == ("the", "cat")
    assert load_vocabulary(path, 2, fold_case=True).vectors.tolist() == [[1, 1], [4, 4]]
    assert load_vocabulary(path, 2, fold_case=False).words == ("The", "the")
    assert load_vocabulary(path, 0, fold_case=True).words == ("the", "cat", "dog")


def test_unit_length_survives_tiny_huge_and_zero():
    unit = unit_length(np.array([[3e-30, 4e-30], [3e30, 4e30], [0, 0]], dtype=np.float32))
    assert unit == pytest.approx(np.array([[0.6, 0.8], [0.6, 0.8], [0, 0]]), rel=1e-6)


def test_written_vectors_are_read_back_to_the_bit(tmp_path):
    vectors = np.random.default_rng(0).standard_normal((50, 7)).astype(np.float32)
    words = [f"w{i}" for i in range(50)]
    write_vec(tmp_path / "x.vec", words, vectors)
    assert (load_embeddings(tmp_path / "x.vec").vectors == vectors).all()
    assert [path.name for path in tmp_path.iterdir()] == ["x.vec"]


def test_real_vectors_load(shared):
    loaded = load_embeddings(shared / "data/embeddings/multi30k.en.vec.gz")
    assert loaded.vectors.shape == (4761, 100)
