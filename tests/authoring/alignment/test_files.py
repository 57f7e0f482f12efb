"""Every method on vectors whose rotation is known, and orders from files to files."""

import numpy as np
import pytest

from mteval.authoring.alignment.files import METHODS, UNSUPERVISED, Order, align_files, rows_of_pairs
from mteval.authoring.alignment.matching import VectorMatcher
from mteval.authoring.alignment.problem import Pairs, Problem
from mteval.core.errors import DataError, UnknownNameError, UsageError
from mteval.text.word_pairs import read_word_pairs
from mteval.vectors.embeddings import load_embeddings, unit_length
from tests.authoring.alignment.rotations import precision_at_1, rotated


@pytest.mark.parametrize("method", ["procrustes", "vecmap-supervised", "rcsls"])
def test_supervised_methods_recover_a_rotation(method):
    source, target = rotated()
    pairs = Pairs(np.arange(100), np.arange(100))
    assert precision_at_1(METHODS[method](Problem(source, target, pairs))) > 0.95


@pytest.mark.parametrize("method", METHODS)
def test_same_seed_same_vectors(method, small_game, monkeypatch):
    monkeypatch.setattr(small_game, "LEAST_STEPS", 20)
    source, target = rotated(words=200)
    pairs = None if method in UNSUPERVISED else Pairs(np.arange(50), np.arange(50))
    first, second = (METHODS[method](Problem(source, target, pairs, seed=4)) for _ in range(2))
    assert (first.source == second.source).all()
    assert (first.target == second.target).all()


@pytest.fixture
def files(tmp_path):
    source, target = rotated(words=120, dimensions=6)
    for name, vectors in (("en", source), ("de", target)):
        lines = [f"{name}{i} {' '.join(map(str, row))}" for i, row in enumerate(vectors.tolist())]
        (tmp_path / f"{name}.vec").write_text("\n".join(lines) + "\n")
    (tmp_path / "train.tsv").write_text("".join(f"EN{i}\tde{i}\n" for i in range(60)))
    return tmp_path


def test_aligned_files_are_written_whole(files):
    order = Order(files / "en.vec", files / "de.vec", "procrustes", files / "out", files / "train.tsv")
    outcome = align_files(order)
    assert sorted(path.name for path in (files / "out").iterdir()) == ["source.vec", "target.vec"]
    assert outcome.pairs == 60
    source, target = (load_embeddings(path) for path in outcome.files)
    assert source.words[:2] == ("en0", "en1")
    assert (
        np.mean((unit_length(source.vectors) @ unit_length(target.vectors).T).argmax(axis=1) == np.arange(120)) > 0.95
    )


def test_wrong_orders_are_refused(files):
    en, de, out = files / "en.vec", files / "de.vec", files / "out"
    with pytest.raises(UsageError, match="--dictionary"):
        align_files(Order(en, de, "rcsls", out))
    with pytest.raises(UnknownNameError, match="procrustes"):
        align_files(Order(en, de, "procrustos", out))
    with pytest.raises(UsageError, match="--learning-words"):
        align_files(Order(en, de, "rcsls", out, files / "train.tsv", learning_words=100))
    for method in UNSUPERVISED:
        with pytest.raises(UsageError, match="no dictionary"):
            align_files(Order(en, de, method, out, files / "train.tsv"))
    (files / "bg.tsv").write_text("дума\tde1\n")
    with pytest.raises(DataError, match="Cyrillic"):
        align_files(Order(en, de, "procrustes", out, files / "bg.tsv"))
    (files / "short.vec").write_text("a 1 2\nb 3 4\n")
    with pytest.raises(UsageError, match="dimensions"):
        align_files(Order(en, files / "short.vec", "vecmap-unsupervised", out))
    assert not out.exists()


@pytest.mark.parametrize("method", ["procrustes", "vecmap-supervised", "rcsls"])
def test_held_out_pairs_come_out_right(files, method):
    """From files to files, and asked with a dictionary whose pairs the method has not seen."""
    outcome = align_files(Order(files / "en.vec", files / "de.vec", method, files / "out", files / "train.tsv"))
    source, target = (load_embeddings(path) for path in outcome.files)
    test = files / "test.tsv"
    test.write_text("".join(f"en{i}\tde{i}\n" for i in range(60, 120)))
    known = rows_of_pairs(test, read_word_pairs(test).pairs, source.words, target.words)
    assert len(known.source) == 60
    assert np.mean(nearest_by_csls(source.vectors, target.vectors)[known.source] == known.target) > 0.9


@pytest.mark.parametrize("method", UNSUPERVISED)
def test_vectors_that_have_nothing_to_do_with_each_other_are_told(tmp_path, small_game, monkeypatch, method):
    monkeypatch.setattr(small_game, "LEAST_STEPS", 20)
    for name, seed in (("en", 1), ("de", 2)):
        vectors = np.random.default_rng(seed).standard_normal((200, 10))
        lines = [f"{name}{i} {' '.join(map(str, row))}" for i, row in enumerate(vectors.tolist())]
        (tmp_path / f"{name}.vec").write_text("\n".join(lines) + "\n")
    iterations = 5 if method == "vecmap-unsupervised" else None
    order = Order(tmp_path / "en.vec", tmp_path / "de.vec", method, tmp_path / "out", iterations=iterations)
    assert any("chance" in note for note in align_files(order).notes)


@pytest.mark.parametrize(
    ("method", "least"),
    [
        ("procrustes", 0.25),
        ("vecmap-supervised", 0.2),
        ("rcsls", 0.2),
        ("vecmap-unsupervised", 0.0),
        ("muse-adversarial", 0.0),
    ],
)
def test_real_vectors_align_with_xling_dictionaries(shared, tmp_path, small_game, monkeypatch, method, least):
    """Pairs of the test dictionary come out far above chance (1/3000) where there is a dictionary to learn from.

    Without one these small vectors are too few for a short run, whose failure is told.
    """
    monkeypatch.setattr(small_game, "LEAST_STEPS", 20)
    folder = shared / "data/embeddings"
    files = (folder / f"multi30k.{language}.vec.gz" for language in ("en", "de"))
    dictionary = None if method in UNSUPERVISED else shared / "data/xling/yacle.train.freq.5k.en-de.tsv"
    iterations = 5 if method == "vecmap-unsupervised" else None
    order = Order(*files, method, tmp_path / "out", dictionary, vocabulary=3000, iterations=iterations)
    outcome = align_files(order)
    assert outcome.words == (3000, 3000)
    if dictionary is None:
        assert any("chance" in note for note in outcome.notes)
        return
    assert outcome.pairs > 500
    source, target = (load_embeddings(path) for path in outcome.files)
    test = shared / "data/xling/yacle.test.freq.2k.en-de.tsv"
    known = rows_of_pairs(test, read_word_pairs(test).pairs, source.words, target.words)
    assert np.mean(nearest_by_csls(source.vectors, target.vectors)[known.source] == known.target) > least


def nearest_by_csls(source, target):
    x, z = unit_length(source), unit_length(target)
    return VectorMatcher(len(x), len(z)).match(x, z).forward
