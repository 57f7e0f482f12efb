"""Where the data that comes with mteval lies."""

from __future__ import annotations

from pathlib import Path


def data_folder(kind: str) -> Path:
    """The folder of shipped data: beside the package in a clone, inside it when installed from a wheel."""
    package = Path(__file__).resolve().parent.parent
    bundled = package / "_data" / kind
    return bundled if bundled.is_dir() else package.parent / kind
