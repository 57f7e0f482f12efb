"""COMET checkpoints of this machine: settings and weights, unpickling nothing else unless trusted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mteval.core.errors import DataError
from mteval.models.transformers_loading import first_line, require_packages
from mteval.text.lines import read_text

CHECKPOINTS = ("checkpoints/model.ckpt", "checkpoints/*.ckpt", "*.ckpt")
REGRESSION, REFERENCE_FREE, UNIFIED, XCOMET = (
    "regression_metric",
    "referenceless_regression_metric",
    "unified_metric",
    "xcomet_metric",
)
_COMMON = {"encoder_model": "XLM-RoBERTa", "activations": "Tanh", "final_activation": None, "layer_norm": True}
_REGRESSION = {**_COMMON, "pretrained_model": "xlm-roberta-large", "pool": "avg", "layer": "mix"}
_UNIFIED = {
    **_COMMON,
    "pretrained_model": "microsoft/infoxlm-large",
    "sent_layer": "mix",
    "layer_transformation": "sparsemax",
    "word_layer": 24,
    "input_segments": ["mt", "src", "ref"],
    "word_level_training": False,
    "error_labels": ["minor", "major"],
}
_XCOMET = {
    **_UNIFIED,
    "encoder_model": "XLM-RoBERTa-XL",
    "pretrained_model": "facebook/xlm-roberta-xl",
    "layer_norm": False,
    "word_layer": 36,
    "error_labels": ["minor", "major", "critical"],
}
DEFAULTS: Mapping[str, Mapping[str, Any]] = {
    REGRESSION: _REGRESSION,
    REFERENCE_FREE: _REGRESSION,
    UNIFIED: _UNIFIED,
    XCOMET: _XCOMET,
}
"""What a checkpoint that does not say so means, by kind (unbabel-comet 2.2)."""


@dataclass(frozen=True, slots=True)
class CometCheckpoint:
    """The kind of a checkpoint, its settings and its weights."""

    path: Path
    kind: str
    settings: Mapping[str, Any]
    weights: Mapping[str, Any]

    @property
    def segments(self) -> tuple[str, ...]:
        """What the model reads beside the translation: `src`, `ref` or both."""
        if self.kind in (REGRESSION, XCOMET):
            return ("src", "ref")
        if self.kind == REFERENCE_FREE:
            return ("src",)
        return tuple(one for one in ("src", "ref") if one in self.settings["input_segments"])

    @property
    def needs_references(self) -> bool:
        """Whether it reads nothing without a reference; models of several inputs do."""
        return self.kind == REGRESSION or self.segments == ("ref",)

    @property
    def labels(self) -> tuple[str, ...]:
        """The severities it marks; none where it marks no errors."""
        marks = self.kind == XCOMET or (self.kind == UNIFIED and self.settings["word_level_training"])
        return tuple(map(str, self.settings["error_labels"])) if marks else ()


def checkpoint_file(given: str) -> Path:
    """The checkpoint a user means: the file itself, or that of a model directory."""
    path = Path(given).expanduser()
    found = [path] if path.is_file() else [one for pattern in CHECKPOINTS for one in sorted(path.glob(pattern))]
    if not found:
        raise DataError(given, "there is no COMET checkpoint here (comet?model=DIR/checkpoints/model.ckpt)")
    if not settings_file(found[0]).is_file():
        raise DataError(found[0], f"hparams.yaml is missing; COMET looks for it in {found[0].parent.parent}")
    return found[0]


def settings_file(checkpoint: Path) -> Path:
    """The hparams.yaml of a checkpoint."""
    return checkpoint.parent.parent / "hparams.yaml"


def read_checkpoint(path: Path, *, trust: bool) -> CometCheckpoint:
    """Kind, settings and weights of a checkpoint, whose weights stay on disk until they are needed."""
    require_packages("comet")
    kind = _kind(path)
    held = _unpickled(path, trust=trust)
    weights = held.get("state_dict") if isinstance(held, dict) else None
    if not isinstance(weights, dict) or not weights:
        raise DataError(path, "this is no COMET checkpoint: it holds no 'state_dict'")
    own = held.get("hyper_parameters")
    # As the peer reads it: hparams.yaml names the kind, all other settings are those of the checkpoint.
    settings = own if isinstance(own, dict) else _yaml(path)
    return CometCheckpoint(path, kind, {**DEFAULTS[kind], **settings}, weights)


def _kind(path: Path) -> str:
    kind = _yaml(path).get("class_identifier")
    if kind not in DEFAULTS:
        known = ", ".join(DEFAULTS)
        raise DataError(settings_file(path), f"class_identifier is {kind!r}, which is not supported. Known: {known}")
    return str(kind)


def _yaml(path: Path) -> Mapping[str, Any]:
    import yaml

    source = settings_file(path)
    try:
        settings = yaml.safe_load(read_text(source))
    except yaml.YAMLError as problem:
        raise DataError(source, f"these are no plain settings ({first_line(problem)})") from None
    if not isinstance(settings, dict):
        raise DataError(source, "these are no settings: name and value on each line expected")
    return settings


def _unpickled(path: Path, *, trust: bool) -> Any:
    import pickle

    import torch

    try:
        return torch.load(path, map_location="cpu", weights_only=not trust, mmap=_is_zip(path))
    except (pickle.UnpicklingError, RuntimeError, EOFError, ValueError, OSError) as problem:
        remedy = "" if trust else "; trust=true opens it all the same; only say so of a file whose maker you trust"
        problem_text = (
            f"this checkpoint holds more than weights and plain values, or is damaged ({first_line(problem)})"
        )
        raise DataError(path, f"{problem_text}{remedy}") from None


def _is_zip(path: Path) -> bool:
    """Whether the file has the form that torch can leave on disk."""
    with path.open("rb") as file:
        return file.read(4) == b"PK\x03\x04"
