"""A fairseq transformer as a model of transformers: pre-norm as M2M100, post-norm as Marian."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mteval.core.errors import DataError
from mteval.systems._fairseq.checkpoint import Checkpoint

if TYPE_CHECKING:
    from torch import Tensor

PAD, END = 1, 2
# Settings that change the computation in ways neither class knows, with the value under which they do not.
_UNMAPPED = {
    "layernorm_embedding": False, "adaptive_input": False, "no_cross_attention": False, "cross_self_attention": False,
    "no_token_positional_embeddings": False, "adaptive_softmax_cutoff": None, "scale_fc": False, "scale_attn": False,
    "scale_heads": False, "encoder_layers_to_keep": None, "decoder_layers_to_keep": None,
}  # fmt: skip


def mapped_model(checkpoint: Checkpoint) -> Any:
    """The checkpoint as a model of transformers that gives the same log-probabilities."""
    import torch
    import transformers

    _refuse_other_architectures(checkpoint)
    norm_first = _norm_first(checkpoint)
    model: Any
    with torch.device("meta"):
        if norm_first:
            model = transformers.M2M100ForConditionalGeneration(transformers.M2M100Config(**_config(checkpoint)))
        else:
            model = transformers.MarianMTModel(
                transformers.MarianConfig(**_config(checkpoint), **_separate(checkpoint))
            )
    model = model.to_empty(device="cpu")
    with torch.no_grad():
        for side in ("encoder", "decoder"):
            _fill_side(checkpoint, getattr(model.model, side), side)
        _fill_output(checkpoint, model)
    return model.eval()


def _refuse_other_architectures(checkpoint: Checkpoint) -> None:
    advice = "Use ?library=fairseq, for which fairseq must be installed (scripts/install_fairseq)."
    for name, harmless in _UNMAPPED.items():
        if checkpoint.setting(name, harmless) not in (harmless, None):
            raise DataError(checkpoint.path, f"the architecture with {name} is not known here. {advice}")
    required = (
        "encoder.embed_tokens.weight",
        "encoder.layers.0.self_attn.q_proj.weight",
        "decoder.layers.0.fc1.weight",
    )
    for name in required:
        if name not in checkpoint.weights:
            arch = checkpoint.setting("arch", "of another kind")
            raise DataError(
                checkpoint.path, f"no transformer encoder–decoder (architecture {arch}; {name} is missing). {advice}"
            )


def _norm_first(checkpoint: Checkpoint) -> bool:
    encoder = bool(checkpoint.setting("encoder_normalize_before", False))
    if encoder != bool(checkpoint.setting("decoder_normalize_before", False)):
        raise DataError(
            checkpoint.path, "encoder and decoder normalise differently, which is not known here. Use ?library=fairseq."
        )
    return encoder


def _layers(weights: Mapping[str, Any], side: str) -> int:
    return 1 + max(int(name.split(".")[2]) for name in weights if name.startswith(f"{side}.layers."))


def _config(checkpoint: Checkpoint) -> dict[str, Any]:
    weights = checkpoint.weights
    return {
        "d_model": weights["encoder.embed_tokens.weight"].shape[1],
        "vocab_size": weights["encoder.embed_tokens.weight"].shape[0],
        "encoder_layers": _layers(weights, "encoder"),
        "decoder_layers": _layers(weights, "decoder"),
        "encoder_attention_heads": checkpoint.setting("encoder_attention_heads", 8),
        "decoder_attention_heads": checkpoint.setting("decoder_attention_heads", 8),
        "encoder_ffn_dim": weights["encoder.layers.0.fc1.weight"].shape[0],
        "decoder_ffn_dim": weights["decoder.layers.0.fc1.weight"].shape[0],
        "max_position_embeddings": max(max_positions(checkpoint)),
        "activation_function": checkpoint.setting("activation_fn", "relu"),
        "scale_embedding": not checkpoint.setting("no_scale_embedding", False),
        "pad_token_id": PAD,
        "bos_token_id": 0,
        "eos_token_id": END,
        "decoder_start_token_id": END,
        "forced_eos_token_id": None,
        "tie_word_embeddings": False,
    }


def _separate(checkpoint: Checkpoint) -> dict[str, Any]:
    rows = checkpoint.weights["decoder.embed_tokens.weight"].shape[0]
    return {"share_encoder_decoder_embeddings": False, "decoder_vocab_size": rows}


def max_positions(checkpoint: Checkpoint) -> tuple[int, int]:
    """The most tokens the encoder and the decoder take."""
    return (
        int(checkpoint.setting("max_source_positions", 1024)),
        int(checkpoint.setting("max_target_positions", 1024)),
    )


def _fill_side(checkpoint: Checkpoint, stack: Any, side: str) -> None:
    import torch

    weights = checkpoint.weights
    stack.embed_tokens = _embedding(stack.embed_tokens, weights[f"{side}.embed_tokens.weight"])
    _fill_positions(stack.embed_positions, _positions(checkpoint, side))
    for name, parameter in stack.layers.named_parameters():
        parameter.copy_(_tensor(checkpoint, f"{side}.layers.{name}", parameter))
    if hasattr(stack, "layer_norm"):
        if f"{side}.layer_norm.weight" not in weights:
            stack.layer_norm = torch.nn.Identity()
        for name, parameter in stack.layer_norm.named_parameters():
            parameter.copy_(weights[f"{side}.layer_norm.{name}"])


def _tensor(checkpoint: Checkpoint, name: str, like: Tensor) -> Tensor:
    tensor: Tensor | None = checkpoint.weights.get(name)
    if tensor is None or tensor.shape != like.shape:
        found = "is missing" if tensor is None else f"has the shape {tuple(tensor.shape)}, not {tuple(like.shape)}"
        raise DataError(
            checkpoint.path, f"{name} {found}: the checkpoint is of another architecture. Use ?library=fairseq."
        )
    return tensor


def _embedding(module: Any, weight: Tensor) -> Any:
    """The embedding as it is in the checkpoint; where source and target have vocabularies of their own, of their sizes."""
    import torch

    scale = getattr(module, "embed_scale", None)
    fresh = type(module)(*weight.shape, PAD, **({} if scale is None else {"embed_scale": scale}))
    fresh.weight = torch.nn.Parameter(weight.detach().float().clone(), requires_grad=False)
    return fresh


def _positions(checkpoint: Checkpoint, side: str) -> Tensor:
    """The table of positions with fairseq's numbering: the first token has the number after padding's."""
    learned: Tensor | None = checkpoint.weights.get(f"{side}.embed_positions.weight")
    if learned is not None:
        return learned.float()
    from transformers.models.m2m_100.modeling_m2m_100 import M2M100SinusoidalPositionalEmbedding

    width = checkpoint.weights[f"{side}.embed_tokens.weight"].shape[1]
    rows = max(max_positions(checkpoint)) + PAD + 1
    table: Tensor = M2M100SinusoidalPositionalEmbedding.get_embedding(rows, width, PAD)
    return table


def _fill_positions(module: Any, table: Tensor) -> None:
    import torch

    if hasattr(module, "weights"):
        module.weights = torch.nn.Buffer(table.clone(), persistent=False)
        return
    module.weight = torch.nn.Parameter(table[PAD + 1 :].clone(), requires_grad=False)
    module.num_embeddings = module.weight.shape[0]


def _fill_output(checkpoint: Checkpoint, model: Any) -> None:
    import torch

    weight = checkpoint.weights["decoder.output_projection.weight"].float()
    model.lm_head = torch.nn.Linear(weight.shape[1], weight.shape[0], bias=False)
    model.lm_head.weight = torch.nn.Parameter(weight.clone(), requires_grad=False)
    if hasattr(model, "final_logits_bias"):
        model.final_logits_bias = torch.nn.Buffer(torch.zeros((1, weight.shape[0])))
    shared = getattr(model.model, "shared", None)
    if shared is not None:
        model.model.shared = model.model.encoder.embed_tokens
