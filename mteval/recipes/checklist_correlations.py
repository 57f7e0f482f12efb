"""The CheckList paper's correlations between failure rates of extracted and of verified CheckLists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

import numpy as np

from mteval.recipes._reproduction import PublishedFile, PublishedNumber, Reproduction, recipes
from mteval.statistics.correlation import Correlation, pearson, spearman

# Two digits were published, not always rounded: French is .9978 and stands as .99.
TOLERANCE = 0.01
# Failure rates by capability (Table 2), as extracted and as verified, and the published Pearson and Spearman.
TABLE = {
    "French": (
        (20.27, 11.22, 86.52, 56.55, 40.09, 46.77),
        (21.78, 11.53, 86.52, 61.25, 40.09, 47.8),
        (0.99, 1.0),
    ),
    "Gujarati": (
        (39.12, 34.97, 87.46, 51.84, 47.37, 52.09),
        (29.09, 32.18, 88.72, 55.15, 46.8, 51.54),
        (0.98, 0.89),
    ),
    "Swahili": (
        (46.04, 37.5, 88.86, 73.32, 51.87, 58.45),
        (38.53, 43.72, 90.37, 73.25, 46.51, 55.38),
        (0.97, 0.94),
    ),
}


@recipes.register("checklist-correlations")
class ChecklistCorrelations:
    """Multilingual CheckList generation, Table 2: do extracted CheckLists rank capabilities as verified ones do?"""

    files: ClassVar[tuple[PublishedFile, ...]] = ()

    def reproduce(self, files: Mapping[str, Path], folder: Path | None) -> Reproduction:
        """Correlate the published failure rates."""
        rows = []
        for language, (extracted, verified, (linear, ranks)) in TABLE.items():
            rows.append(
                PublishedNumber(f"{language} Pearson", linear, _number(pearson, extracted, verified), TOLERANCE)
            )
            rows.append(
                PublishedNumber(f"{language} Spearman", ranks, _number(spearman, extracted, verified), TOLERANCE)
            )
        return Reproduction(
            tuple(rows), ("Six capabilities make a correlation of .9 easy to get: read it with that in mind.",)
        )


def _number(correlation: Correlation, extracted: Sequence[float], verified: Sequence[float]) -> float:
    return float(correlation(np.array(extracted), np.array(verified)))
