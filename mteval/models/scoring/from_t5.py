"""T5 and mT5 of transformers in the common form: relative positions, no biases, a norm without mean."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from mteval.models.scoring.transformer import (
    Attention,
    FeedForward,
    Layer,
    LayerStack,
    Norm,
    Transformer,
    linear,
    stacked,
)

if TYPE_CHECKING:
    from torch import Tensor


def transformer_from_t5(model: Any) -> Transformer:
    """The weights of a T5 in the common form."""
    config = model.config
    # mT5 never scales what goes into the projection; T5 does where its embedding was saved as tied.
    scaled = config.model_type == "t5" and getattr(config, "scale_decoder_outputs", config.tie_word_embeddings)
    sources = [block.layer[1].EncDecAttention for block in model.decoder.block]
    return Transformer(
        encoder=_stack(model.encoder),
        decoder=_stack(model.decoder),
        source_keys=stacked([(part.weight.detach(), None) for source in sources for part in (source.k, source.v)]),
        projection=linear(model.lm_head.weight.detach(), None),
        output_scale=config.d_model**-0.5 if scaled else 1.0,
    )


def _stack(stack: Any) -> LayerStack:
    return LayerStack(
        embedding=stack.embed_tokens.weight.detach(),
        embedding_scale=1.0,
        positions=None,
        embedding_norm=None,
        layers=tuple(_layer(block) for block in stack.block),
        final_norm=_norm(stack.final_layer_norm),
        norm_first=True,
        relative=partial(_relative_bias, stack.block[0].layer[0].SelfAttention),
    )


def _relative_bias(attention: Any, distances: Tensor) -> Tensor:
    buckets = attention._relative_position_bucket(
        distances,
        bidirectional=not attention.is_decoder,
        num_buckets=attention.relative_attention_num_buckets,
        max_distance=attention.relative_attention_max_distance,
    )
    bias: Tensor = attention.relative_attention_bias(buckets)
    return bias.permute(0, 3, 1, 2)


def _layer(block: Any) -> Layer:
    own, feed = block.layer[0], block.layer[-1]
    source = block.layer[1] if len(block.layer) == 3 else None
    return Layer(
        self_attention=_attention(own.SelfAttention, "qkv"),
        self_norm=_norm(own.layer_norm),
        feed_forward=_feed_forward(feed.DenseReluDense),
        feed_norm=_norm(feed.layer_norm),
        source_attention=None if source is None else _attention(source.EncDecAttention, "q"),
        source_norm=None if source is None else _norm(source.layer_norm),
    )


def _attention(module: Any, parts: str) -> Attention:
    inputs = stacked([(getattr(module, part).weight.detach(), None) for part in parts])
    return Attention(inputs, linear(module.o.weight.detach(), None), module.n_heads, 1.0)


def _feed_forward(module: Any) -> FeedForward:
    output = linear(module.wo.weight.detach(), None)
    if hasattr(module, "wi_1"):
        inner, gate = (linear(part.weight.detach(), None) for part in (module.wi_0, module.wi_1))
        return FeedForward(inner, output, module.act, gate)
    return FeedForward(linear(module.wi.weight.detach(), None), output, module.act)


def _norm(module: Any) -> Norm:
    return Norm(module.weight.detach(), None, module.variance_epsilon, root_mean_square=True)
