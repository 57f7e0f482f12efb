"""Which words two sentences have in common, in order, compiled; imported only when instances are compared."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

# A word that continues a run counts this much more, so that among equals whole phrases are taken for common.
_RUN_BONUS = 0.1


def _missing_words(one: Any, two: Any, weights: Any, missing_one: Any, missing_two: Any) -> None:
    """Clear the marks of the words in the heaviest common subsequence, in as few runs as possible.

    Words that most sentences share should weigh more: "was" is rather the same "was" than "of" of a name that of a phrase.
    """
    rows, columns = len(one), len(two)
    # best[i, j]: the most from i and j on; matched[i, j]: the same if i and j are a pair, 0 where they cannot be.
    best = np.zeros((rows + 1, columns + 1))
    matched = np.zeros((rows + 1, columns + 1))
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            best[i, j] = max(best[i + 1, j], best[i, j + 1])
            if one[i] == two[j]:
                run = matched[i + 1, j + 1] + _RUN_BONUS if matched[i + 1, j + 1] > 0.0 else 0.0
                matched[i, j] = weights[one[i]] + max(best[i + 1, j + 1], run)
                best[i, j] = max(best[i, j], matched[i, j])
    i, j, in_run = 0, 0, False
    while i < rows and j < columns:
        value = matched[i, j] + (_RUN_BONUS if in_run else 0.0)
        if matched[i, j] > 0.0 and value >= best[i, j]:
            missing_one[i], missing_two[j] = False, False
            i, j, in_run = i + 1, j + 1, True
        elif best[i + 1, j] == best[i, j]:
            i, in_run = i + 1, False
        else:
            j, in_run = j + 1, False


missing_words = numba.njit(nogil=True, cache=True)(_missing_words)
