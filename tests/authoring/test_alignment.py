"""Each method on vectors whose rotation is known, and the pieces against plain linear algebra."""

import numpy as np
import pytest

from mteval.analysis.embeddings import load_embeddings, unit_length
from mteval.analysis.retrieval import RETRIEVALS, Question, Settings, Space
from mteval.authoring.alignment.files import METHODS, UNSUPERVISED, Order, align_files
from mteval.authoring.alignment.linear import mutual_pairs, orthogonal_map
from mteval.authoring.alignment.problem import Pairs, Problem
from mteval.authoring.alignment.rcsls import loss_and_gradient
from mteval.authoring.alignment.vecmap_unsupervised import first_dictionary
from mteval.core.errors import DataError, UnknownNameError, UsageError


def rotated(words=600, dimensions=20, noise=0.05, seed=0):
    """Lumpy vectors and the same turned by a random rotation, with a little noise."""
    rng = np.random.default_rng(seed)
    centres = rng.standard_normal((30, dimensions)) * 1.5
    spread = np.linspace(1.5, 0.5, dimensions)
    source = (centres[rng.integers(0, 30, words)] + rng.standard_normal((words, dimensions))) * spread
    rotation, _ = np.linalg.qr(rng.standard_normal((dimensions, dimensions)))
    target = source @ rotation + noise * rng.standard_normal((words, dimensions))
    return source.astype(np.float32), target.astype(np.float32)


def precision_at_1(aligned, retrieval="csls"):
    space = Space(unit_length(aligned.source), unit_length(aligned.target))
    rows = np.arange(len(space.source))
    found = RETRIEVALS[retrieval](space, Settings()).ask(Question(rows, [[row] for row in rows], 1, all_ranks=False))
    return np.mean(found.best.indices[:, 0] == rows)


@pytest.mark.parametrize("method", ["procrustes", "vecmap-supervised", "rcsls"])
def test_supervised_methods_recover_a_rotation(method):
    source, target = rotated()
    pairs = Pairs(np.arange(100), np.arange(100))
    assert precision_at_1(METHODS[method](Problem(source, target, pairs))) > 0.95


def test_unsupervised_vecmap_recovers_a_rotation():
    source, target = rotated()
    assert precision_at_1(METHODS["vecmap-unsupervised"](Problem(source, target))) > 0.95


def test_adversarial_training_recovers_a_rotation(monkeypatch):
    pytest.importorskip("torch", reason="the adversarial method needs the hf extra")
    from mteval.authoring.alignment import adversarial

    for name, value in {"HIDDEN": 32, "EPOCHS": 1, "LEAST_STEPS": 60, "STEPS_PER_WORD": 0, "CHECK_EVERY": 20}.items():
        monkeypatch.setattr(adversarial, name, value)
    source, target = rotated(words=1000, dimensions=8)
    assert precision_at_1(METHODS["muse-adversarial"](Problem(source, target))) > 0.95


def test_refinement_mends_a_noisy_dictionary():
    source, target = rotated()
    rng = np.random.default_rng(1)
    wrong = np.arange(60)
    wrong[:30] = rng.integers(0, 600, 30)
    pairs = Pairs(np.arange(60), wrong)
    alone = source @ orthogonal_map(source[pairs.source], target[pairs.target])
    before = np.mean((unit_length(alone) @ unit_length(target).T).argmax(axis=1) == np.arange(600))
    assert precision_at_1(METHODS["procrustes"](Problem(source, target, pairs))) > max(0.95, before)


def test_same_seed_same_vectors():
    source, target = rotated(words=200)
    first, second = (METHODS["vecmap-unsupervised"](Problem(source, target, seed=4)) for _ in range(2))
    assert (first.source == second.source).all()


def test_procrustes_map_is_orthogonal_and_exact_without_noise():
    source, target = rotated(noise=0.0)
    w = orthogonal_map(source, target)
    assert w @ w.T == pytest.approx(np.eye(20), abs=1e-5)
    assert source @ w == pytest.approx(target, abs=1e-4)


def test_mutual_pairs_equal_brute_force():
    rng = np.random.default_rng(2)
    source, target = unit_length(rng.standard_normal((40, 6))), unit_length(rng.standard_normal((50, 6)))
    cosines = source.astype(float) @ target.T.astype(float)
    around_x = np.sort(cosines, axis=1)[:, -10:].mean(axis=1)
    around_y = np.sort(cosines, axis=0)[-10:].mean(axis=0)
    csls = 2 * cosines - around_x[:, None] - around_y[None, :]
    forward, backward = csls.argmax(axis=1), csls.argmax(axis=0)
    expected = [(i, forward[i]) for i in range(40) if backward[forward[i]] == i]
    found = mutual_pairs(source, target)
    assert list(zip(found.source.tolist(), found.target.tolist(), strict=True)) == expected


def test_rcsls_gradient_is_the_slope_of_its_loss():
    source, target = (unit_length(side) for side in rotated(words=80, dimensions=5, noise=0.5))
    pairs = Pairs(np.arange(30), np.arange(30))
    w = np.eye(5, dtype=np.float32)
    _, slope = loss_and_gradient(source, target, pairs, w)
    direction = np.random.default_rng(3).standard_normal((5, 5)).astype(np.float32)
    step = 1e-3
    up, down = (loss_and_gradient(source, target, pairs, w + sign * step * direction)[0] for sign in (1, -1))
    # Neighbourhoods may change within the step, so the slope is only near.
    assert (up - down) / (2 * step) == pytest.approx(float((slope * direction).sum()), rel=0.05, abs=0.02)


def test_first_dictionary_beats_chance_by_far():
    source, target = rotated(noise=0.02)
    pairs = first_dictionary(unit_length(source), unit_length(target))
    assert np.mean(pairs.source == pairs.target) > 20 / 600


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


def test_real_vectors_align_better_than_chance(shared, tmp_path):
    folder = shared / "data/embeddings"
    order = Order(
        folder / "multi30k.en.vec.gz",
        folder / "multi30k.de.vec.gz",
        "vecmap-supervised",
        tmp_path / "out",
        shared / "data/xling/yacle.train.freq.5k.en-de.tsv",
        vocabulary=3000,
    )
    outcome = align_files(order)
    assert outcome.words == (3000, 3000)
    assert outcome.pairs > 500
