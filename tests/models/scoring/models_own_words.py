"""What a model of transformers says itself of whole sequences, one at a time, by its own forward pass."""

from __future__ import annotations

import pytest

from mteval.models.scoring.prefix_tree import prefix_tree
from mteval.models.scoring.tree_pass import score_trees, sums

SOURCES = [(5, 9, 12, 2), (7, 2)]
SEQUENCES = [((2, 6, 8, 11, 2), (2, 6, 8, 30, 4, 2), (2, 40, 2)), ((2, 6, 2), (2, 6, 2), (2, 2))]


def own_scores(model, source, sequence):
    """The sum of the log-probabilities of all tokens but the first."""
    import torch

    with torch.inference_mode():
        logits = model(input_ids=torch.tensor([source]), decoder_input_ids=torch.tensor([sequence[:-1]])).logits[0]
        chosen = torch.log_softmax(logits.double(), dim=-1)
        return float(sum(chosen[place, token] for place, token in enumerate(sequence[1:])))


def assert_maps_exactly(model, mapped):
    """The mapped weights, fed with trees, give the model's own numbers."""
    trees = [prefix_tree(own, 1) for own in SEQUENCES]
    found = score_trees(mapped, SOURCES, [0, 1], trees)
    for source, own, tree, scores in zip(SOURCES, SEQUENCES, trees, found, strict=True):
        expected = [own_scores(model, source, sequence) for sequence in own]
        assert sums(tree, scores) == pytest.approx(expected, abs=1e-4)
