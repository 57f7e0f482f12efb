"""COMET's encoders: tokens of texts with their places, and the hidden layers as a checkpoint mixes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mteval.core.errors import DataError
from mteval.metrics._comet.checkpoint import CometCheckpoint
from mteval.models.transformers_loading import (
    ModelSource,
    config_of,
    first_line,
    known_here,
    open_part,
    tokenizer_of,
    transformers_package,
)

XLMR_TOKENIZER = "xlm-roberta-base"
SEPARATORS = 2
"""Markers between joined texts, as XLM-RoBERTa has them."""


@dataclass(frozen=True, slots=True)
class EncoderKind:
    """An encoder's class in transformers, and whose tokenizer COMET gives it where it is not its own."""

    model: str
    tokenizer: str | None = None


KINDS: Mapping[str, EncoderKind] = {
    "XLM-RoBERTa": EncoderKind("XLMRobertaModel"),
    "XLM-RoBERTa-XL": EncoderKind("XLMRobertaXLModel"),
    "MiniLM": EncoderKind("BertModel", XLMR_TOKENIZER),
}


@dataclass(frozen=True, slots=True)
class JoinedTokens:
    """What goes through the encoder for one text or several joined ones, and how many tokens the first has."""

    tokens: tuple[int, ...]
    first: int


class CometTokens:
    """The tokenizer of an encoder, and how long texts may be."""

    def __init__(self, checkpoint: CometCheckpoint, encoder: Path | None) -> None:
        name = checkpoint.settings["encoder_model"]
        if name not in KINDS:
            raise DataError(checkpoint.path, f"the encoder '{name}' is not supported. Known: {', '.join(KINDS)}")
        self.kind = KINDS[name]
        self.source = _source(checkpoint, str(checkpoint.settings["pretrained_model"]), encoder)
        words = self.source if encoder or not self.kind.tokenizer else _source(checkpoint, self.kind.tokenizer, None)
        self._tokenizer = tokenizer_of(words)
        self.config = config_of(self.source)
        # Two positions fewer than the configuration says, as in the peer: RoBERTa's begin after the padding's.
        self.longest = int(self.config.max_position_embeddings) - 2

    def content(self, text: str) -> list[int]:
        """The tokens of a text, without markers, all of them."""
        return [int(one) for one in self._tokenizer(text, add_special_tokens=False, verbose=False).input_ids]

    def places(self, text: str) -> list[tuple[int, int]]:
        """Where each token stands in its text, with the places of the markers (0, 0), as far as the text is read."""
        if not self._tokenizer.is_fast:
            raise DataError(
                self.source.name, "this tokenizer does not tell where tokens stand, so errors have no place"
            )
        told = self._tokenizer(text, add_special_tokens=False, return_offsets_mapping=True, verbose=False)
        return [(0, 0), *((int(a), int(b)) for a, b in told.offset_mapping[: self._room]), (0, 0)]

    def row(self, *texts: str) -> JoinedTokens:
        """Texts joined as the encoder was trained with them, each cut, and then all of them."""
        parts = [self.content(text)[: self._room] for text in texts]
        start, end = self._tokenizer.cls_token_id, self._tokenizer.sep_token_id
        joined = [start, *parts[0]]
        for part in parts[1:]:
            joined += [*[end] * SEPARATORS, *part]
        return JoinedTokens(tuple([*joined, end][: self.longest]), len(parts[0]) + 2)

    def is_cut(self, *texts: str) -> bool:
        """Whether texts that are joined are read only in part."""
        counts = [len(self.content(text)) for text in texts]
        length = sum(counts) + 2 + (len(texts) - 1) * SEPARATORS
        return max(counts) > self._room or (len(texts) > 1 and length > self.longest)

    @property
    def padding(self) -> int:
        """The token that fills rows up."""
        return int(self._tokenizer.pad_token_id or 0)

    @property
    def _room(self) -> int:
        return self.longest - 4


