"""Fair coins, one for each unit of each draw: as truth values, or eight to a byte where there are very many units."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Coins = NDArray[np.bool_]
"""Per draw and unit, whether it stays where it is."""
Bytes = NDArray[np.uint8]
UNPACKED = 32
"""Draws that are unpacked at a time."""


@dataclass(frozen=True, slots=True)
class PackedCoins:
    """The coins of many draws, each draw beginning a byte: (draws, bytes). Bits beyond the units mean nothing."""

    bits: Bytes
    units: int

    def __len__(self) -> int:
        return len(self.bits)

    def unpacked(self) -> Iterator[Coins]:
        """The coins as truth values, some draws at a time."""
        for start in range(0, len(self), UNPACKED):
            part = np.unpackbits(self.bits[start : start + UNPACKED], axis=1, count=self.units, bitorder="little")
            yield part.view(np.bool_)


def coins(generator: np.random.Generator, draws: int, units: int) -> Coins:
    """The coins of `generator.integers(2, size=(draws, units), dtype=bool)`, which are the bits of its words of 32, faster."""
    bits = np.unpackbits(_thrown(generator, draws * units), bitorder="little")
    return bits[: draws * units].view(np.bool_).reshape(draws, units)


def packed_coins(generator: np.random.Generator, draws: int, units: int) -> PackedCoins:
    """The same coins, packed."""
    thrown = _thrown(generator, draws * units)
    width = -(-units // 8)
    bits = np.empty((draws, width), dtype=np.uint8)
    for draw in range(draws):
        start, shift = divmod(draw * units, 8)
        bits[draw] = thrown[start : start + width] >> shift
        if shift:
            following = thrown[start + 1 : start + width + 1] << (8 - shift)
            bits[draw, : len(following)] |= following
    return PackedCoins(bits, units)


def _thrown(generator: np.random.Generator, count: int) -> Bytes:
    words = generator.integers(1 << 32, size=-(-count // 32), dtype=np.uint32).astype("<u4", copy=False)
    return words.view(np.uint8)
