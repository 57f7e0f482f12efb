"""Data files on the network: fetched at first use, verified always."""

from __future__ import annotations

import os
import re
from pathlib import Path

from mteval.core.errors import DataError
from mteval.storage.addresses import download, require_public
from mteval.storage.cache_folder import cache_folder
from mteval.storage.digests import file_digest
from mteval.text.packed import is_input


def verify(path: Path, sha256: str) -> None:
    """Refuse a file whose digest is not the one promised."""
    if not is_input(path):
        raise DataError(path, "no such file, though the manifest names it. Install the suite again.")
    found = file_digest(path)
    if found != sha256:
        raise DataError(
            path, f"has sha256 {found[:12]}…, but its manifest says {sha256[:12]}…. Restore it or correct the manifest."
        )


def offline() -> bool:
    """Whether the user forbade network access (MTEVAL_OFFLINE=1)."""
    return os.environ.get("MTEVAL_OFFLINE", "").lower() in ("1", "true", "yes")


def fetch(url: str, sha256: str) -> Path:
    """The cached copy of a file on the network, downloaded at first use."""
    if not re.fullmatch("[0-9a-fA-F]{64}", sha256):
        raise DataError(url, f"sha256 = {sha256[:70]!r} is no digest: 64 hexadecimal digits are expected.")
    folder = cache_folder() / "data"
    name = f"{sha256[:16]}-{url.rstrip('/').rsplit('/', 1)[-1]}"
    if (folder / name).exists():
        return folder / name
    if offline():
        raise DataError(url, f"is not in {folder}, and MTEVAL_OFFLINE forbids fetching it. Fetch it once while online.")
    require_public(url)
    import pooch

    try:
        return Path(pooch.retrieve(url, known_hash=sha256, path=folder, fname=name, downloader=download))
    except ValueError:
        raise DataError(url, "the file there is not the one the manifest describes (sha256 differs).") from None
    except OSError as error:  # the exceptions of requests are OSErrors too
        reason = type(error).__name__
        raise DataError(
            url, f"cannot be fetched ({reason}). Check the network, or put the file into {folder}/{name}."
        ) from None