class CometEncoder:
    """An encoder with the weights of a checkpoint, and the mixture of its layers that the score is read from."""

    def __init__(self, checkpoint: CometCheckpoint, tokens: CometTokens, device: str) -> None:
        self.tokens = tokens
        self._settings = checkpoint.settings
        self.model = _model(checkpoint, tokens).to(device)
        self._layer = self._settings.get("sent_layer", self._settings.get("layer", "mix"))
        self._weights = _layer_weights(checkpoint) if self._layer == "mix" else None
        self._gamma = float(checkpoint.weights["layerwise_attention.gamma"]) if self._layer == "mix" else 1.0

    def layers(self, rows: Sequence[JoinedTokens]) -> tuple[Any, Any]:
        """The hidden states of all layers (rows, tokens, units), and which tokens are no padding."""
        import torch

        width = max(len(row.tokens) for row in rows)
        device = self.model.device
        filled = [[*row.tokens, *[self.tokens.padding] * (width - len(row.tokens))] for row in rows]
        mask = torch.tensor([[1] * len(row.tokens) + [0] * (width - len(row.tokens)) for row in rows], device=device)
        given = {"input_ids": torch.tensor(filled, device=device), "attention_mask": mask}
        return self.model(**given, output_hidden_states=True).hidden_states, mask

    def mixed(self, layers: Any, mask: Any) -> Any:
        """The layer that the checkpoint names, or the mixture of all (Rei et al. 2020, after Peters et al. 2018)."""
        if self._weights is None:
            return layers[int(self._layer)]
        normed = [_normed(layer, mask) for layer in layers] if self._settings["layer_norm"] else layers
        mixture = sum(weight * layer for weight, layer in zip(self._weights, normed, strict=True))
        return self._gamma * mixture


def _source(checkpoint: CometCheckpoint, name: str, given: Path | None) -> ModelSource:
    """The encoder's configuration and tokenizer: as given, beside the checkpoint, or known on this machine by name."""
    beside = checkpoint.path.parent.parent
    for folder in (given, Path(name), beside):
        if folder is not None and (folder / "config.json").is_file():
            return ModelSource(str(folder), folder)
    if given is None and known_here(name):
        return ModelSource(name, None)
    raise DataError(
        given or checkpoint.path,
        f"config.json and tokenizer of the encoder {name} are not here. Say where they are: comet?model=…&encoder=DIR",
    )


def _model(checkpoint: CometCheckpoint, tokens: CometTokens) -> Any:
    prefix = "encoder.model."
    own = {name[len(prefix) :]: value for name, value in checkpoint.weights.items() if name.startswith(prefix)}
    opener = getattr(transformers_package(), tokens.kind.model).from_pretrained
    nowhere = ModelSource(str(checkpoint.path), checkpoint.path.parent)
    try:
        model, told = open_part(
            nowhere, lambda _, **settings: opener(None, **settings), "weights",
            config=tokens.config, state_dict=own, add_pooling_layer=False, output_loading_info=True,
        )  # fmt: skip
    except RuntimeError as problem:
        raise DataError(checkpoint.path, f"the weights do not fit the encoder ({first_line(problem)})") from None
    missing = sorted(told["missing_keys"])
    if missing or told["mismatched_keys"]:
        shown = ", ".join(missing[:3] or [str(one) for one in list(told["mismatched_keys"])[:1]])
        raise DataError(checkpoint.path, f"weights of the encoder are missing or of another shape: {shown}")
    return model.eval().float()


def _layer_weights(checkpoint: CometCheckpoint) -> list[float]:
    import torch

    prefix = "layerwise_attention.scalar_parameters."
    count = sum(name.startswith(prefix) for name in checkpoint.weights)
    raw = torch.cat([checkpoint.weights[f"{prefix}{place}"].float().reshape(1) for place in range(count)])
    # Only this word means sparsemax: "sparsemax_patch", in a public checkpoint, means softmax.
    sparse = checkpoint.settings.get("layer_transformation") == "sparsemax"
    return [float(one) for one in (sparsemax(raw) if sparse else torch.softmax(raw, 0))]


def sparsemax(values: Any) -> Any:
    """The nearest point of the probability simplex (Martins and Astudillo 2016), of a vector."""
    import torch

    ordered, _ = torch.sort(values, descending=True)
    counts = torch.arange(1, len(values) + 1, dtype=values.dtype)
    sums = torch.cumsum(ordered, 0) - 1
    support = int((counts * ordered > sums).sum())
    return torch.clamp(values - sums[support - 1] / support, min=0.0)


def _normed(layer: Any, mask: Any) -> Any:
    """Mean 0 and variance 1 over all tokens and units of a row, padding left out."""
    import torch

    kept = mask.unsqueeze(-1).to(layer.dtype)
    count = mask.sum(1).view(-1, 1, 1) * layer.shape[-1]
    mean = (layer * kept).sum((1, 2), keepdim=True) / count
    variance = (((layer - mean) * kept) ** 2).sum((1, 2), keepdim=True) / count
    return (layer - mean) / torch.sqrt(variance + 1e-12)
