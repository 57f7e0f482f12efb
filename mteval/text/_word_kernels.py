"""Words and characters of many lines at once, as numbers; compiled by `mteval.text.flat_tokens`.

Lines come as code points one after another with the place where each begins. A word is what `str.split` finds; equal words get
equal numbers through an open-addressing table, whose words are compared letter by letter.
"""

from __future__ import annotations

from typing import Any

FREE = -1


def is_space(code: int) -> bool:
    """Whether `str.split` cuts at a character."""
    if code < 128:
        return code == 32 or 9 <= code <= 13 or 28 <= code <= 31
    if code < 0x2000:
        return code in (0x85, 0xA0, 0x1680)
    return code <= 0x200A or code in (0x2028, 0x2029, 0x202F, 0x205F, 0x3000)


def without_spaces(codes: Any, bounds: Any, kept: Any, kept_bounds: Any) -> int:
    """Copy the characters of each line that are no spaces; gives their number."""
    count = 0
    for line in range(len(bounds) - 1):
        kept_bounds[line] = count
        for place in range(bounds[line], bounds[line + 1]):
            if not is_space(codes[place]):
                kept[count] = codes[place]
                count += 1
    kept_bounds[len(bounds) - 1] = count
    return count


def hash_of(codes: Any, start: int, end: int) -> int:
    """A number that spreads words over a table."""
    value = 0x2545F4914F6CDD1D
    for place in range(start, end):
        value = (value ^ codes[place]) * 0x100000001B3
    return value ^ (value >> 29)


def is_word(codes: Any, start: int, end: int, letters: Any, begin: int) -> bool:
    """Whether a stretch of text is the word whose letters begin at a place."""
    for place in range(end - start):  # noqa: SIM110  (all() of a generator does not compile)
        if codes[start + place] != letters[begin + place]:
            return False
    return True


def number_of(codes: Any, start: int, end: int, table: Any, count: int) -> int:
    """The number of a word; `count`, after writing it down, where it is new."""
    slots, letters, begins = table
    mask = len(slots) - 1
    slot = hash_of(codes, start, end) & mask
    while slots[slot] != FREE:
        known = slots[slot]
        begin = begins[known]
        if begins[known + 1] - begin == end - start and is_word(codes, start, end, letters, begin):
            return int(known)
        slot = (slot + 1) & mask
    slots[slot] = count
    begin = begins[count]
    for place in range(end - start):
        letters[begin + place] = codes[start + place]
    begins[count + 1] = begin + end - start
    return count


def number_words(codes: Any, bounds: Any, table: Any, count: int, found: Any, found_bounds: Any) -> int:
    """Write down the number of each word of each line; gives how many different words there are by now."""
    words = 0
    for line in range(len(bounds) - 1):
        found_bounds[line] = words
        start = bounds[line]
        for place in range(bounds[line], bounds[line + 1] + 1):
            if place == bounds[line + 1] or is_space(codes[place]):
                if place > start:
                    number = number_of(codes, start, place, table, count)
                    count = max(count, number + 1)
                    found[words] = number
                    words += 1
                start = place + 1
    found_bounds[len(bounds) - 1] = words
    return count


def enter_again(slots: Any, letters: Any, begins: Any, count: int) -> None:
    """Fill a larger table with the words there are."""
    mask = len(slots) - 1
    for word in range(count):
        slot = hash_of(letters, begins[word], begins[word + 1]) & mask
        while slots[slot] != FREE:
            slot = (slot + 1) & mask
        slots[slot] = word


def spread(words: Any, bounds: Any, pieces: Any, tokens: Any, token_bounds: Any) -> None:
    """The tokens of each line, from those of each word."""
    flat, begins = pieces
    count = 0
    for line in range(len(bounds) - 1):
        token_bounds[line] = count
        for place in range(bounds[line], bounds[line + 1]):
            for piece in range(begins[words[place]], begins[words[place] + 1]):
                tokens[count] = flat[piece]
                count += 1
    token_bounds[len(bounds) - 1] = count


FUNCTIONS = (is_space, without_spaces, hash_of, is_word, number_of, number_words, enter_again, spread)
