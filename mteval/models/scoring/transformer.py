"""A transformer as plain weights and functions, fed with trees: the common form that other toolkits' models are mapped to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from torch import Tensor


@dataclass(frozen=True, slots=True)
class LinearLayer:
    """A matrix and its bias; on CPU in float32 also packed once in oneDNN's blocked layout, which it multiplies faster."""

    weight: Tensor | None
    bias: Tensor | None
    outputs: int
    packed: Any = None

    def __call__(self, x: Tensor, activation: str = "none") -> Tensor:
        """Multiply and, for "relu", rectify."""
        import torch

        if self.packed is not None:
            packed: Tensor = torch.ops.mkldnn._linear_pointwise(x, self.packed, self.bias, activation, [], "")
            return packed
        assert self.weight is not None  # noqa: S101  (one of the two is always there)
        product = torch.nn.functional.linear(x, self.weight, self.bias)
        return torch.relu_(product) if activation == "relu" else product


def linear(weight: Tensor, bias: Tensor | None) -> LinearLayer:
    """A linear layer, packed where the processor and the type allow it."""
    packed = _packed(weight)
    return LinearLayer(weight if packed is None else None, bias, weight.shape[0], packed)


def _packed(weight: Tensor) -> Any:
    import torch

    if weight.device.type != "cpu" or weight.dtype != torch.float32 or not torch.backends.mkldnn.is_available():
        return None
    try:
        return torch.ops.mkldnn._reorder_linear_weight(weight.contiguous(), None)
    except (RuntimeError, AttributeError, TypeError):
        return None  # an operator of torch's own compiler, not promised to stay; the plain product says the same


def stacked(parts: Sequence[tuple[Tensor, Tensor | None]]) -> LinearLayer:
    """Several linear maps of one input as one, their outputs side by side."""
    import torch

    weight = torch.cat([weight for weight, _ in parts])
    biases = [bias for _, bias in parts if bias is not None]
    return linear(weight, torch.cat(biases) if len(biases) == len(parts) else None)


@dataclass(frozen=True, slots=True)
class Norm:
    """Layer normalisation; without mean and bias (T5's) if `root_mean_square`."""

    weight: Tensor
    bias: Tensor | None
    epsilon: float
    root_mean_square: bool = False

    def __call__(self, x: Tensor) -> Tensor:
        """Normalise the last dimension."""
        import torch

        if self.root_mean_square:
            return torch.nn.functional.rms_norm(x, self.weight.shape, self.weight, self.epsilon)
        return torch.nn.functional.layer_norm(x, self.weight.shape, self.weight, self.bias, self.epsilon)


@dataclass(frozen=True, slots=True)
class Attention:
    """Queries, keys and values side by side in `inputs` (self-attention), or queries alone (attention to the source)."""

    inputs: LinearLayer
    output: LinearLayer
    heads: int
    scale: float


@dataclass(frozen=True, slots=True)
class FeedForward:
    """Two linear maps with an activation between them, or three where the first is gated."""

    inner: LinearLayer
    output: LinearLayer
    activation: Callable[[Tensor], Tensor] | None
    gate: LinearLayer | None = None

    def __call__(self, x: Tensor) -> Tensor:
        """Apply to every token; no activation given means a rectifier."""
        if self.activation is None:
            return self.output(self.inner(x, "relu"))
        inner = self.activation(self.inner(x))
        return self.output(inner if self.gate is None else inner * self.gate(x))


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of an encoder, or of a decoder where there is attention to the source."""

    self_attention: Attention
    self_norm: Norm
    feed_forward: FeedForward
    feed_norm: Norm
    source_attention: Attention | None = None
    source_norm: Norm | None = None


@dataclass(frozen=True, slots=True)
class LayerStack:
    """An encoder or a decoder: embeddings, layers, and where they are normalised.

    `positions` has one row per position from 0; `relative` gives an attention bias (…, heads, to, from) from the distances
    between positions (T5), None where there is none.
    """

    embedding: Tensor
    embedding_scale: float
    positions: Tensor | None
    embedding_norm: Norm | None
    layers: tuple[Layer, ...]
    final_norm: Norm | None
    norm_first: bool
    relative: Callable[[Tensor], Tensor] | None = None


@dataclass(frozen=True, slots=True)
class Transformer:
    """An encoder–decoder; `source_keys` gives keys and values of the source for all decoder layers at once."""

    encoder: LayerStack
    decoder: LayerStack
    source_keys: LinearLayer
    projection: LinearLayer
    output_scale: float = 1.0
