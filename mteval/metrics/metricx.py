"""MetricX: an mT5 trained on human judgements gives each translation an error score from 0 to 25; lower is better.

MetricX-24 models are hybrid: they read source, translation and, where there is one, a reference; qe=true leaves references
out. Of MetricX-23 there are models with references (which read no source) and without (qe=true): say version=23. The score
of a system is the mean over the cases; with several references, the mean over them.

Juraska et al. (2023), MetricX-23: the Google submission to the WMT 2023 metrics shared task; Juraska et al. (2024),
MetricX-24.

How to read it: 0 is a translation without errors, 25 the worst; lower is better. Traps: numbers of different models, or of
one model with and without references, are not comparable; inputs beyond 1536 tokens (MetricX-23: 1024), which the models
were trained with, are cut and counted (see the finding cut-input). Published checkpoints have no tokenizer with them: it is
that of google/mt5-xl, tokenizer=DIR.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from mteval.core import registry
from mteval.core.errors import UsageError
from mteval.core.evidence import Comparison
from mteval.core.options import CHOICE, FOLDER, TRUTH, WHOLE, Option
from mteval.core.results import Scale
from mteval.core.version import installed_version
from mteval.metrics._comparison import ComparedTexts
from mteval.metrics._learned import DEVICE, TRUST, LearnedMetric, batch_option, mean_by_case, numbers
from mteval.metrics._metricx import BEST, WORST, MetricXModel
from mteval.models.model_files import model_folder
from mteval.models.transformers_loading import TOKENIZERS
from mteval.statistics.metric_base import Array
from mteval.storage.digests import fingerprint

LONGEST = {"24": 1536, "23": 1024}
PATTERNS = ("*.json", "*.safetensors", "*.bin")


@registry.metrics.register("metricx")
class MetricX(LearnedMetric):
    """A learned error score, with or without references."""

    keys = ("metricx",)
    higher_is_better = False
    columns = 1
    scale = Scale(4, low=BEST, high=WORST)
    options = (
        Option("model", FOLDER, None, "directory of a MetricX checkpoint on this machine; nothing is downloaded"),
        Option("tokenizer", FOLDER, None, "directory of mT5's tokenizer (that of the model)", signed=False),
        Option("version", CHOICE, "24", "which MetricX the model is", choices=("24", "23")),
        Option("qe", TRUTH, False, "leave references out"),
        Option("max_length", WHOLE, None, "longest input in tokens (1536; of MetricX-23 1024)", minimum=2),
        batch_option(16),
        DEVICE,
        TRUST,
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        if self.chosen["model"] is None:
            raise UsageError("metricx needs a checkpoint on this machine. Say where: metricx?model=DIR.")
        self._folder = model_folder(str(self.chosen["model"]), "metricx?model=")
        given: Path | None = self.chosen["tokenizer"]
        self._words = self._folder if given is None else model_folder(str(given), "metricx?tokenizer=")
        older, free = self.chosen["version"] == "23", self.chosen["qe"]
        self.needs_references = older and not free
        self.needs_source = not self.needs_references
        self._length: int = self.chosen["max_length"] or LONGEST[self.chosen["version"]]

    def compare(self, compared: ComparedTexts) -> Array:
        """The mean of each translation's scores with its references, or its one score without."""
        texts, owners = [], []
        for case, line in enumerate(compared.translations):
            own = self._inputs(Comparison(line, compared.references[case], compared.sources[case]))
            texts += own
            owners += [case] * len(own)
        return mean_by_case(self._scores(texts), owners, len(compared.translations))

    def is_cut(self, one: Comparison) -> bool:
        """Whether an input has more tokens than are read."""
        return any(len(self._model.tokens(text)) > self.longest for text in self._inputs(one))

    @property
    def longest(self) -> int:
        """The most tokens of an input that are read: the peer cuts with the end of text counted in, and takes that off."""
        return self._length - 1

    @property
    def signature(self) -> str:
        """Number of references, checkpoint by name and digest, and versions."""
        nrefs = "0" if self.chosen["qe"] else self.nrefs
        return (
            f"nrefs:{nrefs}|model:{self._folder.resolve().name}|sha256:{self._digest[:12]}|version:{self.chosen['version']}"
            f"|qe:{'yes' if self.chosen['qe'] else 'no'}|max_length:{self._length}"
            f"|transformers:{installed_version('transformers')}"
        )

    @cached_property
    def _model(self) -> MetricXModel:
        return MetricXModel(self._folder, self._words, device=self.chosen["device"], trust=self.chosen["trust"])

    @cached_property
    def _digest(self) -> str:
        words = fingerprint(_files(self._words, TOKENIZERS), {})
        settings = {"metric": "metricx", "max_length": str(self._length), "tokenizer": words}
        return fingerprint(_files(self._folder, PATTERNS), settings)

    def _inputs(self, one: Comparison) -> list[str]:
        """What the model reads of one translation, a text for each reference."""
        source, line = one.source or "", one.translation
        references = () if self.chosen["qe"] else one.references
        if self.chosen["version"] == "23":
            if self.chosen["qe"]:
                return [f"candidate: {line} source: {source}"]
            return [f"candidate: {line} reference: {reference}" for reference in references]
        plain = f"source: {source} candidate: {line}"
        return [f"{plain} reference: {reference}" for reference in references] or [plain]

    def _scores(self, texts: Sequence[str]) -> list[float]:
        """The scores of inputs, kept by content."""

        def score(positions: Sequence[int]) -> list[list[float]]:
            rows = [self._model.tokens(texts[at])[: self.longest] for at in positions]
            return [[value] for value in self._model.scores(rows)]

        return [row[0] for row in self.kept(self._digest, [[text] for text in texts], score, numbers)]


def _files(folder: Path, patterns: Sequence[str]) -> list[Path]:
    return sorted({path for pattern in patterns for path in folder.glob(pattern) if path.is_file()})
