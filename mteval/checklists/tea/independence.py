"""Which values of two slots go together: absences that are systematic (agreement) told from those of a thin sample."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2

import numpy as np
from numpy.typing import NDArray

from mteval.checklists.tea.forms import PERMUTATIONS, Counts, FormClasses, form_classes

Matrix = NDArray[np.bool_]
SAMPLES = 199
PARTNER_TEST = f"shared partners against {SAMPLES} random relations with the same margins, one-sided"
FORM_TEST = f"empty cells between classes of form, {PERMUTATIONS} permutations, Bonferroni-corrected"


@dataclass(frozen=True, slots=True)
class IndependenceTest:
    """Which pairs of values a template may make, why, and the p-value where a test decided."""

    allowed: Matrix
    reason: str
    p_value: float | None = None
    test: str = ""


def judge(
    seen: Matrix, counts: Counts, values: tuple[Sequence[str], Sequence[str]], *, alpha: float, seed: int = 0
) -> IndependenceTest:
    """Decide for every unseen pair of two slots' values whether it is absent for a reason.

    Where the values fall into blocks, complete inside and empty between, every absence is systematic. Otherwise two tests
    at level alpha: whether
    classes that show in the form of the values (an article, an ending) exclude each other more than by chance, and
    whether values share more pairs of partners than in random relations in which every value keeps its number of
    partners (curveball sampling). Where either says so, absences between classes are systematic, those inside are not.
    """
    if seen.all():
        return IndependenceTest(seen, "every pair seen")
    if complete_blocks(seen):
        return IndependenceTest(seen, "complete blocks")
    forms = [found for found in form_classes(counts, values, seed) if found.p_value <= alpha]
    if forms:
        p_value, allowed = _briefest(forms, seen)
        return IndependenceTest(allowed | seen, "agreement in form", p_value, FORM_TEST)
    p_value = clustering_test(seen, seed)
    if p_value > alpha:
        return IndependenceTest(np.ones_like(seen), "thin sample", p_value, PARTNER_TEST)
    return IndependenceTest(class_closure(counts) | seen, "agreement", p_value, PARTNER_TEST)


def _briefest(forms: Sequence[FormClasses], seen: Matrix) -> tuple[float, Matrix]:
    """The classes of form that describe the seen pairs most briefly: what may meet, and which of that was seen."""
    described = []
    for number, found in enumerate(forms):
        allowed: Matrix = class_closure(found.table)[np.ix_(*found.groups)]
        density = float(seen[allowed].mean())
        bits = found.table.size + int(allowed.sum()) * _entropy(density) + (seen & ~allowed).sum() * log2(seen.size)
        described.append((float(bits), number, found.p_value, allowed))
    _, _, p_value, best = min(described, key=lambda one: one[:2])
    return p_value, best


def _entropy(share: float) -> float:
    return 0.0 if share in (0.0, 1.0) else -share * log2(share) - (1 - share) * log2(1 - share)


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


def class_closure(counts: Counts) -> Matrix:
    """Pairs inside the classes of agreement, found from whichever side describes the counts more briefly."""
    cost, allowed = _classes(counts)
    other_cost, other_allowed = _classes(counts.T)
    return allowed if cost <= other_cost else other_allowed.T


def _classes(counts: Counts) -> tuple[float, Matrix]:
    """Join values whose partners look like draws from one distribution; the best Bayesian information criterion wins."""
    members = [[number] for number in range(len(counts))]
    sums = [counts[number] for number in range(len(counts))]
    total = int(counts.sum())
    best = (_description(sums, total, len(counts)), members)
    while len(members) > 1:
        pairs = [(i, j) for i in range(len(members)) for j in range(i)]
        i, j = min(
            pairs,
            key=lambda pair: _cost(sums[pair[0]] + sums[pair[1]], total) - sum(_cost(sums[k], total) for k in pair),
        )
        kept = [number for number in range(len(members)) if number not in (i, j)]
        members, sums = (
            [*(members[k] for k in kept), members[i] + members[j]],
            [*(sums[k] for k in kept), sums[i] + sums[j]],
        )
        best = min(best, (_description(sums, total, len(counts)), members), key=lambda described: described[0])
    allowed = np.zeros(counts.shape, dtype=np.bool_)
    for group in best[1]:
        allowed[group] = counts[group].any(axis=0)
    return best[0], allowed


def _cost(row: Counts, total: int) -> float:
    """Bits for the partners drawn by one class, and for the shares it draws them with."""
    present = row[row > 0]
    shares = present / present.sum()
    return float(-(present * np.log2(shares)).sum()) + len(present) / 2 * log2(total + 1)


def _description(sums: list[Counts], total: int, values: int) -> float:
    return sum(_cost(row, total) for row in sums) + values * log2(len(sums))
