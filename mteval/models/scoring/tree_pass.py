"""The forward pass over a batch of items: sources encoded once, each item's targets decoded as one tree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mteval.models.scoring.prefix_tree import PrefixTree
from mteval.models.scoring.transformer import Attention, Layer, LayerStack, LinearLayer, Norm, Transformer

if TYPE_CHECKING:
    from torch import Tensor

_LOGITS = 2**20
"""Logits in memory at once: few enough to stay in the processor's cache between product and softmax."""


def score_trees(
    model: Transformer, sources: Sequence[Sequence[int]], which: Sequence[int], trees: Sequence[PrefixTree]
) -> list[NDArray[np.float64]]:
    """The log-probability of every question of every tree; tree i belongs to the source `sources[which[i]]`."""
    import torch

    with torch.inference_mode():
        device = model.decoder.embedding.device
        tokens, present = padded(sources, device)
        keys = encode(model, tokens, present)
        chosen = torch.tensor(which, device=device)
        hidden = decode(model, TreeBatch(trees, device), keys[chosen], present[chosen])
        return ask(trees, hidden, model.projection, model.output_scale)


def padded(rows: Sequence[Sequence[int]], device: Any) -> tuple[Tensor, Tensor]:
    """Rows of numbers as one matrix filled up with zeros, and where they are not filled."""
    import torch

    lengths = np.array([len(row) for row in rows])
    present = np.arange(lengths.max(initial=1))[None, :] < lengths[:, None]
    matrix = np.zeros(present.shape, dtype=np.int64)
    matrix[present] = np.fromiter((number for row in rows for number in row), dtype=np.int64, count=int(lengths.sum()))
    return torch.from_numpy(matrix).to(device), torch.from_numpy(present).to(device)


class TreeBatch:
    """Several trees as matrices: what is fed, at which position, and which node sees which."""

    def __init__(self, trees: Sequence[PrefixTree], device: Any) -> None:
        import torch

        self.tokens, self.present = padded([tree.tokens for tree in trees], device)
        self.depths, _ = padded([tree.depths for tree in trees], device)
        ends, _ = padded([tree.ends for tree in trees], device)
        number = torch.arange(self.tokens.shape[1], device=device)
        # Preorder: a node is seen by itself and by the nodes up to the end of its subtree. Padding sees itself, lest a
        # softmax over nothing give NaN.
        seen = (number[None, :, None] >= number[None, None, :]) & (number[None, :, None] < ends[:, None, :])
        self.sees = seen | torch.eye(len(number), dtype=torch.bool, device=device)


def encode(model: Transformer, tokens: Tensor, present: Tensor) -> Tensor:
    """Keys and values of the sources for every decoder layer, side by side; `present` is false at padding."""
    import torch

    stack = model.encoder
    places = torch.arange(tokens.shape[1], device=tokens.device)[None]
    x = _embed(stack, tokens, places)
    mask = _mask(stack, present[:, None, None, :], places)
    for layer in stack.layers:
        x = _sublayer(stack, x, layer.self_norm, partial(_self_attention, layer.self_attention, mask))
        x = _sublayer(stack, x, layer.feed_norm, layer.feed_forward)
    return model.source_keys(stack.final_norm(x) if stack.final_norm else x)


def decode(model: Transformer, batch: TreeBatch, keys: Tensor, present: Tensor) -> Tensor:
    """The decoder's last hidden state at every node."""
    stack = model.decoder
    x = _embed(stack, batch.tokens, batch.depths)
    mask = _mask(stack, batch.sees[:, None], batch.depths)
    source_mask = present[:, None, None, :]
    for layer, key_value in zip(stack.layers, keys.chunk(len(stack.layers), dim=-1), strict=True):
        x = _decoder_layer(stack, layer, x, (mask, key_value, source_mask))
    return stack.final_norm(x) if stack.final_norm else x


def _decoder_layer(stack: LayerStack, layer: Layer, x: Tensor, seen: tuple[Tensor, Tensor, Tensor]) -> Tensor:
    mask, keys, source_mask = seen
    x = _sublayer(stack, x, layer.self_norm, partial(_self_attention, layer.self_attention, mask))
    if layer.source_attention is not None and layer.source_norm is not None:
        x = _sublayer(
            stack, x, layer.source_norm, partial(_source_attention, layer.source_attention, source_mask, keys)
        )
    return _sublayer(stack, x, layer.feed_norm, layer.feed_forward)


