"""Word lists shipped in lexicons/: each folder has a lexicon.toml that names source, licence and digest of every list."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from mteval.core.errors import DataError, UnknownNameError
from mteval.storage.digests import bytes_digest
from mteval.text.documents import read_toml
from mteval.text.lines import decode
from mteval.text.packed import read_bytes
from mteval.text.shipped import data_folder

MANIFEST = "lexicon.toml"


def lexicon_folder(name: str) -> Path:
    """The folder of a lexicon."""
    return data_folder("lexicons") / name


@lru_cache(maxsize=64)
def read_lexicon(lexicon: str, name: str) -> dict[str, str]:
    """One list: word → what stands after its tab (empty where nothing does). The digest is verified."""
    folder = lexicon_folder(lexicon)
    lists = read_toml(folder / MANIFEST).get("lists", {})
    if name not in lists:
        raise UnknownNameError(f"list of the lexicon {lexicon}", name, lists)
    path = folder / lists[name]["path"]
    raw = read_bytes(path)
    if bytes_digest(raw) != lists[name]["sha256"]:
        raise DataError(path, f"is not the list that {MANIFEST} describes (sha256 differs). Restore it.")
    rows = (line.partition("\t") for line in decode(raw, path).split("\n") if line)
    return {word: value for word, _, value in rows}
