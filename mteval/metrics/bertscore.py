"""BERTScore: how similar the words are in context, by a language model's vectors.

Every token of the translation is matched with the most similar token of the reference (cosine of contextual embeddings),
and the other way round: precision and recall are the means of these similarities, F their harmonic mean. With idf=true rare
tokens weigh more (inverse document frequency over the references). Means over the cases; of several references, the best F.

Zhang et al. (2020), BERTScore: evaluating text generation with BERT.

How to read it: about 0–1, higher is better; the range in use is narrow (values near .8 for unrelated sentences are usual
with RoBERTa), so read differences, not heights. Traps: numbers of different models or layers are not comparable; texts
beyond the model's length are cut and counted (see the finding cut-input); with idf=true the number depends on the whole set
of references.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from mteval.core import registry
from mteval.core.errors import UsageError
from mteval.core.evidence import Comparison
from mteval.core.options import FOLDER, TRUTH, WHOLE, Option
from mteval.core.results import RATE
from mteval.core.version import installed_version
from mteval.metrics._bertscore import TokenEmbedder, greedy_match
from mteval.metrics._comparison import ComparedTexts
from mteval.metrics._learned import DEVICE, TRUST, LearnedMetric, batch_option, numbers
from mteval.models.model_files import model_folder
from mteval.statistics.metric_base import Array
from mteval.storage.digests import fingerprint, text_digest

PATTERNS = ("*.json", "*.safetensors", "*.bin", "*.txt", "*.model")


@registry.metrics.register("bertscore")
class BertScore(LearnedMetric):
    """Greedy matching of contextual embeddings."""

    keys = ("f", "precision", "recall")
    higher_is_better = True
    columns = 3

    scale = RATE
    options = (
        Option("model", FOLDER, None, "directory of a transformers encoder on this machine; nothing is downloaded"),
        Option("layer", WHOLE, None, "hidden layer (bert_score's choice for known sizes, else the last)", minimum=0),
        Option("idf", TRUTH, False, "rare tokens weigh more"),
        batch_option(32),
        DEVICE,
        TRUST,
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        if self.chosen["model"] is None:
            raise UsageError("bertscore needs a model on this machine. Say where: bertscore?model=DIR.")
        self._folder = model_folder(str(self.chosen["model"]), "bertscore?model=")
        self._layer: int | None = self.chosen["layer"]
        self._idf: bool = self.chosen["idf"]

    def compare(self, compared: ComparedTexts) -> Array:
        """Columns f, precision, recall of the reference with the best F; of equals, the first."""
        weigh, weighting = self._weights([one for case in compared.references for one in case])
        pairs = [
            (line, one) for line, case in zip(compared.translations, compared.references, strict=True) for one in case
        ]

        def score(positions: Sequence[int]) -> list[tuple[float, float, float]]:
            embedded = self._embedder.embed(text for at in positions for text in pairs[at])
            return [greedy_match(embedded[pairs[at][0]], embedded[pairs[at][1]], weigh) for at in positions]

        scores = np.array(self.kept(f"{self._digest}|{weighting}", pairs, score, numbers))
        starts = np.cumsum([0, *(len(case) for case in compared.references)])
        best = [start + int(np.argmax(scores[start:end, 0])) for start, end in pairwise(starts)]
        return np.asarray(scores[best])

    def is_cut(self, one: Comparison) -> bool:
        """Whether a text has more tokens than are read."""
        return any(self._embedder.is_cut(text) for text in (one.translation, *one.references))

    @property
    def longest(self) -> int:
        """The most tokens of a text that are read."""
        return self._embedder.longest

    @property
    def signature(self) -> str:
        """Number of references, model by name and digest, layer, idf and versions."""
        layer = self._embedder.layer
        return (
            f"nrefs:{self.nrefs}|model:{self._folder.resolve().name}|sha256:{self._digest[:12]}|layer:{layer}"
            f"|idf:{'yes' if self._idf else 'no'}|transformers:{installed_version('transformers')}"
        )

    @cached_property
    def _embedder(self) -> TokenEmbedder:
        return TokenEmbedder(self._folder, self._layer, device=self.chosen["device"], trust=self.chosen["trust"])

    @cached_property
    def _digest(self) -> str:
        files = sorted({path for pattern in PATTERNS for path in self._folder.glob(pattern) if path.is_file()})
        return fingerprint(files, {"metric": "bertscore", "layer": str(self._layer)})

    def _weights(self, references: Sequence[str]) -> tuple[Callable[[int], float], str]:
        """The weight of each token, and a name for this weighting that a cached score can be told by."""
        if not self._idf:
            silent = self._embedder.silent
            return (lambda token: 0.0 if token in silent else 1.0), "even"
        rarity = self._embedder.rarity(references)
        unseen = float(np.log(len(references) + 1))
        digest = text_digest("\0".join(references))
        return (lambda token: rarity.get(token, unseen)), digest
