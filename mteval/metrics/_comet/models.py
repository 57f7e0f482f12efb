"""What COMET's kinds of model make of source, translation and reference: a score, and of some the errors they mark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from mteval.core.errors import DataError
from mteval.metrics._comet.checkpoint import REFERENCE_FREE, REGRESSION, XCOMET, CometCheckpoint
from mteval.metrics._comet.encoder import CometEncoder, CometTokens, JoinedTokens
from mteval.metrics._comet.spans import MarkedError, mqm_share, read_spans

INPUT_WEIGHTS = (0.1667, 0.3333, 0.5)
"""How much the inputs with the source, the reference and both weigh in marking errors (unbabel-comet 2.2)."""
SCORE_WEIGHTS = (0.12, 0.33, 0.33)
"""How much they weigh in XCOMET's score; the rest is that of the errors (Guerreiro et al. 2024)."""
ERROR_WEIGHT = 0.22
REMEMBERED = 20_000


@dataclass(frozen=True, slots=True)
class CometSample:
    """One translation as a model reads it."""

    source: str
    translation: str
    reference: str | None = None

    @property
    def texts(self) -> tuple[str, ...]:
        """All of them."""
        others = () if self.reference is None else (self.reference,)
        return (self.translation, self.source, *others)


@dataclass(frozen=True, slots=True)
class CometJudgement:
    """The score of one translation, and the errors marked in it."""

    score: float
    errors: tuple[MarkedError, ...] = ()


class CometModel(Protocol):
    """A model that judges samples, all with a reference or all without."""

    def judge(self, samples: Sequence[CometSample]) -> list[CometJudgement]:
        """One judgement a sample."""


def inputs_of(checkpoint: CometCheckpoint, sample: CometSample) -> list[tuple[str, ...]]:
    """The texts that go through the encoder for one sample: one by one, or joined to the translation."""
    if checkpoint.kind in (REGRESSION, REFERENCE_FREE):
        return [(text,) for text in sample.texts]
    mt, src, ref = sample.translation, sample.source, sample.reference
    if checkpoint.segments == ("ref",):
        return [(mt, ref or "")]
    if ref is None or checkpoint.segments == ("src",):
        return [(mt, src)]
    return [(mt, src), (mt, ref), (mt, src, ref)]


def open_model(checkpoint: CometCheckpoint, tokens: CometTokens, device: str) -> CometModel:
    """The model of a checkpoint."""
    encoder = CometEncoder(checkpoint, tokens, device)
    estimator = _Estimator(checkpoint, device)
    if checkpoint.kind in (REGRESSION, REFERENCE_FREE):
        return RegressionModel(checkpoint, encoder, estimator)
    return UnifiedModel(checkpoint, encoder, estimator)


class _Estimator:
    """The layers that make a number of a vector."""

    def __init__(self, checkpoint: CometCheckpoint, device: str) -> None:
        prefix = "estimator.ff."
        numbers = sorted({int(name[len(prefix) :].split(".")[0]) for name in checkpoint.weights if prefix in name})
        if not numbers:
            raise DataError(checkpoint.path, "this is no COMET checkpoint: it has no estimator")
        self._layers = [
            tuple(checkpoint.weights[f"{prefix}{number}.{part}"].float().to(device) for part in ("weight", "bias"))
            for number in numbers
        ]
        self._inner = _activation(checkpoint, "activations")
        self._last = _activation(checkpoint, "final_activation")

    def __call__(self, vectors: Any) -> Any:
        import torch

        for weight, bias in self._layers[:-1]:
            vectors = self._inner(torch.nn.functional.linear(vectors, weight, bias))
        return self._last(torch.nn.functional.linear(vectors, *self._layers[-1])).reshape(-1)


def _activation(checkpoint: CometCheckpoint, setting: str) -> Any:
    import torch

    name = checkpoint.settings[setting]
    if name is None:
        return torch.nn.Identity()
    found = getattr(torch.nn, str(name).title(), None)
    if found is None:
        raise DataError(checkpoint.path, f"the {setting} '{name}' of this checkpoint are unknown to torch")
    return found()


