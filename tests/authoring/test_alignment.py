"""Each method on vectors whose rotation is known, and the pieces against plain linear algebra."""

import numpy as np
import pytest

from mteval.authoring.alignment.chance import verdict
from mteval.authoring.alignment.files import METHODS, UNSUPERVISED, Order, align_files, rows_of_pairs
from mteval.authoring.alignment.linear import mutual_pairs, orthogonal_map
from mteval.authoring.alignment.matching import VectorMatcher
from mteval.authoring.alignment.problem import AlignedVectors, Pairs, Problem
from mteval.authoring.alignment.procrustes import refined
from mteval.authoring.alignment.rcsls import loss_and_gradient
from mteval.authoring.alignment.vecmap_unsupervised import first_dictionary
from mteval.core.errors import DataError, UnknownNameError, UsageError
from mteval.text.word_pairs import read_word_pairs
from mteval.vectors.embeddings import load_embeddings, unit_length
from mteval.vectors.retrieval import RETRIEVALS, Question, RetrievalSettings, Space


def rotated(words=600, dimensions=20, noise=0.05, seed=0, rotation=None):
    """Lumpy vectors and the same turned by a random rotation, with a little noise."""
    rng = np.random.default_rng(seed)
    centres = rng.standard_normal((30, dimensions)) * 1.5
    spread = np.linspace(1.5, 0.5, dimensions)
    source = (centres[rng.integers(0, 30, words)] + rng.standard_normal((words, dimensions))) * spread
    if rotation is None:
        rotation, _ = np.linalg.qr(rng.standard_normal((dimensions, dimensions)))
    target = source @ rotation + noise * rng.standard_normal((words, dimensions))
    return source.astype(np.float32), target.astype(np.float32)


def precision_at_1(aligned, retrieval="csls"):
    space = Space(unit_length(aligned.source), unit_length(aligned.target))
    rows = np.arange(len(space.source))
    found = RETRIEVALS[retrieval](space, RetrievalSettings()).ask(
        Question(rows, [[row] for row in rows], 1, all_ranks=False)
    )
    return np.mean(found.best.indices[:, 0] == rows)


@pytest.mark.parametrize("method", ["procrustes", "vecmap-supervised", "rcsls"])
def test_supervised_methods_recover_a_rotation(method):
    source, target = rotated()
    pairs = Pairs(np.arange(100), np.arange(100))
    assert precision_at_1(METHODS[method](Problem(source, target, pairs))) > 0.95


def test_unsupervised_vecmap_recovers_a_rotation():
    source, target = rotated()
    assert precision_at_1(METHODS["vecmap-unsupervised"](Problem(source, target))) > 0.95


@pytest.fixture
def small_game(monkeypatch):
    """The adversarial method with few steps and a narrow discriminator."""
    pytest.importorskip("torch", reason="the adversarial method needs the hf extra")
    from mteval.authoring.alignment import adversarial

    for name, value in {"HIDDEN": 64, "EPOCHS": 3, "LEAST_STEPS": 300, "STEPS_PER_WORD": 0}.items():
        monkeypatch.setattr(adversarial, name, value)
    return adversarial


