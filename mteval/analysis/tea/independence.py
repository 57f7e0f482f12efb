"""Which values of two slots go together: absences that are systematic (agreement) told from those of a thin sample."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, log2

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.bool_]
SAMPLES = 199


@dataclass(frozen=True, slots=True)
class Verdict:
    """Which pairs of values a template may make, why, and the p-value where a test decided."""

    allowed: Matrix
    reason: str
    p_value: float | None = None


def judge(seen: Matrix, *, alpha: float, seed: int = 0) -> Verdict:
    """Decide for every unseen pair of two slots' values whether it is absent for a reason.

    Where the values fall into blocks, complete inside and empty between, or where naming the few different sets of
    partners is shorter than listing the pairs, every absence is systematic. Otherwise the pairs are compared with random
    ones in which every value keeps its number of partners (curveball sampling): more shared pairs of partners than by
    chance (one-sided, level alpha) mean classes of agreement, and only absences between classes are systematic.
    """
    if seen.all():
        return Verdict(seen, "every pair seen")
    if complete_blocks(seen):
        return Verdict(seen, "complete blocks")
    if min(_pattern_cost(seen), _pattern_cost(seen.T)) < _plain_cost(seen):
        return Verdict(seen, "few sets of partners")
    p_value = clustering_test(seen, seed)
    if p_value > alpha:
        return Verdict(np.ones_like(seen), "thin sample", p_value)
    return Verdict(_class_closure(seen), "agreement", p_value)


def complete_blocks(seen: Matrix) -> bool:
    """Whether each value's partners are exactly those of every value it shares a partner with."""
    rows = {pattern.tobytes(): pattern for pattern in seen}
    patterns = np.array(list(rows.values()), dtype=np.int64)
    return bool((patterns.sum(axis=0) <= 1).all())


def clustering_test(seen: Matrix, seed: int = 0) -> float:
    """How often random pairs with the same margins share as many pairs of partners as those seen."""
    generator = np.random.default_rng(seed)
    matrix = seen if seen.shape[0] <= seen.shape[1] else seen.T
    observed = _butterflies(matrix)
    partners = [set(np.flatnonzero(row).tolist()) for row in matrix]
    _trade(partners, 20 * len(partners), generator)
    reached = 0
    for _ in range(SAMPLES):
        _trade(partners, 5 * len(partners), generator)
        reached += _butterflies(_matrix(partners, matrix.shape[1])) >= observed
    return (1 + reached) / (1 + SAMPLES)


def _butterflies(matrix: Matrix) -> int:
    shared = matrix.astype(np.int64) @ matrix.T.astype(np.int64)
    upper = shared[np.triu_indices(len(shared), 1)]
    return int((upper * (upper - 1) // 2).sum())


def _trade(partners: list[set[int]], trades: int, generator: np.random.Generator) -> None:
    """Curveball trades (Strona et al. 2014): two rows share out anew what only one of them has."""
    for _ in range(trades if len(partners) > 1 else 0):
        one, other = generator.choice(len(partners), 2, replace=False)
        only_one, only_other = partners[one] - partners[other], partners[other] - partners[one]
        if only_one and only_other:
            pool = generator.permutation(sorted(only_one | only_other)).tolist()
            common = partners[one] & partners[other]
            partners[one] = common | set(pool[: len(only_one)])
            partners[other] = common | set(pool[len(only_one) :])


def _matrix(partners: list[set[int]], width: int) -> Matrix:
    matrix = np.zeros((len(partners), width), dtype=np.bool_)
    for number, columns in enumerate(partners):
        matrix[number, list(columns)] = True
    return matrix


def _entropy(share: float) -> float:
    return 0.0 if share in (0.0, 1.0) else -share * log2(share) - (1 - share) * log2(1 - share)


def _plain_cost(seen: Matrix) -> float:
    """Bits to list the seen pairs one by one, knowing only how many there are."""
    return seen.size * _entropy(float(seen.mean()))


def _set_cost(size: int, width: int) -> float:
    return log2(comb(width, size)) + log2(width + 1)


def _pattern_cost(seen: Matrix) -> float:
    """Bits to name each different set of partners once, and for each value which set it has."""
    patterns = {row.tobytes(): int(row.sum()) for row in seen}
    return sum(_set_cost(size, seen.shape[1]) for size in patterns.values()) + len(seen) * log2(len(patterns))


def _class_closure(seen: Matrix) -> Matrix:
    """Pairs inside the classes of agreement, found from whichever side describes the pairs more briefly."""
    cost, allowed = _classes(seen)
    other_cost, other_allowed = _classes(seen.T)
    return allowed if cost <= other_cost else other_allowed.T


def _classes(seen: Matrix) -> tuple[float, Matrix]:
    """Join values whose partners are best described together; the briefest description on the way wins."""
    members = [[number] for number in range(len(seen))]
    best = (_description(members, seen), members)
    while len(members) > 1:
        pairs = [(i, j) for i in range(len(members)) for j in range(i)]
        i, j = min(pairs, key=lambda pair: _join_cost(members[pair[0]], members[pair[1]], seen))
        joined = members[i] + members[j]
        members = [group for number, group in enumerate(members) if number not in (i, j)] + [joined]
        best = min(best, (_description(members, seen), members), key=lambda described: described[0])
    allowed = np.zeros_like(seen)
    for group in best[1]:
        allowed[group] = seen[group].any(axis=0)
    return best[0], allowed


def _group_cost(group: list[int], seen: Matrix) -> float:
    partners = seen[group].any(axis=0)
    share = float(seen[group][:, partners].mean())
    return len(group) * int(partners.sum()) * _entropy(share) + _set_cost(int(partners.sum()), seen.shape[1])


def _join_cost(one: list[int], other: list[int], seen: Matrix) -> float:
    return _group_cost(one + other, seen) - _group_cost(one, seen) - _group_cost(other, seen)


def _description(members: list[list[int]], seen: Matrix) -> float:
    return sum(_group_cost(group, seen) for group in members) + len(seen) * log2(len(members))
