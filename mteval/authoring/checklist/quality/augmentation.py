"""What a CheckList is worth as training data: Aug-0 and Aug-CFT.

Axis: utility. Instances with labels (at most 10 000 a capability) are parted 70:30. A model is fine-tuned on the 70 % and
tested on one common test set, the 30 % of *all* CheckLists compared. Two ways, by name: `per-capability` (as the first
paper has it) fine-tunes one model on each capability's instances, tests it on that capability, and averages the accuracies;
`over-all` (as the second) fine-tunes one model on the instances of all capabilities and gives its accuracy on all.

Aug-0 starts from a model that has not seen the task, Aug-CFT (continued fine-tuning) from one already fine-tuned on it. An
instance's side is decided by a digest of its text, so that a sentence two CheckLists share is never training data of one
and test data of the other.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mteval.checklists.checklist import CheckList
from mteval.checklists.templates import expand
from mteval.core.errors import DataError, MissingDependencyError
from mteval.storage.digests import text_digest

if TYPE_CHECKING:
    import torch

MOST_PER_CAPABILITY = 10_000
TRAINING_SHARE = 0.7
PER_CAPABILITY, OVER_ALL = WAYS = ("per-capability", "over-all")


@dataclass(frozen=True, slots=True)
class LabelledText:
    """A text (or premise and hypothesis) with its accepted labels, the one to learn first."""

    texts: tuple[str, ...]
    labels: tuple[str, ...]
    capability: str


@dataclass(frozen=True, slots=True)
class TrainingRun:
    """How a model is fine-tuned; the seed settles the order of instances and the new weights."""

    epochs: int = 3
    batch: int = 32
    learning_rate: float = 5e-5
    longest: int = 128
    seed: int = 1


@dataclass(frozen=True, slots=True)
class DataSplit:
    """The training and the test instances of one CheckList."""

    training: tuple[LabelledText, ...]
    test: tuple[LabelledText, ...]


def labelled_instances(checklist: CheckList, most: int = MOST_PER_CAPABILITY, seed: int = 1) -> list[LabelledText]:
    """Instances of every test that has labels, at most `most` a capability, evenly over its templates."""
    found: list[LabelledText] = []
    for capability in checklist.capabilities:
        tests = [test for test in checklist.tests_of(capability) if test.kind == "MFT" and test.labels]
        limit = max(most // len(tests), 1) if tests else 0
        for test in tests:
            for instance in expand(test.template, checklist.lexicons, limit=limit, seed=seed):
                found.append(LabelledText(instance.texts, test.labels, capability))
    return list(dict.fromkeys(found))


def part(instances: Iterable[LabelledText], seed: int = 1) -> DataSplit:
    """Part instances 70:30 by a digest of their text."""
    training: list[LabelledText] = []
    test: list[LabelledText] = []
    for instance in instances:
        digest = text_digest(f"{seed}\0{chr(0).join(instance.texts)}")
        side = training if int(digest[:16], 16) / 2**64 < TRAINING_SHARE else test
        side.append(instance)
    return DataSplit(tuple(training), tuple(test))


def common_test(parts: Sequence[DataSplit]) -> dict[str, list[LabelledText]]:
    """One test set per capability, of the test instances of all CheckLists."""
    merged: dict[str, dict[LabelledText, None]] = {}
    for parted in parts:
        for instance in parted.test:
            merged.setdefault(instance.capability, {})[instance] = None
    return {capability: list(instances) for capability, instances in merged.items()}


@dataclass(frozen=True, slots=True)
class AugmentedAccuracy:
    """The accuracy of models fine-tuned on a CheckList, as a whole and for each capability of the common test set."""

    whole: float
    capabilities: Mapping[str, float]


def augment(
    model: Path,
    training: Sequence[LabelledText],
    test: Mapping[str, Sequence[LabelledText]],
    labels: Sequence[str],
    settings: TrainingRun = TrainingRun(),
    progress: Callable[[int, int], None] | None = None,
    *,
    way: str = OVER_ALL,
) -> AugmentedAccuracy:
    """Fine-tune a local model on one CheckList, as a whole or anew for each capability, and test it on the common test set."""
    if way == PER_CAPABILITY:
        return _each_capability(model, training, test, labels, settings, progress)
    tuner = FineTuner(model, labels, settings)
    tuner.train(training, progress)
    right = {name: sum(map(_accepted, tuner.classify(instances), instances)) for name, instances in test.items()}
    whole = _share(sum(right.values()), sum(map(len, test.values())))
    return AugmentedAccuracy(whole, {name: _share(count, len(test[name])) for name, count in right.items()})


def _each_capability(
    model: Path,
    training: Sequence[LabelledText],
    test: Mapping[str, Sequence[LabelledText]],
    labels: Sequence[str],
    settings: TrainingRun,
    progress: Callable[[int, int], None] | None,
) -> AugmentedAccuracy:
    """A model for each capability the CheckList has instances of; the mean of their accuracies."""
    accuracies: dict[str, float] = {}
    for name, instances in test.items():
        own = [one for one in training if one.capability == name]
        if own:
            found = augment(model, own, {name: instances}, labels, settings, progress)
            accuracies[name] = found.whole
    return AugmentedAccuracy(_share_of(accuracies.values()), accuracies)


def _share_of(accuracies: Iterable[float]) -> float:
    known = [value for value in accuracies if not math.isnan(value)]
    return math.fsum(known) / len(known) if known else math.nan


def _accepted(label: str, instance: LabelledText) -> bool:
    return label in instance.labels


def _share(part: int, whole: int) -> float:
    return part / whole if whole else math.nan


class FineTuner:
    """A sequence classifier from a local folder, its weights read as data (safetensors or weights only, never code)."""

    def __init__(self, folder: Path, labels: Sequence[str], settings: TrainingRun) -> None:
        torch, transformers = _libraries()
        if not (Path(folder) / "config.json").is_file():
            raise DataError(folder, "is no folder with a transformers model (config.json is missing).")
        torch.manual_seed(settings.seed)
        self.labels = tuple(labels)
        self.settings = settings
        self.tokenizer = transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True)
        self.model = transformers.AutoModelForSequenceClassification.from_pretrained(
            folder,
            num_labels=len(self.labels),
            id2label=dict(enumerate(self.labels)),
            label2id={label: place for place, label in enumerate(self.labels)},
            local_files_only=True,
            trust_remote_code=False,
            weights_only=True,
            # A model of another task has a head of another size, which is made anew.
            ignore_mismatched_sizes=True,
        )

    def train(self, instances: Sequence[LabelledText], progress: Callable[[int, int], None] | None = None) -> None:
        """Fine-tune all weights, with instances in a new order every epoch."""
        torch, _ = _libraries()
        optimiser = torch.optim.AdamW(self.model.parameters(), lr=self.settings.learning_rate)
        generator = random.Random(self.settings.seed)
        self.model.train()
        batches = math.ceil(len(instances) / self.settings.batch) * self.settings.epochs
        done = 0
        for _ in range(self.settings.epochs):
            order = generator.sample(list(instances), len(instances))
            for start in range(0, len(order), self.settings.batch):
                chosen = order[start : start + self.settings.batch]
                gold = torch.tensor([self.labels.index(one.labels[0]) for one in chosen])
                loss = self.model(**self._encode(chosen), labels=gold).loss
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
                optimiser.step()
                optimiser.zero_grad()
                done += 1
                if progress:
                    progress(done, batches)

    def classify(self, instances: Sequence[LabelledText]) -> list[str]:
        """The label of each instance."""
        torch, _ = _libraries()
        self.model.eval()
        given: list[str] = []
        with torch.inference_mode():
            for start in range(0, len(instances), self.settings.batch):
                logits = self.model(**self._encode(instances[start : start + self.settings.batch])).logits
                given.extend(self.labels[place] for place in logits.argmax(dim=-1).tolist())
        return given

    def _encode(self, instances: Sequence[LabelledText]) -> Mapping[str, torch.Tensor]:
        columns: list[Any] = [list(column) for column in zip(*(one.texts for one in instances), strict=True)]
        encoded: Mapping[str, torch.Tensor] = self.tokenizer(
            *columns, padding=True, truncation=True, max_length=self.settings.longest, return_tensors="pt"
        )
        return encoded


def _libraries() -> tuple[Any, Any]:
    try:
        import torch
        import transformers
    except ImportError as error:
        missing = str(error.name)
        remedy = 'Install them with: pip install "mteval-suites[hf]".'
        raise MissingDependencyError("Fine-tuning (Aug-0, Aug-CFT)", missing, remedy) from None
    return torch, transformers
