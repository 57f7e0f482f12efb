"""Bootstrap of Krippendorff's α and Fleiss' κ: ours, one pass over weights, beside the peers called once per resample."""

from __future__ import annotations

import time

import krippendorff
import numpy as np
from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

from mteval.statistics import agreement
from mteval.statistics.rating_table import RatingTable

RESAMPLES, PEER_RESAMPLES, ROUNDS = 1000, 20, 3
ALPHAS = {
    "nominal": agreement.krippendorff_nominal,
    "ordinal": agreement.krippendorff_ordinal,
    "interval": agreement.krippendorff_interval,
}


def ratings(items: int, annotators: int, missing: float) -> np.ndarray:
    draw = np.random.default_rng(1)
    values = np.clip(np.round(draw.normal(3, 1, (items, 1)) + draw.normal(0, 0.7, (items, annotators))), 1, 5)
    values[draw.random(values.shape) < missing] = np.nan
    return values


def best(measure) -> float:
    def once() -> float:
        start = time.perf_counter()
        measure()
        return time.perf_counter() - start

    return min(once() for _ in range(ROUNDS))


def row(name: str, ours: float, peer: float, difference: float) -> None:
    each = peer / PEER_RESAMPLES * RESAMPLES
    print(f"| {name} | {ours:.3f} s | {each:.2f} s | {each / ours:.0f}× | {difference:.0e} |")


def main() -> None:
    print(f"| {RESAMPLES} resamples | ours | peer | ratio | difference |\n| --- | ---: | ---: | ---: | ---: |")
    for items in (200, 2000):
        values = ratings(items, 5, 0.3)
        table = RatingTable(values, tuple(map(str, range(items))), tuple("abcde"))
        picks = np.random.default_rng(2).integers(items, size=(RESAMPLES, items))
        weights = np.stack([np.bincount(pick, minlength=items) for pick in picks]).astype(float)
        for level, measure in ALPHAS.items():
            theirs: list[float] = []

            def peer(level=level, values=values, theirs=theirs, picks=picks) -> None:
                theirs[:] = [
                    krippendorff.alpha(reliability_data=values[pick].T, level_of_measurement=level)
                    for pick in picks[:PEER_RESAMPLES]
                ]

            slow = best(peer)
            fast = best(lambda measure=measure, table=table, weights=weights: measure(table, weights))
            difference = float(np.abs(measure(table, weights)[:PEER_RESAMPLES] - theirs).max())
            row(f"α {level}, {items} items (krippendorff)", fast, slow, difference)
        full = ratings(items, 5, 0.0)
        complete = RatingTable(full, table.items, table.annotators)
        kappas: list[float] = []

        def peer_kappa(full=full, kappas=kappas, picks=picks) -> None:
            kappas[:] = [fleiss_kappa(aggregate_raters(full[pick])[0]) for pick in picks[:PEER_RESAMPLES]]

        slow = best(peer_kappa)
        fast = best(lambda complete=complete, weights=weights: agreement.fleiss_kappa(complete, weights))
        difference = float(np.abs(agreement.fleiss_kappa(complete, weights)[:PEER_RESAMPLES] - kappas).max())
        row(f"Fleiss' κ, {items} items (statsmodels)", fast, slow, difference)


if __name__ == "__main__":
    main()
