"""Trees as matrices: who sees whom, what is asked, and sums per target."""

from __future__ import annotations

import numpy as np
import pytest

from mteval.models.scoring import tree_pass
from mteval.models.scoring.prefix_tree import prefix_tree
from mteval.models.scoring.transformer import linear
from mteval.models.scoring.tree_pass import TreeBatch, ask, padded, sums

torch = pytest.importorskip("torch", reason="needs the extra 'hf'")
pytestmark = pytest.mark.usefixtures("one_thread")
TREES = [
    prefix_tree([(2, 5, 6, 7, 0), (2, 5, 8, 7, 0), (2, 9, 0)], 1),
    prefix_tree([(2, 3, 0), (2, 3, 0)], 1),
]


def prefixes(tree):
    """The prefix each node stands for."""
    return [tuple(tree.tokens[i] for i in range(node + 1) if i <= node < tree.ends[i]) for node in range(len(tree))]


def test_rows_are_filled_up_with_zeros_and_marked():
    matrix, present = padded([(1, 2, 3), (), (4,)], "cpu")
    assert matrix.tolist() == [[1, 2, 3], [0, 0, 0], [4, 0, 0]]
    assert present.tolist() == [[True] * 3, [False] * 3, [True, False, False]]
    assert padded([()], "cpu")[0].shape == (1, 1)


def test_a_node_sees_its_own_prefix_and_nothing_else():
    batch = TreeBatch(TREES, "cpu")
    for number, tree in enumerate(TREES):
        own = prefixes(tree)
        for node, prefix in enumerate(own):
            seen = [other for other in range(len(own)) if batch.sees[number, node, other]]
            assert seen == [other for other in range(len(own)) if own[other] == prefix[: len(own[other])]]
            assert int(batch.depths[number, node]) == len(prefix) - 1
    # What only fills a row up sees something, lest its attention be nothing.
    assert bool(batch.sees.any(dim=-1).all())


@pytest.mark.parametrize("at_once", [1, 7, 2**20])
def test_what_is_asked_is_the_log_softmax_at_that_node_however_it_is_cut(monkeypatch, at_once):
    monkeypatch.setattr(tree_pass, "_LOGITS", at_once)
    draw = torch.Generator().manual_seed(1)
    hidden = torch.randn(2, max(map(len, TREES)), 4, generator=draw)
    weight = torch.randn(12, 4, generator=draw)
    found = ask(TREES, hidden, linear(weight, None), 0.5)
    for number, tree in enumerate(TREES):
        logits = torch.log_softmax(0.5 * hidden[number] @ weight.T, dim=-1)
        wanted = [float(logits[node, token]) for node, token in zip(tree.asked_nodes, tree.asked_tokens, strict=True)]
        assert found[number] == pytest.approx(np.array(wanted), abs=1e-5)


def test_every_given_target_has_its_sum_the_same_one_twice():
    tree = TREES[0]
    scores = np.arange(len(tree.asked_nodes), dtype=float)
    found = sums(tree, scores)
    assert found == tuple(float(sum(scores[tree.spans[place] : tree.spans[place + 1]])) for place in tree.places)
    assert len(set(sums(TREES[1], np.array([1.0, 2.0])))) == 1
    assert len(sums(TREES[1], np.array([1.0, 2.0]))) == 2
