"""Sums of rows over very many cases, under coins and under counts; compiled by `mteval.statistics.products`.

BLAS would need every coin as a number of its own and waits for its threads; here four coins at once choose one of sixteen
sums made beforehand. All numbers are whole and stay below 2**24 between two calls, so single precision is exact.
"""

from __future__ import annotations

from typing import Any

import numpy as np

BYTES = 4
NIBBLES = 2 * BYTES
NEAR = 128


def fill_table(table: Any, rows: Any, first: int, last: int) -> None:
    """For each four of the rows from `first`, the sums over their sixteen subsets; rows from `last` on count nothing."""
    for nibble in range(NIBBLES):
        start = 16 * nibble
        table[start] = 0
        for place in range(4):
            row = first + 4 * nibble + place
            size = 1 << place
            for subset in range(size):
                for column in range(table.shape[1]):
                    value = rows[row, column] if row < last else np.float32(0)
                    table[start + size + subset, column] = table[start + subset, column] + value


def add_kept(bits: Any, rows: Any, sums: Any) -> None:
    """Add to sums (draws, columns) the rows whose bit in bits (draws, bytes) is set."""
    table = np.zeros((16 * NIBBLES, sums.shape[1]), dtype=np.float32)
    end = bits.shape[1]
    for byte in range(0, end, BYTES):
        fill_table(table, rows, byte * 8, rows.shape[0])
        for draw in range(sums.shape[0]):
            a = np.uint32(bits[draw, byte])
            b = np.uint32(bits[draw, byte + 1]) if byte + 1 < end else np.uint32(0)
            c = np.uint32(bits[draw, byte + 2]) if byte + 2 < end else np.uint32(0)
            d = np.uint32(bits[draw, byte + 3]) if byte + 3 < end else np.uint32(0)
            one, two = table[a & np.uint32(15)], table[np.uint32(16) + (a >> np.uint32(4))]
            three, four = table[np.uint32(32) + (b & np.uint32(15))], table[np.uint32(48) + (b >> np.uint32(4))]
            five, six = table[np.uint32(64) + (c & np.uint32(15))], table[np.uint32(80) + (c >> np.uint32(4))]
            seven, eight = table[np.uint32(96) + (d & np.uint32(15))], table[np.uint32(112) + (d >> np.uint32(4))]
            own = sums[draw]
            for column in range(sums.shape[1]):
                left = (one[column] + two[column]) + (three[column] + four[column])
                right = (five[column] + six[column]) + (seven[column] + eight[column])
                own[column] += left + right


def add_counted(counts: Any, rows: Any, first: int, last: int, sums: Any) -> None:
    """Add to sums (draws, columns) rows first…last, as often as counts (draws, rows) say; rows come in fours, draws in twos."""
    for draw in range(0, sums.shape[0], 2):
        own, other = sums[draw], sums[draw + 1]
        times, again = counts[draw], counts[draw + 1]
        for case in range(first, last, 4):
            a, b = np.float32(times[case]), np.float32(times[case + 1])
            c, d = np.float32(times[case + 2]), np.float32(times[case + 3])
            e, f = np.float32(again[case]), np.float32(again[case + 1])
            g, h = np.float32(again[case + 2]), np.float32(again[case + 3])
            one, two, three, four = rows[case], rows[case + 1], rows[case + 2], rows[case + 3]
            for column in range(sums.shape[1]):
                w, x, y, z = one[column], two[column], three[column], four[column]
                own[column] += (a * w + b * x) + (c * y + d * z)
                other[column] += (e * w + f * x) + (g * y + h * z)


def add_all_counted(counts: Any, rows: Any, sums: Any) -> None:
    """The same for all rows, as many at a time as the fastest cache holds."""
    for first in range(0, rows.shape[0], NEAR):
        add_counted(counts, rows, first, min(first + NEAR, rows.shape[0]), sums)


def count_units(drawn: Any, counts: Any) -> None:
    """How often each unit was drawn."""
    counts[:] = 0
    for place in range(len(drawn)):
        counts[drawn[place]] += 1


FUNCTIONS = (fill_table, add_kept, add_counted, add_all_counted, count_units)
