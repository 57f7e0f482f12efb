"""MUSE without a dictionary: a map that fools a discriminator, then Procrustes refinement (Conneau et al., ICLR 2018)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from mteval.authoring.alignment.linear import criterion, normalised
from mteval.authoring.alignment.problem import Aligned, Problem, Vectors
from mteval.authoring.alignment.procrustes import refined
from mteval.core.errors import MissingDependencyError

EPOCHS = 5
MOST_FREQUENT = 75_000
BATCH = 32
DISCRIMINATOR_STEPS = 5
HIDDEN, INPUT_DROPOUT, SLOPE, SMOOTHING = 2_048, 0.1, 0.2, 0.1
RATE, DECAY, SHRINK, LEAST_RATE = 0.1, 0.98, 0.5, 1e-6
ORTHOGONALITY = 0.001
STEPS_PER_EPOCH = 31_250
STEPS_PER_WORD = 1.0
STARTS = 3


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
    for start in range(STARTS):
        torch.manual_seed(problem.seed + start)
        w, value = _play(torch, problem, source, target, start)
        if value > best_value:
            best, best_value = w, value
    found = refined(problem, source, target, best)
    return Aligned(found.source, found.target, (f"best of {STARTS} starts: criterion {best_value:.4f}", *found.notes))


def _torch() -> Any:
    try:
        import torch
    except ImportError:
        raise MissingDependencyError(
            "The method 'muse-adversarial'", "torch", "Install it with: pip install 'mteval-suites[hf]'"
        ) from None
    return torch


def _play(torch: Any, problem: Problem, source: Vectors, target: Vectors, start: int) -> tuple[Vectors, float]:
    """One adversarial training; the map of the epoch with the best criterion."""
    game = _game(torch, source.shape[1])
    x, z = (torch.from_numpy(np.ascontiguousarray(side[:MOST_FREQUENT])) for side in (source, target))
    epochs = EPOCHS if problem.iterations is None else problem.iterations
    steps = int(min(STEPS_PER_EPOCH, STEPS_PER_WORD * max(len(x), len(z))))
    best, best_value = _matrix(game), criterion(source @ _matrix(game), target)
    for epoch in range(epochs):
        for step in range(steps):
            for _ in range(DISCRIMINATOR_STEPS):
                _discriminator_step(torch, game, x, z)
            _map_step(torch, game, x, z)
            if step % 100 == 0:
                problem.progress("adversarial", (start * epochs + epoch) * steps + step, STARTS * epochs * steps)
        value = criterion(source @ _matrix(game), target)
        _slow_down(game, fell=value < best_value)
        if value > best_value:
            best, best_value = _matrix(game), value
    return best, best_value


def _game(torch: Any, dimensions: int) -> _Game:
    layers = torch.nn
    discriminator = layers.Sequential(
        layers.Dropout(INPUT_DROPOUT),
        layers.Linear(dimensions, HIDDEN),
        layers.LeakyReLU(SLOPE),
        layers.Linear(HIDDEN, HIDDEN),
        layers.LeakyReLU(SLOPE),
        layers.Linear(HIDDEN, 1),
    )
    w = torch.eye(dimensions).requires_grad_()
    return _Game(w, discriminator, torch.optim.SGD([w], lr=RATE), torch.optim.SGD(discriminator.parameters(), lr=RATE))


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


def _matrix(game: _Game) -> Vectors:
    w: Vectors = game.map.detach().numpy().copy()
    return w
