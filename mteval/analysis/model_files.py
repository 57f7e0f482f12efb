"""Files of a model directory: which are missing, and a digest of what answers depend on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
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


@lru_cache(maxsize=4096)
def _digest(path: str, size: int, modified: int) -> str:
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def file_digest(path: Path) -> str:
    """The sha256 of a file's bytes, computed once per process while size and time stay the same."""
    status = path.stat()
    return _digest(str(path.resolve()), status.st_size, status.st_mtime_ns)


def fingerprint(files: Iterable[Path], settings: Mapping[str, str]) -> str:
    """One digest of the contents of files (by name) and of the settings answers depend on."""
    contents = {path.name: file_digest(path) for path in files}
    text = json.dumps([contents, dict(settings)], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
