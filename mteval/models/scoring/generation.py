"""Translations by beam search with a model of transformers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mteval.models.scoring.tree_pass import padded


@dataclass(frozen=True, slots=True)
class Decoding:
    """How to search: the width of the beam, and the most tokens a translation may have."""

    beam_size: int = 5
    max_length: int = 256


def translated(
    model: Any, sources: Sequence[Sequence[int]], decoding: Decoding, forced: int | None = None
) -> list[list[int]]:
    """The decoder's tokens for each source; `forced` is the language code a translation starts with."""
    import torch

    with torch.inference_mode():
        tokens, present = padded(sources, model.device)
        tokens = tokens.masked_fill(~present, model.config.pad_token_id or 0)
        settings = {} if forced is None else {"forced_bos_token_id": forced}
        found = model.generate(
            input_ids=tokens,
            attention_mask=present.long(),
            num_beams=decoding.beam_size,
            max_new_tokens=decoding.max_length,
            do_sample=False,
            **settings,
        )
        return [list(row) for row in found.cpu().tolist()]


def continued(model: Any, prompts: Sequence[Sequence[int]], decoding: Decoding) -> list[list[int]]:
    """What a language model writes after each prompt; prompts are padded on the left, so that they end together."""
    import torch

    with torch.inference_mode():
        tokens, present = padded([row[::-1] for row in prompts], model.device)
        filler = model.config.pad_token_id if model.config.pad_token_id is not None else model.config.eos_token_id
        tokens = tokens.masked_fill(~present, filler or 0).flip(1)
        found = model.generate(
            input_ids=tokens,
            attention_mask=present.flip(1).long(),
            num_beams=decoding.beam_size,
            max_new_tokens=decoding.max_length,
            do_sample=False,
            pad_token_id=filler or 0,
        )
        return [list(row) for row in found[:, tokens.shape[1] :].cpu().tolist()]
