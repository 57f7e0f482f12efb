"""Data as it stands in a page: JSON for small things, deflate in base64 for large ones."""

from __future__ import annotations

import base64
import json
import math
import zlib
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

MISSING = -(2**31)
LARGEST = 2**31 - 1


@dataclass(frozen=True, slots=True)
class PackedColumn:
    """One number per case, as whole numbers of `10 ** -places`."""

    text: str
    places: int


def embedded_json(value: Any) -> str:
    """JSON that can stand inside a script element: nothing in it ends the element or opens a comment."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def pack(data: bytes) -> str:
    """Bytes as raw deflate in base64, the same text for the same bytes."""
    maker = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    return base64.b64encode(maker.compress(data) + maker.flush()).decode("ascii")


def pack_json(value: Any) -> str:
    """A value as packed JSON."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    # A lone surrogate has no bytes; a question mark stands for it.
    return pack(text.encode("utf-8", "replace"))


def pack_numbers(values: Iterable[float], decimals: int) -> PackedColumn:
    """Numbers with two decimals more than they are read with, fewer where 32 bits do not hold them; NaN where there is none."""
    numbers = [value if math.isfinite(value) else math.nan for value in values]
    largest = max((abs(value) for value in numbers if not math.isnan(value)), default=0.0)
    places = decimals + 2
    while largest * 10.0**places > LARGEST:
        places -= 1
    scale = 10.0**places
    column = array("i", (MISSING if math.isnan(value) else round(value * scale) for value in numbers))
    return PackedColumn(pack(_little_endian(column)), places)


def _little_endian(column: array[int]) -> bytes:
    import sys

    if sys.byteorder == "big":
        column.byteswap()
    return column.tobytes()
