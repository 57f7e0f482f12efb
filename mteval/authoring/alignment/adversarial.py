"""MUSE without a dictionary: a map that fools a discriminator, then Procrustes refinement (Conneau et al., ICLR 2018).

The paper trains on a graphics card for 150 000 steps of plain gradient descent from the identity. Here the players use Adam,
the discriminator is narrower and the steps follow the vocabulary, so that it ends on a processor; and since a short game often
settles on a wrong rotation, there are several starts: the identity, principal axes matched by order and skewness, and random
rotations. The unsupervised criterion picks among all maps seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from mteval.authoring.alignment.linear import criterion, normalised
from mteval.authoring.alignment.problem import Aligned, Floats, Problem, Vectors
from mteval.authoring.alignment.procrustes import refined
from mteval.core.errors import MissingDependencyError

EPOCHS = 5
MOST_FREQUENT = 75_000
BATCH = 32
DISCRIMINATOR_STEPS = 5
HIDDEN, INPUT_DROPOUT, SLOPE, SMOOTHING = 512, 0.1, 0.2, 0.1
DISCRIMINATOR_RATE, MAP_RATE, MOMENTS = 1e-3, 3e-3, (0.5, 0.99)
DECAY, SHRINK, LEAST_RATE = 0.98, 0.5, 1e-6
ORTHOGONALITY = 0.01
MOST_STEPS, LEAST_STEPS, STEPS_PER_WORD = 31_250, 200, 0.1
CHECK_EVERY = 100
STARTS = 4


@dataclass(frozen=True, slots=True)
class _Game:
    """The two players and their optimisers."""

    map: Any
    discriminator: Any
    map_optimiser: Any
    discriminator_optimiser: Any


def muse_adversarial(problem: Problem) -> Aligned:
    """Train from a few starting points, keep the map with the best unsupervised criterion, and refine it."""
    torch = _torch()
    source, target = normalised(problem.source), normalised(problem.target)
    best, best_value = np.eye(source.shape[1], dtype=np.float32), -np.inf
    for number, start in enumerate(_starts(source, target, problem.seed)):
        torch.manual_seed(problem.seed + number)
        w, value = _play(torch, problem, (source, target), start, number)
        if value > best_value:
            best, best_value = w, value
    found = refined(problem, source, target, best)
    return Aligned(found.source, found.target, (f"best of {STARTS} starts: criterion {best_value:.4f}", *found.notes))


def _starts(source: Vectors, target: Vectors, seed: int) -> Iterator[Vectors]:
    """Orthogonal maps to start from: the identity, matched principal axes, then random ones."""
    rng = np.random.default_rng(seed)
    dimensions = source.shape[1]
    yield np.eye(dimensions, dtype=np.float32)
    yield (_axes(source) @ _axes(target).T).astype(np.float32)
    for _ in range(STARTS - 2):
        yield np.linalg.qr(rng.standard_normal((dimensions, dimensions)))[0].astype(np.float32)


def _axes(vectors: Vectors) -> Floats:
    """Principal axes as columns, by falling variance, each pointing to its longer tail."""
    wide = vectors.astype(np.float64)
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


def _play(
    torch: Any, problem: Problem, sides: tuple[Vectors, Vectors], start: Vectors, number: int
) -> tuple[Vectors, float]:
    """One adversarial training; the map with the best criterion on the way."""
    source, target = sides
    game = _game(torch, start)
    x, z = (torch.from_numpy(np.ascontiguousarray(side[:MOST_FREQUENT])) for side in sides)
    epochs = EPOCHS if problem.iterations is None else problem.iterations
    steps = int(np.clip(STEPS_PER_WORD * max(len(x), len(z)), LEAST_STEPS, MOST_STEPS))
    best, best_value = start, criterion(source @ start, target)
    for epoch in range(epochs):
        before = best_value
        for step in range(steps):
            for _ in range(DISCRIMINATOR_STEPS):
                _discriminator_step(torch, game, x, z)
            _map_step(torch, game, x, z)
            if (step + 1) % CHECK_EVERY == 0:
                w = _nearest_rotation(game)
                value = criterion(source @ w, target)
                if value > best_value:
                    best, best_value = w, value
                problem.progress("adversarial", (number * epochs + epoch) * steps + step, STARTS * epochs * steps)
        _slow_down(game, fell=best_value == before)
    return best, best_value


def _game(torch: Any, start: Vectors) -> _Game:
    dimensions = start.shape[1]
    layers = torch.nn
    discriminator = layers.Sequential(
        layers.Dropout(INPUT_DROPOUT),
        layers.Linear(dimensions, HIDDEN),
        layers.LeakyReLU(SLOPE),
        layers.Linear(HIDDEN, HIDDEN),
        layers.LeakyReLU(SLOPE),
        layers.Linear(HIDDEN, 1),
    )
    w = torch.from_numpy(start.copy()).requires_grad_()
    return _Game(
        w,
        discriminator,
        torch.optim.Adam([w], lr=MAP_RATE, betas=MOMENTS),
        torch.optim.Adam(discriminator.parameters(), lr=DISCRIMINATOR_RATE, betas=MOMENTS),
    )


def _batch(torch: Any, game: _Game, x: Any, z: Any) -> tuple[Any, Any]:
    """Mapped source words and target words, with smoothed labels (1 says source)."""
    rows = torch.randint(0, len(x), (BATCH,)), torch.randint(0, len(z), (BATCH,))
    inputs = torch.cat([x[rows[0]] @ game.map, z[rows[1]]])
    labels = torch.cat([torch.full((BATCH, 1), 1 - SMOOTHING), torch.full((BATCH, 1), SMOOTHING)])
    return inputs, labels


def _discriminator_step(torch: Any, game: _Game, x: Any, z: Any) -> None:
    with torch.no_grad():
        inputs, labels = _batch(torch, game, x, z)
    loss = torch.nn.functional.binary_cross_entropy_with_logits(game.discriminator(inputs), labels)
    game.discriminator_optimiser.zero_grad()
    loss.backward()
    game.discriminator_optimiser.step()


def _map_step(torch: Any, game: _Game, x: Any, z: Any) -> None:
    """Move the map so that the discriminator errs, then back towards the orthogonal matrices."""
    inputs, labels = _batch(torch, game, x, z)
    game.discriminator.eval()
    loss = torch.nn.functional.binary_cross_entropy_with_logits(game.discriminator(inputs), 1 - labels)
    game.discriminator.train()
    game.map_optimiser.zero_grad()
    loss.backward()
    game.map_optimiser.step()
    with torch.no_grad():
        w = game.map
        w.copy_((1 + ORTHOGONALITY) * w - ORTHOGONALITY * (w @ w.T @ w))


def _slow_down(game: _Game, *, fell: bool) -> None:
    for group in game.map_optimiser.param_groups:
        group["lr"] = max(LEAST_RATE, group["lr"] * DECAY * (SHRINK if fell else 1.0))


def _nearest_rotation(game: _Game) -> Vectors:
    u, _, vt = np.linalg.svd(game.map.detach().numpy().astype(np.float64))
    w: Vectors = (u @ vt).astype(np.float32)
    return w
