"""COMET: a model's estimate of how good people would find each translation.

A multilingual encoder reads source, translation and reference, and a regression on top gives a score that was trained
on human judgements; reference-free models (COMETKiwi and the like) read source and translation only. The score of a
system is the mean over the cases; with several references, the mean over them.

Rei et al. (2020), COMET: a neural framework for MT evaluation; Rei et al. (2022), COMET-22 and CometKiwi.

How to read it: higher is better, on the scale of the model's training data (about 0–1 for the wmt22 models). It
agrees with people better than n-gram metrics do. Traps: numbers of different models are not comparable; languages
outside the training data are guesses; wrong names and numbers, empty translations and translations in the wrong
language may go unpunished (see the suite families for such tests).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from mteval.core import registry
from mteval.core.errors import CapabilityError, UsageError
from mteval.core.options import FILE, TRUTH, WHOLE, Option
from mteval.core.results import RATE
from mteval.core.version import installed_version
from mteval.metrics._comet import checkpoint_file, comet_scores, load_comet
from mteval.metrics._comparison import ComparedTexts, ComparisonMetric
from mteval.statistics.metric_base import Array
from mteval.storage.digests import fingerprint
from mteval.storage.scores import ScoreCache, content_key

STUDIED_MODELS = {"wmt22-comet-da": "comet-22", "wmt22-cometkiwi-da": "cometkiwi-22", "xcomet-xxl": "xcomet-xxl"}


@registry.metrics.register("comet")
class Comet(ComparisonMetric):
    """A learned metric, with or without references."""

    keys = ("comet",)
    higher_is_better = True
    needs_source = True
    columns = 1

    scale = RATE
    options = (
        Option("model", FILE, None, "checkpoint or model directory on this machine; nothing is downloaded"),
        Option("batch", WHOLE, 16, "cases at once", minimum=1, signed=False),
        Option("trust", TRUTH, False, "allow a checkpoint that unpickles more than weights", signed=False),
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        if self.chosen["model"] is None:
            raise UsageError("comet needs a checkpoint on this machine. Say where: comet?model=CHECKPOINT.")
        self._path = checkpoint_file(str(self.chosen["model"]))

    @property
    def needs_references(self) -> bool:  # type: ignore[override]
        """Whether the model reads references."""
        return bool(self._model.requires_references())

    def compare(self, compared: ComparedTexts) -> Array:
        """The mean of each translation's scores with its references, or its one score without."""
        samples, owners = self._samples(compared)
        keys = [content_key(self._digest, [one["src"], one["mt"], one.get("ref")]) for one in samples]

        def score(positions: Sequence[int]) -> list[tuple[float]]:
            return [(value,) for value in comet_scores(self._model, [samples[at] for at in positions])]

        scores = ScoreCache().complete(keys, score, self.chosen["batch"])[:, 0]
        count = len(compared.translations)
        return (np.bincount(owners, scores, count) / np.bincount(owners, minlength=count))[:, None]

    def values(self, sums: Array) -> Array:
        """Sums as they are; `combine` divides."""
        return sums

    def combine(self, sums: Array) -> Array:
        """The mean over the cases; NaN where no case was drawn."""
        cases = sums[..., -1:]
        return np.where(cases > 0, sums[..., :-1] / np.where(cases > 0, cases, 1.0), np.nan)

    @property
    def signature(self) -> str:
        """Number of references, checkpoint by name and digest, and versions."""
        name = self._path.parent.parent.resolve().name
        nrefs = self.nrefs if self.needs_references else "0"
        return f"nrefs:{nrefs}|model:{name}|sha256:{self._digest[:12]}|comet:{installed_version('unbabel-comet')}"

    @property
    def studied_as(self) -> str:
        """The model of the study whose name stands in the checkpoint's path, as folders of downloaded models have it."""
        path = str(self._path.resolve()).lower()
        return next((study for model, study in STUDIED_MODELS.items() if model in path), "")

    @cached_property
    def _model(self) -> Any:
        return load_comet(self._path, trust=self.chosen["trust"])

    @cached_property
    def _digest(self) -> str:
        return fingerprint([self._path, self._path.parent.parent / "hparams.yaml"], {"metric": "comet"})

    def _samples(self, compared: ComparedTexts) -> tuple[list[dict[str, str]], list[int]]:
        samples: list[dict[str, str]] = []
        owners: list[int] = []
        for case, (source, line) in enumerate(zip(compared.sources, compared.translations, strict=True)):
            if source is None:
                raise CapabilityError("comet reads the source too, and there is none. Give it: mteval score -s SOURCE.")
            references = compared.references[case] if self.needs_references else (None,)
            for reference in references:
                sample = {"src": source, "mt": line}
                samples.append(sample if reference is None else {**sample, "ref": reference})
                owners.append(case)
        return samples, owners
