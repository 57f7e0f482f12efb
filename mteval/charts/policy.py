"""The Content-Security-Policy of a page that stands alone: its own scripts and styles by their hashes, and nothing else."""

from __future__ import annotations

import base64
from collections.abc import Iterable

from mteval.storage.digests import text_digest


def content_policy(scripts: Iterable[str] = (), styles: Iterable[str] = ()) -> str:
    """The policy for a page with these inline scripts and styles, each exactly as it stands between its tags.

    It belongs into `<meta http-equiv="Content-Security-Policy" content="…">` before the first of them. Hashes are taken from
    what the page is made of, never from the finished page, so that a script that got in some other way does not run. Nothing
    is loaded from anywhere. Style attributes are let through: they place bars and dots, and hold numbers of ours alone.
    """
    parts = {
        "default-src": "'none'",
        "script-src": _hashes(scripts),
        "style-src": _hashes(styles),
        "style-src-attr": "'unsafe-inline'",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in parts.items())


def _hashes(texts: Iterable[str]) -> str:
    digests = (bytes.fromhex(text_digest(text)) for text in texts)
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests) or "'none'"
