"""COMET checkpoints from this machine, opened without unpickling anything but weights unless trusted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mteval.core.errors import DataError, MissingDependencyError

CHECKPOINTS = ("checkpoints/model.ckpt", "checkpoints/*.ckpt", "*.ckpt")


def checkpoint_file(given: str) -> Path:
    """The checkpoint a user means: the file itself, or that of a model directory."""
    path = Path(given).expanduser()
    found = [path] if path.is_file() else [one for pattern in CHECKPOINTS for one in sorted(path.glob(pattern))]
    if not found:
        raise DataError(given, "there is no COMET checkpoint here (comet?model=DIR/checkpoints/model.ckpt)")
    if not (found[0].parent.parent / "hparams.yaml").is_file():
        raise DataError(found[0], f"hparams.yaml is missing; COMET looks for it in {found[0].parent.parent}")
    return found[0]


def load_comet(path: Path, *, trust: bool) -> Any:
    """The model of a checkpoint; its encoder's configuration and tokenizer must be on this machine too."""
    try:
        from comet import load_from_checkpoint
    except ImportError:
        raise MissingDependencyError(
            "comet", "the package unbabel-comet", "Install it: pip install 'mteval-suites[comet]'."
        ) from None
    if not trust:
        _refuse_pickles(path)
    try:
        with _offline():
            model = load_from_checkpoint(str(path), local_files_only=True)
    except (OSError, KeyError, ValueError) as problem:
        first = str(problem).strip().split("\n")[0]
        raise DataError(path, f"COMET cannot open this checkpoint from local files alone ({first})") from None
    return model.eval()


def comet_scores(model: Any, samples: Sequence[dict[str, str]]) -> list[float]:
    """One score per sample (`src`, `mt`, and `ref` where the model takes references)."""
    import torch

    with torch.inference_mode():
        prediction = model.predict_step(model.prepare_sample(list(samples), stage="predict"))
    return [float(score) for score in prediction["scores"].reshape(-1)]


def _refuse_pickles(path: Path) -> None:
    """A checkpoint that loads as bare weights and plain values holds no code, however it is opened later."""
    import pickle

    import torch

    remedy = "trust=true opens it all the same; only say so of a file whose maker you trust"
    try:
        torch.load(path, map_location="meta", weights_only=True)
    except (pickle.UnpicklingError, RuntimeError, EOFError) as problem:
        first = str(problem).strip().split("\n")[0]
        raise DataError(path, f"this checkpoint holds more than weights and plain values ({first}); {remedy}") from None
    settings = path.parent.parent / "hparams.yaml"
    if "!!python" in settings.read_text(encoding="utf-8"):
        raise DataError(settings, f"these settings build Python objects; {remedy}")


@contextmanager
def _offline() -> Iterator[None]:
    """Keep the hub library from the network while a model is opened."""
    import os

    before = os.environ.get("HF_HUB_OFFLINE")
    os.environ["HF_HUB_OFFLINE"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["HF_HUB_OFFLINE"]
        else:
            os.environ["HF_HUB_OFFLINE"] = before