def _embed(stack: LayerStack, tokens: Tensor, places: Tensor) -> Tensor:
    import torch

    x = torch.nn.functional.embedding(tokens, stack.embedding)
    if stack.embedding_scale != 1.0:
        x = x * stack.embedding_scale
    if stack.positions is not None:
        x = x + torch.nn.functional.embedding(places, stack.positions)
    return stack.embedding_norm(x) if stack.embedding_norm else x


def _mask(stack: LayerStack, allowed: Tensor, places: Tensor) -> Tensor:
    """Who may see whom; with relative positions, as numbers to add to the attention's."""
    import torch

    if stack.relative is None:
        return allowed
    bias = stack.relative(places[:, None, :] - places[:, :, None])
    return bias.masked_fill(~allowed, torch.finfo(bias.dtype).min)


def _sublayer(stack: LayerStack, x: Tensor, norm: Norm, function: Callable[[Tensor], Tensor]) -> Tensor:
    return x + function(norm(x)) if stack.norm_first else norm(x + function(x))


def _heads(x: Tensor, heads: int) -> Tensor:
    split: Tensor = x.unflatten(-1, (heads, -1))
    return split.transpose(1, 2)


def _self_attention(attention: Attention, mask: Tensor, x: Tensor) -> Tensor:
    query, key, value = attention.inputs(x).chunk(3, dim=-1)
    return _attend(attention, query, (key, value), mask)


def _source_attention(attention: Attention, mask: Tensor, keys: Tensor, x: Tensor) -> Tensor:
    key, value = keys.chunk(2, dim=-1)
    return _attend(attention, attention.inputs(x), (key, value), mask)


def _attend(attention: Attention, query: Tensor, keys: tuple[Tensor, Tensor], mask: Tensor) -> Tensor:
    import torch

    query, key, value = (_heads(part, attention.heads) for part in (query, *keys))
    mixed = torch.nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=mask, scale=attention.scale)
    return attention.output(mixed.transpose(1, 2).flatten(2))


def ask(
    trees: Sequence[PrefixTree], hidden: Tensor, projection: LinearLayer, output_scale: float = 1.0
) -> list[NDArray[np.float64]]:
    """The log-probabilities asked for, projecting only the nodes a question is about, each once."""
    import torch

    width = hidden.shape[1]
    nodes = np.concatenate([i * width + np.array(tree.asked_nodes, dtype=np.int64) for i, tree in enumerate(trees)])
    tokens = np.concatenate([np.array(tree.asked_tokens, dtype=np.int64) for tree in trees])
    asked, row = np.unique(nodes, return_inverse=True)
    rows = hidden.flatten(0, 1)[torch.from_numpy(asked).to(hidden.device)] * output_scale
    scores = _log_probabilities(rows, projection, row, tokens)
    return np.split(scores, np.cumsum([len(tree.asked_nodes) for tree in trees])[:-1])


def _log_probabilities(
    rows: Tensor, projection: LinearLayer, row: NDArray[np.int64], tokens: NDArray[np.int64]
) -> NDArray[np.float64]:
    import torch

    order = np.argsort(row, kind="stable")
    scores = np.empty(len(tokens))
    step = max(1, _LOGITS // projection.outputs)
    for start in range(0, len(rows), step):
        logits = projection(rows[start : start + step])
        first, last = np.searchsorted(row[order], (start, start + step))
        here = order[first:last]
        asked = (torch.from_numpy(row[here] - start).to(rows.device), torch.from_numpy(tokens[here]).to(rows.device))
        scores[here] = torch.log_softmax(logits.float(), dim=-1)[asked].double().cpu().numpy()
    return scores


def sums(tree: PrefixTree, scores: NDArray[np.float64]) -> tuple[float, ...]:
    """The log-probability of each given target: the sum over its questions."""
    totals = [float(scores[first:last].sum()) for first, last in zip(tree.spans[:-1], tree.spans[1:], strict=True)]
    return tuple(totals[place] for place in tree.places)