class RegressionModel:
    """Sentence vectors of source, translation and, where it reads one, reference, compared (Rei et al. 2020)."""

    def __init__(self, checkpoint: CometCheckpoint, encoder: CometEncoder, estimator: _Estimator) -> None:
        self._encoder, self._estimator = encoder, estimator
        self._free = checkpoint.kind == REFERENCE_FREE
        self._pool = str(checkpoint.settings["pool"])
        if self._pool not in ("avg", "max", "cls"):
            raise DataError(checkpoint.path, f"the pooling '{self._pool}' is not supported. Known: avg, max, cls")
        self._vectors: dict[str, Any] = {}

    def judge(self, samples: Sequence[CometSample]) -> list[CometJudgement]:
        """One score a sample."""
        import torch

        with torch.inference_mode():
            self._remember(list(dict.fromkeys(text for sample in samples for text in sample.texts)))
            scores = self._estimator(torch.stack([self._compared(sample) for sample in samples]))
        return [CometJudgement(float(score)) for score in scores]

    def _compared(self, sample: CometSample) -> Any:
        import torch

        mt, src = self._vectors[sample.translation], self._vectors[sample.source]
        if self._free:
            return torch.cat((mt, src, mt * src, (mt - src).abs()))
        ref = self._vectors[sample.reference or ""]
        return torch.cat((mt, ref, mt * ref, (mt - ref).abs(), mt * src, (mt - src).abs()))

    def _remember(self, texts: Sequence[str]) -> None:
        """Vectors of texts; the next system has the same sources and references."""
        if len(self._vectors) > REMEMBERED:
            self._vectors.clear()
        new = [text for text in texts if text not in self._vectors]
        if new:
            layers, mask = self._encoder.layers([self._encoder.tokens.row(text) for text in new])
            pooled = self._pooled(self._encoder.mixed(layers, mask), mask.unsqueeze(-1))
            self._vectors.update(zip(new, pooled, strict=True))

    def _pooled(self, mixed: Any, mask: Any) -> Any:
        if self._pool == "cls":
            return mixed[:, 0]
        if self._pool == "max":
            return mixed.masked_fill(mask == 0, float("-inf")).max(dim=1)[0]
        return mixed.masked_fill(mask == 0, 0.0).sum(1) / mask.sum(1)


class UnifiedModel:
    """Translation, source and reference read together (Wan et al. 2022), with errors marked where it was trained to."""

    def __init__(self, checkpoint: CometCheckpoint, encoder: CometEncoder, estimator: _Estimator) -> None:
        self._checkpoint, self._encoder, self._estimator = checkpoint, encoder, estimator
        self._tagger = None
        if checkpoint.labels:
            device = encoder.model.device
            self._tagger = [checkpoint.weights[f"hidden2tag.{part}"].float().to(device) for part in ("weight", "bias")]

    def judge(self, samples: Sequence[CometSample]) -> list[CometJudgement]:
        """One score a sample: the mean of its inputs' scores, or XCOMET's weighting of them with the errors."""
        import torch

        inputs = [inputs_of(self._checkpoint, sample) for sample in samples]
        with torch.inference_mode():
            read = [
                self._read([self._encoder.tokens.row(*texts) for texts in alike]) for alike in zip(*inputs, strict=True)
            ]
            errors = self._errors([probabilities for _, probabilities in read], samples)
            scores = torch.stack([score for score, _ in read])
            if self._checkpoint.kind == XCOMET:
                weights = torch.tensor(SCORE_WEIGHTS if len(read) > 1 else [sum(SCORE_WEIGHTS)], device=scores.device)
                total = (scores.clamp(max=1.0) * weights[:, None]).sum(0)
                own = [float(one) + ERROR_WEIGHT * mqm_share(marked) for one, marked in zip(total, errors, strict=True)]
            else:
                own = [float(one) for one in scores.mean(0)]
        return [CometJudgement(score, marked) for score, marked in zip(own, errors, strict=True)]

    def _read(self, rows: Sequence[JoinedTokens]) -> tuple[Any, Any]:
        """Scores of rows, and the probabilities of each label for the tokens of their translations."""
        import torch

        layers, mask = self._encoder.layers(rows)
        scores = self._estimator(self._encoder.mixed(layers, mask)[:, 0])
        if self._tagger is None:
            return scores, None
        words = layers[int(self._checkpoint.settings["word_layer"])][:, : max(row.first for row in rows)]
        return scores, torch.softmax(torch.nn.functional.linear(words, *self._tagger), dim=2)

    def _errors(self, read: Sequence[Any], samples: Sequence[CometSample]) -> list[tuple[MarkedError, ...]]:
        if self._tagger is None:
            return [()] * len(samples)
        weights = INPUT_WEIGHTS if len(read) > 1 else (1.0,)
        summed = sum(weight * one for weight, one in zip(weights, read, strict=True)).cpu()
        places = [self._encoder.tokens.places(sample.translation) for sample in samples]
        return [
            read_spans(own[: len(where)].tolist(), where, self._checkpoint.labels)
            for own, where in zip(summed, places, strict=True)
        ]
