"""Compiled reading of word vectors written as text; imported only when a file is read."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

OK, TOO_FEW, TOO_MANY, NOT_A_NUMBER, NEEDS_CARE = range(5)
_SPACE, _TAB, _RETURN, _NEWLINE = 32, 9, 13, 10
_PLUS, _MINUS, _DOT, _ZERO = 43, 45, 46, 48
_LARGE_E, _SMALL_E = 69, 101
_POWERS = np.array([10.0**i for i in range(23)])
_MOST_DIGITS = 19
_compiled = numba.njit(nogil=True, cache=True)


def _line_ends(data: Any, start: int, ends: Any) -> int:
    """Write the offsets of newlines from `start` on into `ends` until it is full; return how many were found."""
    found = 0
    for i in range(start, data.shape[0]):
        if data[i] == _NEWLINE:
            ends[found] = i
            found += 1
            if found == ends.shape[0]:
                break
    return found


def _mantissa(data: Any, start: int, stop: int) -> tuple[Any, int, int, int]:
    """The digits from `start` on as a whole number, how many they are, the power of ten it wants, and where they end.

    Digits beyond the nineteenth, the most that surely fit 64 bits, are counted and not read.
    """
    mantissa = np.uint64(0)
    digits = 0
    exponent = 0
    dot = False
    i = start
    while i < stop:
        digit = np.uint64(data[i]) - np.uint64(_ZERO)
        if digit > 9:
            if data[i] != _DOT or dot:
                break
            dot = True
        elif digits < _MOST_DIGITS:
            mantissa = mantissa * np.uint64(10) + digit
            digits += mantissa != 0
            exponent -= dot
        else:
            digits += 1
            exponent += not dot
        i += 1
    return mantissa, digits, exponent, i


def _power(data: Any, start: int, stop: int) -> tuple[int, bool]:
    """The exponent written after an `e`, and whether it is one."""
    i = start
    down = i < stop and data[i] == _MINUS
    if i < stop and (data[i] == _MINUS or data[i] == _PLUS):
        i += 1
    power: Any = 0
    fine: Any = i < stop
    while i < stop:
        digit = np.int64(data[i]) - _ZERO
        fine = fine and 0 <= digit <= 9
        power = min(power * 10 + digit, 100000)
        i += 1
    return (-power if down else power), fine


mantissa_of = _compiled(_mantissa)
power_of = _compiled(_power)


def _rounded(mantissa: Any, exponent: int) -> tuple[float, int]:
    """mantissa · 10^exponent as a double, and whether its rounding to float32 is certain.

    Powers of ten up to 22 are doubles. A mantissa beyond 2**53 may leave the double a unit off, which matters only next to
    the midpoint of two float32 numbers.
    """
    if exponent > 22 or exponent < -22:
        return 0.0, NEEDS_CARE
    value = np.float64(mantissa)
    value = value * _POWERS[exponent] if exponent >= 0 else value / _POWERS[-exponent]
    if mantissa > np.uint64(9007199254740992):
        tail = np.float64(value).view(np.int64) & 0x1FFFFFFF
        if abs(tail - 0x10000000) <= 4 or value < 1e-37:
            return 0.0, NEEDS_CARE
    return value, OK


rounded = _compiled(_rounded)


def _number(data: Any, start: int, stop: int) -> tuple[float, int]:
    """The decimal number in data[start:stop] and OK, NOT_A_NUMBER, or NEEDS_CARE where its rounding is not certain."""
    negative = data[start] == _MINUS
    first = start + (1 if negative or data[start] == _PLUS else 0)
    mantissa, digits, exponent, i = mantissa_of(data, first, stop)
    # Nothing but a dot (or nothing at all) was read.
    if i == first or (i == first + 1 and data[first] == _DOT):
        return 0.0, NOT_A_NUMBER
    if i < stop:
        power, fine = power_of(data, i + 1, stop)
        if not fine or (data[i] != _SMALL_E and data[i] != _LARGE_E):
            return 0.0, NOT_A_NUMBER
        exponent += power
    if mantissa == 0:
        return (-0.0 if negative else 0.0), OK
    if digits > _MOST_DIGITS:
        return 0.0, NEEDS_CARE
    value, state = rounded(mantissa, exponent)
    return (-value if negative else value), state


number = _compiled(_number)


def _blank(byte: Any) -> Any:
    return byte in (_SPACE, _TAB, _RETURN)


blank = _compiled(_blank)


def _parse_line(data: Any, begin: int, stop: int, vector: Any) -> tuple[int, int]:
    """Read a line from its right end, the vector before the word; give the state and where the word ends."""
    state = OK
    for column in range(vector.shape[0] - 1, -1, -1):
        while stop > begin and blank(data[stop - 1]):
            stop -= 1
        token = stop
        while token > begin and not blank(data[token - 1]):
            token -= 1
        if token <= begin:
            return TOO_FEW, stop
        value, how = number(data, token, stop)
        if how != OK:
            state = how
        if how == NOT_A_NUMBER:
            return state, stop
        vector[column] = value
        stop = token
    while stop > begin and blank(data[stop - 1]):
        stop -= 1
    for i in range(begin, stop):
        if blank(data[i]):
            return TOO_MANY, stop
    return state, stop


parse_line = _compiled(_parse_line)


def _parse_lines(data: Any, starts: Any, ends: Any, vectors: Any, word_ends: Any, status: Any) -> None:
    """Read every line."""
    for row in range(starts.shape[0]):
        status[row], word_ends[row] = parse_line(data, starts[row], ends[row], vectors[row])


line_ends = _compiled(_line_ends)
parse_lines = _compiled(_parse_lines)
