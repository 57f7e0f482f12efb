"""Labels from sequence classifiers, or from inference models asked whether a text entails a sentence about the label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mteval.core.errors import UsageError, suggestion
from mteval.core.queries import Classification, Classify


@dataclass(frozen=True, slots=True)
class ClassificationSettings:
    """One text or text pair to label, as token numbers: one row, or one per label for zero-shot."""

    rows: tuple[tuple[int, ...], ...]
    labels: tuple[str, ...]


class Classifier:
    """A sequence classification model and its tokenizer."""

    def __init__(self, model: Any, tokenizer: Any, hypothesis: str | None) -> None:
        self._model, self._tokenizer, self._hypothesis = model, tokenizer, hypothesis
        self._names = [str(model.config.id2label[i]) for i in range(model.config.num_labels)]
        self._entailment = self._entailment_index() if hypothesis is not None else -1

    def prepare(self, query: Classify) -> ClassificationSettings:
        """The rows to put through the model."""
        if self._hypothesis is not None:
            if not query.labels:
                raise UsageError("Zero-shot classification needs the suite to name its labels.")
            pairs = [(query.texts[0], self._hypothesis.replace("{label}", label)) for label in query.labels]
            return ClassificationSettings(
                tuple(tuple(self._tokenizer(*pair).input_ids) for pair in pairs), query.labels
            )
        labels = query.labels or tuple(self._names)
        self._check(labels)
        return ClassificationSettings((tuple(self._tokenizer(*query.texts).input_ids),), labels)

    def __call__(self, items: Sequence[ClassificationSettings]) -> list[Classification]:
        """Label a batch."""
        import torch

        rows = [list(row) for item in items for row in item.rows]
        with torch.inference_mode():
            batch = self._tokenizer.pad({"input_ids": rows}, return_tensors="pt").to(self._model.device)
            logits = iter(self._model(**batch).logits.double().cpu())
            return [self._classification(item, torch.stack([next(logits) for _ in item.rows])) for item in items]

    def _classification(self, item: ClassificationSettings, logits: Any) -> Classification:
        if self._hypothesis is not None:
            chances = logits[:, self._entailment].softmax(0).tolist()
            return _best(dict(zip(item.labels, chances, strict=True)))
        chances = dict(zip(map(str.lower, self._names), logits[0].softmax(0).tolist(), strict=True))
        return _best({label: chances[label.lower()] for label in item.labels})

    def _check(self, labels: Sequence[str]) -> None:
        known = [name.lower() for name in self._names]
        for label in labels:
            if label.lower() not in known:
                raise UsageError(
                    f"The suite has the label '{label}', but the model gives {', '.join(self._names)}. "
                    f"{suggestion(label.lower(), known)} With an inference model, use ?zero_shot=true."
                )

    def _entailment_index(self) -> int:
        for i, name in enumerate(self._names):
            if name.lower().startswith("entail"):
                return i
        raise UsageError(
            f"zero_shot=true needs a model with a label 'entailment'; this one has {', '.join(self._names)}."
        )


def _best(chances: dict[str, float]) -> Classification:
    return Classification(max(chances, key=lambda label: chances[label]), chances)
