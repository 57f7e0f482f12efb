"""Lines of corpora too large to hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mteval.text.packed import open_packed


def stream_lines(path: str | Path) -> Iterator[str]:
    """One line after another, unpacked from .gz, .xz and .zst; bytes that are no UTF-8 are replaced, not fatal."""
    with open_packed(path) as file:
        for raw in file:
            yield raw.decode("utf-8", errors="replace").rstrip("\r\n")
