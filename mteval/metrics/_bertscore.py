"""Contextual embeddings of tokens from a local transformers model, as BERTScore matches them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mteval.core.errors import UsageError
from mteval.models.transformers_loading import (
    ModelSource,
    chosen_device,
    open_part,
    require_packages,
    tokenizer_of,
    transformers_package,
)

# The layers that bert_score found best on WMT16, by model type and number of layers.
BEST_LAYERS = {
    ("bert", 12): 9,
    ("bert", 24): 18,
    ("roberta", 12): 10,
    ("roberta", 24): 17,
    ("xlm-roberta", 12): 9,
    ("xlm-roberta", 24): 17,
    ("distilbert", 6): 5,
    ("deberta", 48): 40,
}
LONGEST = 512
MARKERS = 4


@dataclass(frozen=True, slots=True)
class TokenVectors:
    """A text as matched: unit vectors of its tokens, and the token numbers."""

    vectors: NDArray[np.float32]
    tokens: tuple[int, ...]


class TokenEmbedder:
    """A model directory, opened without running pickles that came with it unless trusted."""

    def __init__(self, folder: Path, layer: int | None, *, device: str, trust: bool) -> None:
        self._tokenizer, self._model = _open(folder, device=device, trust=trust)
        layers = int(self._model.config.num_hidden_layers)
        best = BEST_LAYERS.get((self._model.config.model_type, layers), layers)
        self.layer = best if layer is None else layer
        if not 0 <= self.layer <= layers:
            raise UsageError(
                f"layer={layer} is not possible. The model has {layers} layers; 0 is the input to the first."
            )
        self.silent = frozenset({self._tokenizer.cls_token_id, self._tokenizer.sep_token_id})

    def tokens(self, text: str) -> tuple[int, ...]:
        """The token numbers of a text, with the model's own markers, cut at what the model can take."""
        numbers = self._tokenizer.encode(
            text.strip(), add_special_tokens=True, truncation=True, max_length=self.longest
        )
        return tuple(numbers)

    @property
    def longest(self) -> int:
        """The most tokens of a text that are read."""
        return min(int(self._tokenizer.model_max_length), LONGEST)

    def is_cut(self, text: str) -> bool:
        """Whether a text has more tokens than are read."""
        # No text has more tokens than bytes, its markers aside.
        if len(text.encode("utf-8", "surrogatepass")) + MARKERS <= self.longest:
            return False
        return len(self._tokenizer.encode(text.strip(), add_special_tokens=True, verbose=False)) > self.longest

    def embed(self, texts: Iterable[str]) -> dict[str, TokenVectors]:
        """Unit vectors of every token of every text."""
        import torch

        tokens = {text: self.tokens(text) for text in dict.fromkeys(texts)}
        padding = self._tokenizer.pad_token_id or 0
        width = max(map(len, tokens.values()), default=0)
        device = self._model.device
        numbers = torch.tensor([[*one, *[padding] * (width - len(one))] for one in tokens.values()], device=device)
        mask = torch.tensor([[1] * len(one) + [0] * (width - len(one)) for one in tokens.values()], device=device)
        with torch.inference_mode():
            hidden = self._model(numbers, attention_mask=mask, output_hidden_states=True).hidden_states[self.layer]
            vectors = torch.nn.functional.normalize(hidden.float(), dim=-1).cpu().numpy()
        return {text: TokenVectors(vectors[i, : len(one)], one) for i, (text, one) in enumerate(tokens.items())}

    def rarity(self, references: Sequence[str]) -> dict[int, float]:
        """Inverse document frequency of each token over the references."""
        counts = Counter(token for text in references for token in set(self.tokens(text)))
        return {token: math.log((len(references) + 1) / (count + 1)) for token, count in counts.items()}


def greedy_match(translation: TokenVectors, reference: TokenVectors, weigh: Any) -> tuple[float, float, float]:
    """F, precision and recall: each token is matched with the most similar one of the other side (Zhang et al. 2020)."""
    similarity = translation.vectors @ reference.vectors.T
    own = np.array([weigh(token) for token in translation.tokens])
    other = np.array([weigh(token) for token in reference.tokens])
    if not own.sum() or not other.sum():
        return 0.0, 0.0, 0.0
    precision = float(similarity.max(axis=1) @ own / own.sum())
    recall = float(similarity.max(axis=0) @ other / other.sum())
    total = precision + recall
    return (2 * precision * recall / total if total else 0.0), precision, recall


def _open(folder: Path, *, device: str, trust: bool) -> tuple[Any, Any]:
    require_packages("bertscore")
    source = ModelSource(str(folder), folder, trust=trust)
    model = open_part(source, transformers_package().AutoModel.from_pretrained, "weights", weights_only=not trust)
    encoder = model.get_encoder() if model.config.is_encoder_decoder else model
    return tokenizer_of(source), encoder.eval().float().to(chosen_device(device))
