"""MUSE without a dictionary: a map that fools a discriminator, then Procrustes refinement (Conneau et al., ICLR 2018).

The game is the paper's: plain gradient descent for both players, smoothed labels, dropout on the
discriminator's input, the map pulled back to the orthogonal matrices after each step, an epoch's map kept if the unsupervised
criterion says so and the rate halved if not. Its size is not: the paper plays 5 epochs of 31 250 steps against 2 048 hidden units
on a graphics card; here an epoch shows each word as often as there (75 000 words to an epoch) and the discriminator is narrower,
so that it ends on a processor. The paper starts from the identity, which few words seldom let it leave; unless told otherwise a
second game starts from the principal axes of both sides, matched by variance, and the paper's criterion picks the better map.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from mteval.authoring.alignment.chance import verdict
from mteval.authoring.alignment.linear import criterion
from mteval.authoring.alignment.problem import AlignedVectors, Floats, Problem, Vectors
from mteval.authoring.alignment.procrustes import refined
from mteval.core.errors import MissingDependencyError, UnknownNameError
from mteval.vectors.embeddings import unit_length

IDENTITY, AXES, BOTH = "identity", "principal-axes", "both"
STARTS = (BOTH, IDENTITY, AXES)
EPOCHS = 5
MOST_FREQUENT = 75_000
BATCH = 32
DISCRIMINATOR_STEPS = 5
HIDDEN, INPUT_DROPOUT, SLOPE, SMOOTHING = 512, 0.1, 0.2, 0.1
RATE, DECAY, SHRINK, LEAST_RATE = 0.1, 0.98, 0.5, 1e-6
ORTHOGONALITY = 0.01
STEPS_PER_WORD = 31_250 / 75_000
LEAST_STEPS = 500


@dataclass(frozen=True, slots=True)
class _Game:
    """The two players, and the words they play with."""

    map: Any
    discriminator: Any
    source: Any
    target: Any


def muse_adversarial(problem: Problem) -> AlignedVectors:
    """Play from one start or several, keep the map with the best unsupervised criterion, refine it, and judge it."""
    torch = _torch()
    if problem.start not in STARTS:
        raise UnknownNameError("start", problem.start, STARTS)
    source, target = unit_length(problem.source), unit_length(problem.target)
    with _one_thread(torch):
        starts = list(_starts(source, target, problem))
        played = [
            _play(torch, problem, (source, target), start, (i, len(starts))) for i, (_, start) in enumerate(starts)
        ]
    chosen = max(range(len(played)), key=lambda i: played[i][1])
    w, value = played[chosen]
    found = refined(source, target, _nearest_rotation(w), progress=problem.progress)
    began = f"best of {len(starts)} game(s), begun at {starts[chosen][0]}: criterion {value:.4f} at its best epoch"
    notes = (began, found.note, verdict(source, target, found.map, problem.seed))
    return AlignedVectors(np.asarray(source @ found.map), target, notes)


def _starts(source: Vectors, target: Vectors, problem: Problem) -> Iterator[tuple[str, Vectors]]:
    """The named starts, then their mirror images (a map that turns never becomes one that mirrors), then all again."""
    dimensions = source.shape[1]
    firsts = {IDENTITY: np.eye(dimensions, dtype=np.float32)}
    if problem.start != IDENTITY:
        firsts[AXES] = (_axes(source) @ _axes(target).T).astype(np.float32)
    if problem.start == AXES:
        del firsts[IDENTITY]
    for number in range(problem.restarts):
        mirror = np.ones(dimensions, dtype=np.float32)
        mirror[-1] = -1.0 if number % 2 else 1.0
        for name, first in firsts.items():
            yield name, first * mirror


def _axes(vectors: Vectors) -> Floats:
    """Principal axes as columns, by falling variance, each pointing to its longer tail."""
    wide = vectors - vectors.mean(axis=0, dtype=np.float64)
    _, basis = np.linalg.eigh(wide.T @ wide)
    basis = basis[:, ::-1]
    skewness = ((wide @ basis) ** 3).mean(axis=0)
    axes: Floats = basis * np.where(skewness < 0, -1.0, 1.0)
    return axes


def _torch() -> Any:
    try:
        import torch
    except ImportError:
        raise MissingDependencyError(
            "The method 'muse-adversarial'", "torch", "Install it with: pip install 'mteval-suites[hf]'"
        ) from None
    return torch


@contextmanager
def _one_thread(torch: Any) -> Iterator[None]:
    """Batches this small gain nothing from more threads, and lose much where processors are shared."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def _play(
    torch: Any, problem: Problem, sides: tuple[Vectors, Vectors], start: Vectors, place: tuple[int, int]
) -> tuple[Vectors, float]:
    """One game, the i-th of so many; the map of the best epoch, and its criterion."""
    number, games = place
    torch.manual_seed(problem.seed + number)
    game = _game(torch, sides, start, problem.learning_words or MOST_FREQUENT)
    epochs = EPOCHS if problem.iterations is None else problem.iterations
    steps = max(LEAST_STEPS, round(STEPS_PER_WORD * max(len(game.source), len(game.target))))
    best, best_value = start, -np.inf
    rate, map_rate = RATE, RATE
    for epoch in range(epochs):
        for step in range(steps):
            for _ in range(DISCRIMINATOR_STEPS):
                _discriminator_step(torch, game, rate)
            _map_step(torch, game, map_rate)
            if step % 50 == 0:
                problem.progress("adversarial", (number * epochs + epoch) * steps + step, games * epochs * steps)
        w = game.map.detach().numpy().copy()
        value = criterion(unit_length(sides[0] @ w), sides[1])
        if value > best_value:
            best, best_value = w, value
        else:
            map_rate *= SHRINK
        rate, map_rate = (max(LEAST_RATE, DECAY * one) for one in (rate, map_rate))
    return best, best_value


