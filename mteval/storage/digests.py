"""SHA-256 digests of texts and files: what signatures, caches and manifests know data by."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from mteval.text.packed import is_input, is_pipe, raw_bytes, read_bytes
from mteval.text.packed_lines import joined

SHORT = 12
"""Digits of a digest that signatures show."""


def bytes_digest(data: bytes) -> str:
    """The digest of some bytes."""
    return parts_digest((data,))


def parts_digest(parts: Iterable[bytes | memoryview]) -> str:
    """The digest of bytes that come in parts."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()


def text_digest(text: str) -> str:
    """The digest of a text; half a surrogate pair, which no file could hold, is digested as it is."""
    return bytes_digest(text.encode("utf-8", "surrogatepass"))


def draw_key(text: str, size: int = 8) -> bytes:
    """A few bytes that look random but follow from the text: for drawing without a state, and for naming files."""
    return hashlib.blake2b(text.encode(), digest_size=size).digest()


def json_digest(value: Any) -> str:
    """The digest of a JSON-ready value, whatever the order of its keys."""
    return text_digest(json.dumps(value, ensure_ascii=False, sort_keys=True))


def file_digest(path: Path) -> str:
    """The digest of a file's bytes as they lie on disk, computed once per process while size and time stay the same."""
    if is_pipe(path):
        return bytes_digest(raw_bytes(path))
    status = path.stat()
    return _file_digest(str(path.resolve()), status.st_size, status.st_mtime_ns)


@lru_cache(maxsize=4096)
def _file_digest(path: str, size: int, modified: int) -> str:
    del size, modified
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def joint_digest(digests: Iterable[str]) -> str:
    """One digest of several, whatever their order."""
    return text_digest("".join(sorted(digests)))


def contents_digest(paths: Iterable[Path]) -> str:
    """One digest over the unpacked contents of several files, in the order given."""
    return parts_digest(hashlib.sha256(read_bytes(path)).digest() for path in paths)


def lines_digest(columns: Iterable[Sequence[str]]) -> str:
    """One digest over several columns of lines, in the order given."""
    return parts_digest(hashlib.sha256(joined(lines)).digest() for lines in columns)


def fingerprint(files: Iterable[Path], settings: Mapping[str, str]) -> str:
    """One digest of the contents of files (by name) and of the settings answers depend on."""
    return json_digest([{path.name: file_digest(path) for path in files}, dict(settings)])


def signed_file(path: Path) -> str:
    """A file as signatures name it: name and short digest; where it lies says nothing to whoever repeats the number."""
    return f"{path.name}@{file_digest(path)[:SHORT]}" if is_input(path) else path.name
