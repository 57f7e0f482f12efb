"""Reading fairseq checkpoints without fairseq, and without unpickling anything but an argparse.Namespace."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

from mteval.core.errors import DataError
from mteval.models.model_files import require

CHECKPOINTS = ("model.pt", "checkpoint_best.pt", "checkpoint_last.pt", "checkpoint*.pt", "*.pt")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A checkpoint's settings (fairseq's command-line arguments) and its tensors under current names."""

    path: Path
    settings: Mapping[str, Any]
    weights: Mapping[str, Any]

    def setting(self, name: str, default: Any = None) -> Any:
        """One setting, or what fairseq takes it to be where it was not saved."""
        value = self.settings.get(name)
        return default if value is None else value


def checkpoint_path(folder: Path, option: str | None) -> Path:
    """The checkpoint an option names, or the one found in the directory."""
    if option is None:
        return require(folder, CHECKPOINTS, "the checkpoint", "fairseq")
    path = folder / option
    if not path.is_file():
        raise DataError(path, "there is no such checkpoint")
    return path


def read_checkpoint(path: Path, *, trust: bool) -> Checkpoint:
    """Read a checkpoint; one that holds more than tensors and a Namespace is refused unless it is trusted."""
    state = _load(path, trust=trust)
    if not isinstance(state, dict) or not isinstance(state.get("model"), dict):
        raise DataError(path, "this is a torch file, but no fairseq checkpoint: it has no 'model'")
    weights = upgraded(state["model"])
    if not any(name.startswith("decoder.") for name in weights):
        raise DataError(path, "this checkpoint has no decoder: it is of another architecture than an encoder–decoder")
    return Checkpoint(path, _settings(path, state), weights)


def _load(path: Path, *, trust: bool) -> Any:
    import torch

    try:
        with torch.serialization.safe_globals([argparse.Namespace]):
            return torch.load(path, map_location="cpu", weights_only=not trust)
    except UnpicklingError:
        problem = (
            "this checkpoint holds more than tensors and settings, and must be unpickled, which can run any code: "
            "add ?trust=true if you trust whoever made it"
        )
        raise DataError(path, problem) from None
    except (RuntimeError, EOFError, OSError, ValueError, ImportError, AttributeError) as error:
        raise DataError(path, f"torch cannot read this checkpoint: {str(error).splitlines()[0]}") from None


def _settings(path: Path, state: Mapping[str, Any]) -> dict[str, Any]:
    """Checkpoints before fairseq 0.10 keep `args`, later ones `cfg` with one part per component."""
    args = state.get("args")
    if args is not None:
        return _plain(args)
    cfg = state.get("cfg")
    if not cfg:
        raise DataError(path, "this checkpoint does not say how the model was built (neither 'args' nor 'cfg')")
    settings = _plain(cfg["model"])
    task = _plain(cfg["task"]) if "task" in cfg else {}
    return {**task, **settings}


def _plain(part: Any) -> dict[str, Any]:
    if isinstance(part, argparse.Namespace):
        return vars(part)
    return dict(part)


_OLD_NORMS = {
    "encoder": ("self_attn_layer_norm", "final_layer_norm"),
    "decoder": ("self_attn_layer_norm", "encoder_attn_layer_norm", "final_layer_norm"),
}


def upgraded(weights: Mapping[str, Any]) -> dict[str, Any]:
    """Tensors under the names fairseq gives them today."""
    found: dict[str, Any] = {}
    for name, tensor in weights.items():
        found.update(_renamed(name, tensor))
    for side, least in (("encoder", 2), ("decoder", 3)):
        version = float(found.pop(f"{side}.version", [1])[0])
        if version < least:  # as fairseq does: these were trained without normalising after the last layer
            found.pop(f"{side}.layer_norm.weight", None)
            found.pop(f"{side}.layer_norm.bias", None)
    if "decoder.embed_out" in found:
        found["decoder.output_projection.weight"] = found.pop("decoder.embed_out")
    if "decoder.output_projection.weight" not in found and "decoder.embed_tokens.weight" in found:
        found["decoder.output_projection.weight"] = found["decoder.embed_tokens.weight"]
    return found


def _renamed(name: str, tensor: Any) -> dict[str, Any]:
    if name.endswith("_float_tensor"):
        return {}
    if ".in_proj_" in name:  # queries, keys and values in one matrix, before fairseq 0.9
        head, kind = name.split(".in_proj_")
        return {f"{head}.{part}_proj.{kind}": rows for part, rows in zip("qkv", tensor.chunk(3), strict=True)}
    if ".layer_norms." in name:
        head, rest = name.split(".layer_norms.")
        index, kind = rest.split(".")
        return {f"{head}.{_OLD_NORMS[name.partition('.')[0]][int(index)]}.{kind}": tensor}
    return {name: tensor}
