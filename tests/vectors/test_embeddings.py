"""Reading word vectors: every form gives the same, gensim and numpy agree, and broken files are named with their line."""

import gzip
import os
import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.core.errors import DataError
from mteval.vectors.embeddings import load_embeddings, load_vocabulary, unit_length, write_vec

WORDS = ("the", "straße", "слово", "U.S.A.")
VECTORS = np.array([[0.5, -1.25, 3e-5], [1, 2, 3], [0.1, 0.2, -0.3], [7, 8, 9]], dtype=np.float32)
LINES = [f"{word} {' '.join(map(str, row.tolist()))}" for word, row in zip(WORDS, VECTORS, strict=True)]


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("MTEVAL_CACHE", str(tmp_path_factory.mktemp("cache")))


def write(path, text):
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def as_word2vec(words, vectors):
    body = b"".join(
        w.encode() + b" " + struct.pack(f"<{len(v)}f", *v) + b"\n" for w, v in zip(words, vectors, strict=True)
    )
    return f"{len(words)} {vectors.shape[1]}\n".encode() + body


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


def test_gensim_agrees_to_the_bit(tmp_path):
    gensim = pytest.importorskip("gensim.models", reason="gensim is the oracle here")
    rng = np.random.default_rng(1)
    values = rng.standard_normal((300, 20)) * 10.0 ** rng.integers(-30, 6, (300, 20))
    shapes = ["%.4f", "%.6g", "%.17g", "%r", "%.25e"]
    lines = [
        f"w{i} " + " ".join((shapes[(i + j) % 5] % float(v)) for j, v in enumerate(row)) for i, row in enumerate(values)
    ]
    path = write(tmp_path / "x.vec", "300 20\n" + "\n".join(lines) + "\n")
    theirs = gensim.KeyedVectors.load_word2vec_format(str(path))
    ours = load_embeddings(path)
    assert list(ours.words) == theirs.index_to_key
    assert (ours.vectors == theirs.vectors).all()


@settings(max_examples=200, deadline=None)
@given(
    st.one_of(
        st.floats(-1e30, 1e30, width=64), st.floats(-(2.0**100), 2.0**100, width=32), st.decimals(-9, 9, places=9)
    )
)
def test_a_number_is_read_as_numpy_reads_it(tmp_path_factory, value):
    path = write(tmp_path_factory.mktemp("n") / "x.vec", f"w {value} 1.0\n")
    assert load_embeddings(path).vectors[0, 0] == np.float32(str(value))


def test_cached_form_is_the_same_and_follows_the_file(tmp_path, monkeypatch):
    monkeypatch.setattr("mteval.vectors.unpacked_copies._WORTH_KEEPING", 0)
    path = write(tmp_path / "a.vec", "2 2\nfoo 1 2\nfoo 3 4\n")
    first = load_embeddings(path)
    monkeypatch.setattr("mteval.vectors.text_files.read_text", None)
    again = load_embeddings(path)
    assert again.words == first.words
    assert (again.vectors == first.vectors).all()
    assert again.findings == first.findings
    monkeypatch.undo()
    write(path, "bar 1 2\nbaz 3 4\n")
    assert load_embeddings(path).words == ("bar", "baz")


def test_a_cache_that_is_damaged_or_cannot_be_written_is_no_error(tmp_path, monkeypatch):
    monkeypatch.setattr("mteval.vectors.unpacked_copies._WORTH_KEEPING", 0)
    path = write(tmp_path / "a.vec", "2 2\nfoo 1 2\nbar 3 4\n")
    monkeypatch.setenv("MTEVAL_CACHE", str(write(tmp_path / "file", "no folder")))
    assert load_embeddings(path).words == ("foo", "bar")
    monkeypatch.setenv("MTEVAL_CACHE", str(tmp_path / "cache"))
    load_embeddings(path)
    (kept,) = (tmp_path / "cache" / "embeddings").iterdir()
    write(kept, kept.read_bytes()[:100])
    assert load_embeddings(path).words == ("foo", "bar")
    kept.unlink()
    monkeypatch.setattr("numpy.savez", full_disk)
    assert load_embeddings(path).words == ("foo", "bar")
    assert not any((tmp_path / "cache" / "embeddings").iterdir())


def full_disk(*_, **__):
    raise OSError(28, "No space left on device")


def test_the_cache_sees_a_change_of_one_digit_that_keeps_size_and_time(tmp_path, monkeypatch):
    monkeypatch.setattr("mteval.vectors.unpacked_copies._WORTH_KEEPING", 0)
    path = write(tmp_path / "a.vec", "2 2\nfoo 1 2\nbar 3 4\n")
    load_embeddings(path)
    status = path.stat()
    write(path, "2 2\nfoo 1 2\nbar 3 5\n")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert load_embeddings(path).vectors[1, 1] == 5


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("", None, "empty"),
        ("3 2\na 1 2\nb 3 4\n", 1, "promises 3"),
        ("1 2\na 1 2\nb 3 4\n", 1, "promises 1"),
        ("2 3\na 1 2\nb 3 4\n", 1, "3 dimensions"),
        ("2 2\na 1 2\nb 3\n", 3, "2 numbers expected"),
        ("2 2\na 1 2\nb 3 4 5\n", 3, "2 numbers expected"),
        ("a 1 2\n\nb 3 4\n", 2, "2 numbers expected"),
        ("a 1 2\nb nan 4\n", 2, "NaN"),
        ("a 1 2\nb 3 inf\n", 2, "NaN or infinity"),
        ("a 1 2\nb 3 1e99\n", 2, "infinity"),
        ("a 1 2\nb 3 4,5\n", 2, "4,5"),
        ("just some words\n", 1, "no numbers"),
        ("word\n", 1, "expected"),
    ],
)
def test_broken_text_is_named_with_its_line(tmp_path, text, line, problem):
    with pytest.raises(DataError, match=problem) as caught:
        load_embeddings(write(tmp_path / "x.vec", text))
    assert caught.value.line == line


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


def npz(path, **arrays):
    np.savez(path, **arrays)
    return path


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


@pytest.mark.parametrize("name", ["x.vec", "x.vec.gz", "x.bin", "x.bin.gz", "x.npz"])
def test_empty_files_and_files_of_another_kind_are_one_clear_sentence(tmp_path, name):
    with pytest.raises(DataError, match=r"empty|gzip"):
        load_embeddings(write(tmp_path / name, b""))
    with pytest.raises(DataError, match=r"expected|gzip|text|npz|line .N D"):
        load_embeddings(write(tmp_path / name, b"PK\x00\x01 no vectors\n"))


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


def codes(embeddings):
    return {finding.code: finding.count for finding in embeddings.findings}


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