def _game(torch: Any, sides: tuple[Vectors, Vectors], start: Vectors, most_frequent: int) -> _Game:
    layers = torch.nn
    discriminator = layers.Sequential(
        layers.Dropout(INPUT_DROPOUT),
        layers.Linear(len(start), HIDDEN),
        layers.LeakyReLU(SLOPE),
        layers.Linear(HIDDEN, HIDDEN),
        layers.LeakyReLU(SLOPE),
        layers.Linear(HIDDEN, 1),
    )
    words = (torch.from_numpy(np.ascontiguousarray(side[:most_frequent])) for side in sides)
    return _Game(torch.from_numpy(start.copy()).requires_grad_(), discriminator, *words)


def _error(torch: Any, game: _Game, *, swapped: bool) -> Any:
    """How badly the discriminator tells mapped source words from target words or, labels swapped, the map fools it."""
    rows = torch.randint(0, len(game.source), (BATCH,)), torch.randint(0, len(game.target), (BATCH,))
    inputs = torch.cat([game.source[rows[0]] @ game.map, game.target[rows[1]]])
    first = SMOOTHING if swapped else 1 - SMOOTHING
    labels = torch.cat([torch.full((BATCH, 1), first), torch.full((BATCH, 1), 1 - first)])
    return torch.nn.functional.binary_cross_entropy_with_logits(game.discriminator(inputs), labels)


def _discriminator_step(torch: Any, game: _Game, rate: float) -> None:
    weights = list(game.discriminator.parameters())
    slopes = torch.autograd.grad(_error(torch, game, swapped=False), weights)
    with torch.no_grad():
        for weight, slope in zip(weights, slopes, strict=True):
            weight.sub_(slope, alpha=rate)


def _map_step(torch: Any, game: _Game, rate: float) -> None:
    """Move the map so that the discriminator errs, then back towards the orthogonal matrices."""
    game.discriminator.eval()
    (slope,) = torch.autograd.grad(_error(torch, game, swapped=True), [game.map])
    game.discriminator.train()
    with torch.no_grad():
        w = game.map
        w.sub_(slope, alpha=rate)
        w.copy_((1 + ORTHOGONALITY) * w - ORTHOGONALITY * (w @ w.T @ w))


def _nearest_rotation(w: Vectors) -> Vectors:
    u, _, vt = np.linalg.svd(w.astype(np.float64))
    nearest: Vectors = (u @ vt).astype(np.float32)
    return nearest
