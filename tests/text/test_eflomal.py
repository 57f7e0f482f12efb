"""eflomal learns links from a bitext."""

from __future__ import annotations

import numpy as np
import pytest

from mteval.text.alignments import align


def test_eflomal_finds_a_dictionary_it_can_only_learn():
    pytest.importorskip("eflomal", reason="needs the align extra")
    rng = np.random.default_rng(5)
    words = [f"w{i}" for i in range(12)]
    sources = [[words[i] for i in rng.permutation(12)[:4]] for _ in range(150)]
    targets = [[word.replace("w", "t") for word in reversed(source)] for source in sources]
    links = align([*sources, []], [*targets, ["x"]])
    right = sum((i, 3 - i) in link for link in links[:-1] for i in range(4))
    assert right / 600 > 0.9
    assert links[-1] == frozenset()
