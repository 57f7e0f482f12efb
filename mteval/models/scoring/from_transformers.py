"""Encoder–decoders of transformers (Marian, M2M100, NLLB, mBART, BART, T5) in the common form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mteval.models.scoring.from_t5 import transformer_from_t5
from mteval.models.scoring.transformer import (
    Attention,
    FeedForward,
    Layer,
    LayerStack,
    LinearLayer,
    Norm,
    Transformer,
    linear,
    stacked,
)

if TYPE_CHECKING:
    from torch import Tensor

# Where the layers normalise before each sublayer; the others do so after it.
_NORM_FIRST = {"m2m_100": True, "mbart": True, "marian": False, "bart": False}


def transformer_from(model: Any) -> Transformer | None:
    """The weights of a model in the common form; None where its architecture is not one that is known to fit."""
    kind = model.config.model_type
    if kind in ("t5", "mt5"):
        return transformer_from_t5(model)
    if kind not in _NORM_FIRST:
        return None
    body = model.model
    keys = stacked([part for layer in body.decoder.layers for part in _keys(layer.encoder_attn)])
    return Transformer(
        encoder=_stack(body.encoder, norm_first=_NORM_FIRST[kind]),
        decoder=_stack(body.decoder, norm_first=_NORM_FIRST[kind]),
        source_keys=keys,
        projection=_projection(model),
    )


def _stack(stack: Any, *, norm_first: bool) -> LayerStack:
    # M2M100 and mBART keep the scale in the embedding, Marian in the encoder and decoder.
    own = getattr(stack, "embed_scale", 1.0)
    scale = getattr(stack.embed_tokens, "embed_scale", own)
    return LayerStack(
        embedding=stack.embed_tokens.weight.detach(),
        embedding_scale=float(scale),
        positions=_positions(stack.embed_positions),
        embedding_norm=_norm(getattr(stack, "layernorm_embedding", None)),
        layers=tuple(_layer(layer) for layer in stack.layers),
        final_norm=_norm(getattr(stack, "layer_norm", None)),
        norm_first=norm_first,
    )


def _positions(module: Any) -> Tensor:
    """The table of positions from the first real one on."""
    if hasattr(module, "weights"):  # sinusoids with fairseq's numbering, after the padding index
        sinusoids: Tensor = module.weights[module.padding_idx + 1 :]
        return sinusoids.detach()
    table: Tensor = module.weight[getattr(module, "offset", 0) :]
    return table.detach()


def _layer(layer: Any) -> Layer:
    source = getattr(layer, "encoder_attn", None)
    return Layer(
        self_attention=_attention(layer.self_attn, stacked([_part(layer.self_attn.q_proj), *_keys(layer.self_attn)])),
        self_norm=_required_norm(layer.self_attn_layer_norm),
        feed_forward=_feed_forward(layer),
        feed_norm=_required_norm(layer.final_layer_norm),
        source_attention=None if source is None else _attention(source, linear(*_part(source.q_proj))),
        source_norm=None if source is None else _required_norm(layer.encoder_attn_layer_norm),
    )


def _attention(module: Any, inputs: LinearLayer) -> Attention:
    return Attention(inputs, linear(*_part(module.out_proj)), module.num_heads, float(module.head_dim) ** -0.5)


def _feed_forward(layer: Any) -> FeedForward:
    import torch

    function = layer.activation_fn
    rectifier = function is torch.nn.functional.relu or type(function).__name__ in ("ReLU", "ReLUActivation")
    return FeedForward(linear(*_part(layer.fc1)), linear(*_part(layer.fc2)), None if rectifier else function)


def _keys(module: Any) -> list[tuple[Tensor, Tensor | None]]:
    return [_part(module.k_proj), _part(module.v_proj)]


def _part(module: Any) -> tuple[Tensor, Tensor | None]:
    return module.weight.detach(), None if module.bias is None else module.bias.detach()


def _required_norm(module: Any) -> Norm:
    return Norm(module.weight.detach(), module.bias.detach(), module.eps)


def _norm(module: Any) -> Norm | None:
    return _required_norm(module) if hasattr(module, "weight") else None


def _projection(model: Any) -> LinearLayer:
    bias = getattr(model, "final_logits_bias", None)
    own = model.lm_head.bias
    parts = [part.detach().flatten() for part in (bias, own) if part is not None]
    return linear(model.lm_head.weight.detach(), sum(parts[1:], parts[0]) if parts else None)
