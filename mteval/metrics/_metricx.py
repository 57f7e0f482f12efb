"""MetricX checkpoints from this machine: an mT5 whose first decoder step has one output that was trained to be an error score."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mteval.core.errors import DataError
from mteval.models.model_files import require
from mteval.models.transformers_loading import (
    TOKENIZERS,
    WEIGHTS,
    ModelSource,
    chosen_device,
    open_part,
    require_packages,
    tokenizer_of,
    transformers_package,
)
from mteval.text.lines import read_text

OUTPUT = 250089
"""The number of <extra_id_10> in mT5's vocabulary, whose logit is the score (google-research/metricx)."""
BEST, WORST = 0.0, 25.0


class MetricXModel:
    """A checkpoint and its tokenizer, opened without running code or pickles that came with it unless trusted."""

    def __init__(self, folder: Path, tokenizer: Path, *, device: str, trust: bool) -> None:
        self._tokenizer = _tokenizer(tokenizer)
        tied = _is_tied(folder)
        self._model = _model(folder, tied=tied, trust=trust).to(chosen_device(device))
        self._scale = self._model.config.d_model**-0.5 if tied else 1.0

    def tokens(self, text: str) -> list[int]:
        """The tokens of an input, without the end of text, which the models were trained without."""
        ids = [int(one) for one in self._tokenizer(text).input_ids]
        return ids[:-1] if ids and ids[-1] == self._tokenizer.eos_token_id else ids

    def scores(self, rows: Sequence[Sequence[int]]) -> list[float]:
        """The error score of each input, from 0 (none) to 25."""
        import torch

        width = max(map(len, rows))
        padding = self._model.config.pad_token_id or 0
        device = self._model.device
        tokens = torch.tensor([[*row, *[padding] * (width - len(row))] for row in rows], device=device)
        present = torch.tensor([[1] * len(row) + [0] * (width - len(row)) for row in rows], device=device)
        with torch.inference_mode():
            encoded = self._model.encoder(input_ids=tokens, attention_mask=present)[0]
            start = torch.zeros((len(rows), 1), dtype=torch.long, device=device)
            hidden = self._model.decoder(
                input_ids=start, encoder_hidden_states=encoded, encoder_attention_mask=present, use_cache=False
            )[0][:, 0]
            raw = (hidden * self._scale) @ self._model.lm_head.weight[OUTPUT]
        return [float(value) for value in raw.float().clamp(BEST, WORST)]


def _tokenizer(folder: Path) -> Any:
    require_packages("metricx")
    require(folder, TOKENIZERS, "MetricX uses that of google/mt5-xl; say where it is: tokenizer=DIR", "metricx")
    return tokenizer_of(ModelSource(str(folder), folder))


def _is_tied(folder: Path) -> bool:
    """Whether input and output embeddings are one, in which case the peer scales what goes into the output.

    Read from the file: transformers 5 says of every mT5 that they are, whatever its config.json says.
    """
    path = require(folder, ["config.json"], "the description of a transformers model", "metricx")
    try:
        return bool(json.loads(read_text(path)).get("tie_word_embeddings", False))
    except (ValueError, AttributeError):
        raise DataError(path, "this is no JSON object") from None


def _model(folder: Path, *, tied: bool, trust: bool) -> Any:
    require(folder, WEIGHTS, "the weights", "metricx")
    opener = transformers_package().MT5ForConditionalGeneration.from_pretrained
    source = ModelSource(str(folder), folder, trust=trust)
    model, told = open_part(source, opener, "weights", weights_only=not trust, output_loading_info=True)
    if model.config.model_type != "mt5" or model.config.vocab_size <= OUTPUT:
        raise DataError(
            folder, "this is no MetricX checkpoint: it is no mT5 with the vocabulary that the score is read from"
        )
    missing = sorted(told["missing_keys"])
    if not tied and model.lm_head.weight.data_ptr() == model.shared.weight.data_ptr():
        missing.append("lm_head.weight")
    if missing:
        raise DataError(folder, f"weights are missing, which would be random numbers: {', '.join(missing[:3])}")
    return model.eval()
