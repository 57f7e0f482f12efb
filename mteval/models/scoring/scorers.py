"""Ways to score a batch with a model of transformers: as packed trees, or one plain row per target."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from mteval.models.batching import is_out_of_memory
from mteval.models.scoring.from_transformers import transformer_from
from mteval.models.scoring.items import Scorer, ScoringItem
from mteval.models.scoring.transformer import Transformer, linear
from mteval.models.scoring.tree_pass import TreeBatch, ask, padded, score_trees, sums

if TYPE_CHECKING:
    from torch import Tensor


class TreeScorer:
    """Each distinct source encoded once, each item's targets decoded as one tree."""

    def __init__(self, model: Transformer) -> None:
        self._model = model

    def __call__(self, items: Sequence[ScoringItem]) -> list[tuple[float, ...]]:
        """Score a batch."""
        place = {source: i for i, source in enumerate(dict.fromkeys(item.source for item in items))}
        trees = [item.tree for item in items]
        scores = score_trees(self._model, list(place), [place[item.source] for item in items], trees)
        return [sums(tree, values) for tree, values in zip(trees, scores, strict=True)]


class PromptTreeScorer:
    """A language model's prompt and its continuations as one tree, through the model's own attention mask."""

    def __init__(self, model: Any) -> None:
        self._model = model
        head = model.get_output_embeddings()
        self._projection = linear(head.weight.detach(), None if head.bias is None else head.bias.detach())

    def __call__(self, items: Sequence[ScoringItem]) -> list[tuple[float, ...]]:
        """Score a batch."""
        import torch

        trees = [item.tree for item in items]
        with torch.inference_mode():
            batch = TreeBatch(trees, self._model.device)
            nothing = torch.zeros((), dtype=self._model.dtype, device=self._model.device)
            mask = torch.where(batch.sees, nothing, torch.finfo(self._model.dtype).min)[:, None]
            body = self._model.base_model(
                input_ids=batch.tokens, position_ids=batch.depths, attention_mask=mask, use_cache=False
            )
            scores = ask(trees, body[0], self._projection)
        return [sums(tree, values) for tree, values in zip(trees, scores, strict=True)]


class PlainScorer:
    """One row per target; an encoder–decoder still encodes each distinct source once."""

    def __init__(self, model: Any) -> None:
        self._model = model

    def __call__(self, items: Sequence[ScoringItem]) -> list[tuple[float, ...]]:
        """Score a batch."""
        import torch

        with torch.inference_mode():
            rows = [(item, sequence) for item in items for sequence in item.sequences]
            fed, present = padded([sequence[:-1] for _, sequence in rows], self._model.device)
            wanted, _ = padded([sequence[1:] for _, sequence in rows], self._model.device)
            logits = self._logits([item.source for item, _ in rows], fed, present)
            chosen = torch.log_softmax(logits.float(), dim=-1).gather(-1, wanted[..., None])[..., 0].double()
            place = torch.arange(fed.shape[1], device=fed.device)
            first = torch.tensor([item.unscored - 1 for item, _ in rows], device=fed.device)
            scored = present & (place[None] >= first[:, None])
            totals = iter((chosen * scored).sum(-1).tolist())
        return [tuple(next(totals) for _ in item.sequences) for item in items]

    def _logits(self, sources: Sequence[tuple[int, ...]], fed: Tensor, present: Tensor) -> Tensor:
        import torch

        if not self._model.config.is_encoder_decoder:
            alone: Tensor = self._model(input_ids=fed, attention_mask=present.long(), use_cache=False).logits
            return alone
        place = {source: i for i, source in enumerate(dict.fromkeys(sources))}
        tokens, seen = padded(list(place), fed.device)
        tokens = tokens.masked_fill(~seen, self._model.config.pad_token_id or 0)
        encoded = self._model.get_encoder()(input_ids=tokens, attention_mask=seen.long())[0]
        which = torch.tensor([place[source] for source in sources], device=fed.device)
        logits: Tensor = self._model(
            encoder_outputs=(encoded[which],),
            attention_mask=seen.long()[which],
            decoder_input_ids=fed,
            use_cache=False,
        ).logits
        return logits


class CheckedScorer:
    """A tree scorer that is trusted only once it has agreed with plain scoring on the first item it meets.

    Attention with a window, recurrent layers or capped logits do not survive being packed; such a model is scored plainly.
    """

    def __init__(self, tree: Scorer, plain: Scorer, tolerance: float) -> None:
        self._tree, self._plain, self._tolerance = tree, plain, tolerance
        self._trusted: bool | None = None

    def __call__(self, items: Sequence[ScoringItem]) -> list[tuple[float, ...]]:
        """Score a batch."""
        if self._trusted is None and items:
            self._trusted = self._agree(items[0])
        return self._tree(items) if self._trusted else self._plain(items)

    def _agree(self, item: ScoringItem) -> bool:
        expected = np.array(self._plain([item]))
        try:
            found = np.array(self._tree([item]))
        except (RuntimeError, TypeError, ValueError, AttributeError, IndexError) as error:
            if is_out_of_memory(error):
                raise
            return False
        return bool(np.allclose(found, expected, rtol=self._tolerance, atol=self._tolerance))


def scorer_for(model: Any, engine: str = "auto") -> Scorer:
    """The fastest scorer that gives a model's own log-probabilities (`plain`: one row per target)."""
    import torch

    plain = PlainScorer(model)
    if engine == "plain":
        return plain
    if model.config.is_encoder_decoder:
        mapped = transformer_from(model)
        tree: Scorer | None = None if mapped is None else TreeScorer(mapped)
    else:
        tree = PromptTreeScorer(model)
    if tree is None:
        return plain
    return CheckedScorer(tree, plain, 1e-4 if model.dtype == torch.float32 else 5e-2)