def turned_planes(angle, dimensions=10):
    """A rotation by one angle in each of several planes that lie anywhere."""
    basis, _ = np.linalg.qr(np.random.default_rng(5).standard_normal((dimensions, dimensions)))
    turn = np.kron(np.eye(dimensions // 2), [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return basis @ turn @ basis.T


def test_the_adversarial_game_recovers_a_rotation_that_refinement_alone_does_not(small_game):
    source, target = rotated(words=1000, dimensions=10, rotation=turned_planes(1.1))
    x, z = unit_length(source), unit_length(target)
    alone = refined(x, z, np.eye(10, dtype=np.float32))
    assert precision_at_1(AlignedVectors(x @ alone.map, z)) < 0.5
    assert precision_at_1(METHODS["muse-adversarial"](Problem(source, target, start="identity"))) > 0.95


@pytest.mark.parametrize("seed", range(2))
def test_the_adversarial_method_recovers_any_rotation(small_game, seed):
    found = METHODS["muse-adversarial"](Problem(*rotated(words=1000, dimensions=10, seed=seed)))
    assert precision_at_1(found) > 0.95
    assert "best of 2 game(s)" in found.notes[0]


def test_matched_axes_start_the_game_near_any_rotation(small_game):
    source, target = rotated(words=1000, dimensions=10)
    assert precision_at_1(METHODS["muse-adversarial"](Problem(source, target, start="principal-axes"))) > 0.95


def test_every_second_start_is_a_mirror_image(small_game):
    problem = Problem(*rotated(words=50, dimensions=6), start="identity", restarts=3)
    signs = [np.linalg.det(start) for _, start in small_game._starts(problem.source, problem.target, problem)]
    assert signs == pytest.approx([1, -1, 1])


def test_a_map_that_is_no_better_than_chance_says_so():
    rng = np.random.default_rng(0)
    source, target = (unit_length(rng.standard_normal((500, 10))) for _ in range(2))
    assert "no better than chance" in verdict(source, target, np.eye(10, dtype=np.float32), 0)
    assert "chance" not in verdict(source, source, np.eye(10, dtype=np.float32), 0)


def test_refinement_mends_a_noisy_dictionary():
    source, target = rotated()
    rng = np.random.default_rng(1)
    wrong = np.arange(60)
    wrong[:30] = rng.integers(0, 600, 30)
    pairs = Pairs(np.arange(60), wrong)
    alone = source @ orthogonal_map(source[pairs.source], target[pairs.target])
    before = np.mean((unit_length(alone) @ unit_length(target).T).argmax(axis=1) == np.arange(600))
    assert precision_at_1(METHODS["procrustes"](Problem(source, target, pairs))) > max(0.95, before)


@pytest.mark.parametrize("method", METHODS)
def test_same_seed_same_vectors(method, small_game, monkeypatch):
    monkeypatch.setattr(small_game, "LEAST_STEPS", 20)
    source, target = rotated(words=200)
    pairs = None if method in UNSUPERVISED else Pairs(np.arange(50), np.arange(50))
    first, second = (METHODS[method](Problem(source, target, pairs, seed=4)) for _ in range(2))
    assert (first.source == second.source).all()
    assert (first.target == second.target).all()


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


def test_rcsls_loss_and_gradient_equal_brute_force():
    source, target = (unit_length(side).astype(float) for side in rotated(words=60, dimensions=4, noise=0.5))
    pairs = Pairs(np.arange(20), np.arange(20)[::-1].copy())
    w = np.random.default_rng(3).standard_normal((4, 4))
    loss, slope = loss_and_gradient(source.astype("f4"), target.astype("f4"), pairs, w.astype("f4"))
    assert loss == pytest.approx(rcsls_loss(source, target, pairs, w), abs=1e-5)
    # Joulin et al. (2018) hold the neighbourhoods fixed; they do not change within so small a step.
    for cell in np.ndindex(4, 4):
        step = np.zeros((4, 4))
        step[cell] = 1e-6
        up, down = (rcsls_loss(source, target, pairs, w + sign * step) for sign in (1, -1))
        assert slope[cell] == pytest.approx((up - down) / 2e-6, abs=1e-4)


def rcsls_loss(source, target, pairs, w):
    """Equation 4 of the paper in loops and double precision."""
    total = 0.0
    for i, j in zip(pairs.source, pairs.target, strict=True):
        x, y = source[i] @ w, target[j]
        total += -2 * x @ y + np.sort(target @ x)[-10:].mean() + np.sort(source @ w @ y)[-10:].mean()
    return total / len(pairs)


@pytest.mark.parametrize("keep", [0.1, 0.5, 1.0])
@pytest.mark.parametrize("shift", [0.0, -2.0])
def test_matches_from_a_random_part_of_the_similarities_equal_brute_force(keep, shift):
    from mteval.authoring.alignment import _matching_kernels as kernels

    rng = np.random.default_rng(6)
    x, z = unit_length(rng.standard_normal((150, 5))), unit_length(rng.standard_normal((170, 5)))
    # With all similarities below zero, what is dropped (and counts as 0) wins.
    x, z = (np.hstack([side, np.full((len(side), 1), sign)]) for side, sign in ((x, 1.0), (z, shift)))
    keys = np.array([5, 6], dtype=np.uint64)
    found = VectorMatcher(150, 170).match(x.astype("f4"), z.astype("f4"), keep, keys)
    cosines = x.astype("f4") @ z.astype("f4").T
    kept = np.empty((2, 150, 170), dtype=bool)
    for side, key in enumerate(keys):
        kernels.mask(key, np.uint64(round(keep * 2**32)), kept[side])
    around_z, around_x = (np.sort(cosines, axis=axis).take(range(-10, 0), axis).mean(axis) / 2 for axis in (0, 1))
    assert kept.mean() == pytest.approx(keep, abs=0.01)
    assert (found.forward == np.where(kept[0], cosines - around_z, 0).argmax(axis=1)).all()
    assert (found.backward == np.where(kept[1], cosines - around_x[:, None], 0).argmax(axis=0)).all()
    assert found.nearest == pytest.approx((cosines.max(axis=1).mean() + cosines.max(axis=0).mean()) / 2)


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
