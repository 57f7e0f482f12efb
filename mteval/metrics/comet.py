"""COMET: a model's estimate of how good people would find each translation, with the errors it marks.

A multilingual encoder reads source, translation and reference, and a regression on top gives a score that was trained on
human judgements. Read are the public checkpoints (`hparams.yaml` and `checkpoints/model.ckpt`): COMET models with
references and without (regression), CometKiwi and UniTE (unified), and XCOMET, whose error spans go into the case files, the
report and `mteval report RESULTS -o errors.jsonl`. Reference-free models read source and translation only; those that can do
both read the reference where there is one (qe=true leaves it out). The score of a system is the mean over the cases; with
several references, the mean over them, and the spans are those of the first.

Checkpoints hold no tokenizer: it is that of their encoder, as xlm-roberta-large, found by its name among the models this
machine has, or with encoder=DIR. The package unbabel-comet is not needed; scores are its own to 1e-5.

Rei et al. (2020), COMET: a neural framework for MT evaluation; Rei et al. (2022), COMET-22 and CometKiwi; Wan et al. (2022),
UniTE; Guerreiro et al. (2024), xCOMET: transparent machine translation evaluation through fine-grained error detection.

How to read it: higher is better, on the scale of the model's training data (about 0–1 for the wmt22 models). It agrees with
people better than n-gram metrics do. Traps: numbers of different models, or of one model with and without references, are
not comparable; languages outside the training data are guesses; inputs beyond the encoder's length are cut and counted
(see the finding cut-input); wrong names and numbers, empty translations and translations in the wrong language may go
unpunished (see the suite families for such tests).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from mteval.core import registry
from mteval.core.errors import UsageError
from mteval.core.evidence import Comparison, Evidence
from mteval.core.options import FILE, FOLDER, TRUTH, Option
from mteval.core.protocols import Statistics
from mteval.core.results import RATE
from mteval.core.version import installed_version
from mteval.metrics._comet.checkpoint import CometCheckpoint, checkpoint_file, read_checkpoint, settings_file
from mteval.metrics._comet.encoder import CometTokens
from mteval.metrics._comet.models import CometJudgement, CometModel, CometSample, inputs_of, open_model
from mteval.metrics._comet.spans import error_of_entry
from mteval.metrics._comparison import ComparedTexts
from mteval.metrics._learned import DEVICE, TRUST, LearnedMetric, batch_option, mean_by_case, required_source
from mteval.models.model_files import model_folder
from mteval.models.transformers_loading import TOKENIZERS, chosen_device
from mteval.statistics.metric_base import Array
from mteval.storage.digests import fingerprint

STUDIED_MODELS = {"wmt22-comet-da": "comet-22", "wmt22-cometkiwi-da": "cometkiwi-22", "xcomet-xxl": "xcomet-xxl"}


@registry.metrics.register("comet")
class Comet(LearnedMetric):
    """A learned metric, with or without references, some of whose models mark errors."""

    keys = ("comet",)
    higher_is_better = True
    needs_source = True
    columns = 1

    scale = RATE
    options = (
        Option("model", FILE, None, "checkpoint or model directory on this machine; nothing is downloaded"),
        Option("encoder", FOLDER, None, "directory of the encoder's config.json and tokenizer", signed=False),
        Option("qe", TRUTH, False, "leave references out"),
        batch_option(16),
        DEVICE,
        TRUST,
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        if self.chosen["model"] is None:
            raise UsageError("comet needs a checkpoint on this machine. Say where: comet?model=CHECKPOINT.")
        self._path = checkpoint_file(str(self.chosen["model"]))
        given = self.chosen["encoder"]
        self._encoder = None if given is None else model_folder(str(given), "comet?encoder=")
        self._details: tuple[Mapping[str, Any], ...] = ()

    @property
    def needs_references(self) -> bool:  # type: ignore[override]
        """Whether the model reads nothing without references."""
        return self._checkpoint.needs_references

    def observe(self, evidence: Sequence[Evidence]) -> Statistics:
        """One row a case, and the errors marked in it."""
        self._details = ()
        found = super().observe(evidence)
        details = iter(self._details)
        if not self._checkpoint.labels:
            return found
        return replace(found, details=tuple(next(details) if counts else {} for counts in found.counted))

    def compare(self, compared: ComparedTexts) -> Array:
        """The mean of each translation's scores with its references, or its one score without."""
        samples: list[CometSample] = []
        owners: list[int] = []
        for case, line in enumerate(compared.translations):
            own = self._samples(Comparison(line, compared.references[case], compared.sources[case]))
            samples += own
            owners += [case] * len(own)
        judged = self._judged(samples)
        firsts = [owners.index(case) for case in range(len(compared.translations))]
        self._details = tuple(_detail(judged[first]) for first in firsts)
        return mean_by_case([one.score for one in judged], owners, len(compared.translations))

    def is_cut(self, one: Comparison) -> bool:
        """Whether a text, or texts that are joined, are longer than the encoder takes."""
        samples = self._samples(one)
        # No text has more tokens than bytes, its markers aside.
        if max(sum(len(text.encode("utf-8", "surrogatepass")) for text in s.texts) for s in samples) < self.longest - 8:
            return False
        return any(self._tokens.is_cut(*texts) for sample in samples for texts in inputs_of(self._checkpoint, sample))

    @property
    def longest(self) -> int:
        """The most tokens of an input that are read."""
        return self._tokens.longest

    @property
    def signature(self) -> str:
        """Number of references, checkpoint by name and digest, and versions."""
        name = self._path.parent.parent.resolve().name
        free = self.chosen["qe"] or "ref" not in self._checkpoint.segments
        return (
            f"nrefs:{'0' if free else self.nrefs}|model:{name}|sha256:{self._digest[:12]}"
            f"|qe:{'yes' if self.chosen['qe'] else 'no'}|transformers:{installed_version('transformers')}"
        )

    @property
    def studied_as(self) -> str:
        """The model of the study whose name stands in the checkpoint's path, as folders of downloaded models have it."""
        path = str(self._path.resolve()).lower()
        return next((study for model, study in STUDIED_MODELS.items() if model in path), "")

    @cached_property
    def _checkpoint(self) -> CometCheckpoint:
        checkpoint = read_checkpoint(self._path, trust=self.chosen["trust"])
        if checkpoint.needs_references and self.chosen["qe"]:
            raise UsageError("qe=true leaves references out, but this COMET model needs them. Leave qe out.")
        return checkpoint

    @cached_property
    def _tokens(self) -> CometTokens:
        return CometTokens(self._checkpoint, self._encoder)

    @cached_property
    def _model(self) -> CometModel:
        return open_model(self._checkpoint, self._tokens, chosen_device(self.chosen["device"]))

    @cached_property
    def _digest(self) -> str:
        folder: Path | None = self._tokens.source.folder
        words = [] if folder is None else sorted({path for name in TOKENIZERS for path in folder.glob(name)})
        name = "" if folder else self._tokens.source.name
        settings = {"metric": "comet", "read": "here", "tokenizer": fingerprint(words, {"name": name})}
        return fingerprint([self._path, settings_file(self._path)], settings)

    def _samples(self, one: Comparison) -> list[CometSample]:
        """What is read of one case: a sample for each reference, or one without."""
        source = required_source(one, "comet")
        free = self.chosen["qe"] or "ref" not in self._checkpoint.segments
        references = () if free else one.references
        return [CometSample(source, one.translation, reference) for reference in references or (None,)]

    def _judged(self, samples: Sequence[CometSample]) -> list[CometJudgement]:
        """Judgements kept by content; those with a reference and those without are never in one batch."""
        kept: dict[int, list[Any]] = {}
        for free in (False, True):
            alike = [place for place, one in enumerate(samples) if (one.reference is None) == free]
            own = [samples[place] for place in alike]
            inputs = [(one.source, one.translation, one.reference) for one in own]

            def compute(positions: Sequence[int], own: Sequence[CometSample] = own) -> list[list[Any]]:
                return [_entry(one) for one in self._model.judge([own[at] for at in positions])]

            kept.update(zip(alike, self.kept(self._digest, inputs, compute, list), strict=True))
        return [_judgement(kept[place]) for place in range(len(samples))]


def _entry(one: CometJudgement) -> list[Any]:
    return [one.score, [error.entry for error in one.errors]]


def _judgement(entry: Sequence[Any]) -> CometJudgement:
    return CometJudgement(float(entry[0]), tuple(map(error_of_entry, entry[1])))


def _detail(judged: CometJudgement) -> Mapping[str, Any]:
    return {"spans": [error.entry for error in judged.errors]} if judged.errors else {}
