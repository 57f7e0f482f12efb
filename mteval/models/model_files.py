"""Files of a model directory, and which of them are missing."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from mteval.core.errors import DataError

_SIGNS = {
    "ctranslate2": ("model.bin",),
    "hugging-face": ("model.safetensors", "pytorch_model.bin", "model.safetensors.index.json"),
    "fairseq": ("dict.*.txt",),
}


def model_folder(argument: str, backend: str) -> Path:
    """The directory a backend was pointed at; an error if there is none."""
    folder = Path(argument).expanduser()
    if folder.is_dir():
        return folder
    problem = "this is a file; give the directory the model is in" if folder.exists() else "there is no such directory"
    form = f"{backend}DIR" if backend.endswith("=") else f"{backend}:DIR"
    raise DataError(argument or ".", f"{problem} ({form})")


def first_present(folder: Path, patterns: Iterable[str]) -> Path | None:
    """The first file in a folder that fits one of the patterns, tried in order."""
    for pattern in patterns:
        found = sorted(path for path in folder.glob(pattern) if path.is_file())
        if found:
            return found[0]
    return None


def require(folder: Path, patterns: Iterable[str], purpose: str, backend: str) -> Path:
    """The file that fits one of the patterns; if it is missing, say which one, and whose model this looks like."""
    patterns = list(patterns)
    found = first_present(folder, patterns)
    if found is not None:
        return found
    raise DataError(folder, f"{' or '.join(patterns)} is missing ({purpose}).{_looks_like(folder, backend)}")


def _looks_like(folder: Path, backend: str) -> str:
    for other, patterns in _SIGNS.items():
        if other != backend and first_present(folder, patterns):
            return f" This looks like a model for {other}:{folder}."
    return " Copy the whole model directory."
