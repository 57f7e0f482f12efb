"""Translation edit rate: beam edit distance with greedy block shifts (Snover et al. 2006), as Tercom and sacrebleu do it.

The same functions run plain on lists (small jobs) and compiled on arrays (large ones). Two things make them fast, and
neither changes a digit. The cost of a shifted translation needs only the rows of the edit-distance table between the first
and the last word that moved: before them the table is that of the translation as it stood, after them the costs of
the rest are known from a table filled from the end. And a shift is tried only where the plain edit distance allows it.
"""
# ruff: noqa: PLR1730  (comparisons are faster than calls of min() where this runs uncompiled)

from __future__ import annotations

import math
from typing import Any

INFINITE = 1 << 29
BEAM = 25
LONGEST_SHIFT = 10
FARTHEST_SHIFT = 50
MOST_CANDIDATES = 1000


def hopeless(words: Any, reference: Any, shift: Any, limit: int) -> bool:
    """Whether a cheap bound shows that the shifted words cost more than `limit`; replaced where one is at hand."""
    return False


def set_band(words: int, length: int, low: Any, high: Any) -> None:
    """The columns low[i]…high[i]−1 of row i that the beam around the diagonal explores."""
    ratio = length / words if words else 1.0
    beam = math.ceil(ratio / 2 + BEAM) if ratio / 2 > BEAM else BEAM
    low[0], high[0] = 0, length + 1
    for i in range(1, words + 1):
        diagonal = math.floor(i * ratio)
        low[i] = max(0, diagonal - beam)
        high[i] = min(length + 1, diagonal + beam)
    if words:
        high[words] = length + 1
    low[words + 1], high[words + 1] = low[words], length + 1


def fill_row(word: int, reference: Any, cells: Any, above: int, here: int, band: Any) -> None:
    """One row of the table from the row above; cells next to the band that later rows look at become infinite."""
    low, high, reach = band
    left = cells[above] + 1
    if low > 0:
        left = INFINITE
    first = max(low, 1)
    cells[here + first - 1] = left
    diagonal = cells[above + first - 1]
    for j in range(first, high):
        up = cells[above + j]
        best = diagonal if word == reference[j - 1] else diagonal + 1
        if up + 1 < best:
            best = up + 1
        if left + 1 < best:
            best = left + 1
        cells[here + j] = best
        left, diagonal = best, up
    for j in range(high, reach):
        cells[here + j] = INFINITE


def fill_forward(words: Any, reference: Any, cells: Any, low: Any, high: Any) -> None:
    """The table from the beginning: the cost of rewriting the first i words as the first j of the reference."""
    width = len(reference) + 2
    for j in range(width):
        cells[j] = j
    for i in range(1, len(words) + 1):
        fill_row(words[i - 1], reference, cells, (i - 1) * width, i * width, (low[i], high[i], high[i + 1]))


def fill_backward(words: Any, reference: Any, ends: Any, low: Any, high: Any) -> None:
    """The table from the end: the cost of rewriting the words from i on as the reference from j on."""
    count, length = len(words), len(reference)
    width = length + 2
    for j in range(low[count - 1], low[count]):
        ends[count * width + j] = INFINITE
    for j in range(low[count], length + 1):
        ends[count * width + j] = length - j
    ends[count * width + length + 1] = INFINITE
    for i in range(count - 1, 0, -1):
        here, below = i * width, (i + 1) * width
        right = INFINITE
        ends[here + high[i]] = right
        diagonal = ends[below + high[i]]
        for j in range(high[i] - 1, low[i] - 1, -1):
            down = ends[below + j]
            best = diagonal if j < length and words[i] == reference[j] else diagonal + 1
            if down + 1 < best:
                best = down + 1
            if right + 1 < best:
                best = right + 1
            ends[here + j] = best
            right, diagonal = best, down
        for j in range(low[i - 1], low[i]):
            ends[here + j] = INFINITE


def align(words: Any, reference: Any, cells: Any, marks: Any) -> None:
    """Trace the cheapest path: the word each reference word stands at, and running counts of errors on both sides.

    Where several paths cost the same, keeping or substituting goes before deleting, deleting before inserting.
    """
    aligned, word_errors, reference_errors = marks
    count, length = len(words), len(reference)
    width = length + 2
    i, j = count, length
    while i > 0 or j > 0:
        here = cells[i * width + j]
        cost = 0 if i > 0 and j > 0 and words[i - 1] == reference[j - 1] else 1
        if i > 0 and j > 0 and here == cells[(i - 1) * width + j - 1] + cost:
            aligned[j - 1], word_errors[i], reference_errors[j] = i - 1, cost, cost
            i, j = i - 1, j - 1
        elif i > 0 and here == cells[(i - 1) * width + j] + 1:
            word_errors[i] = 1
            i -= 1
        else:
            aligned[j - 1], reference_errors[j] = i - 1, 1
            j -= 1
    word_errors[0], reference_errors[0] = 0, 0
    for k in range(1, count + 1):
        word_errors[k] += word_errors[k - 1]
    for k in range(1, length + 1):
        reference_errors[k] += reference_errors[k - 1]


def moved_word(words: Any, shift: Any, position: int) -> int:
    """The word at a position once the block words[start:start + length] has moved before `target`."""
    start, length, target, first, last = shift
    if position < first or position >= last:
        return int(words[position])
    k = position - first
    if target < start:
        return int(words[start + k] if k < length else words[target + k - length])
    between = last - start - length
    return int(words[start + length + k] if k < between else words[start + k - between])


def shift_of(start: int, length: int, target: int, count: int) -> Any:
    """A shift with the range of positions it changes."""
    if target < start:
        return start, length, target, target, start + length
    if target > start + length:
        return start, length, target, start, target
    return start, length, target, start, min(count, length + target)


def shifted_cost(words: Any, reference: Any, tables: Any, shift: Any) -> int:
    """The edit distance once a block has moved."""
    cells, ends, low, high, ready = tables
    width = len(reference) + 2
    if not ready[0]:
        fill_backward(words, reference, ends, low, high)
        ready[0] = 1
    above = shift[3] * width
    for i in range(shift[3] + 1, shift[4] + 1):
        here = (len(words) + 1 + (i & 1)) * width
        word = moved_word(words, shift, i - 1)
        fill_row(word, reference, cells, above, here, (low[i], high[i], high[i + 1]))
        above = here
    best = INFINITE
    row = shift[4] * width
    for j in range(low[shift[4]], high[shift[4]]):
        cost = cells[above + j] + ends[row + j]
        if cost < best:
            best = cost
    return best


def worth_moving(marks: Any, start: int, other: int, length: int) -> bool:
    """Whether both the block and its place in the reference have errors, and the place is outside the block."""
    aligned, word_errors, reference_errors = marks
    if word_errors[start + length] == word_errors[start]:
        return False
    if reference_errors[other + length] == reference_errors[other]:
        return False
    return not start <= aligned[other] < start + length


def try_block(words: Any, reference: Any, tables: Any, marks: Any, block: Any, best: Any) -> int:
    """Move one block to every place its reference words stand at; `best` keeps the best shift. Returns the tries.

    A shift is better if it saves more edits; then if its block is longer, starts earlier, lands earlier.
    """
    start, other, size, cost = block
    previous, tries = -1, 0
    for offset in range(-1, size):
        target = 0 if other + offset == -1 else marks[0][other + offset] + 1
        if target == previous:
            continue
        previous = target
        tries += 1
        shift = shift_of(start, size, target, len(words))
        needed = max(best[0], 1)
        if hopeless(words, reference, shift, cost - needed):
            continue
        saved = cost - shifted_cost(words, reference, tables, shift)
        rank = (saved, size, -start, -target)
        if saved >= needed and rank > (best[0], best[1], best[2], best[3]):
            best[0], best[1], best[2], best[3] = rank
    return tries


def same_run(words: Any, reference: Any, start: int, other: int) -> int:
    """How many words from `start` on are those of the reference from `other` on, at most the longest shift."""
    size = 0
    most = min(LONGEST_SHIFT, len(words) - start, len(reference) - other)
    while size < most and words[start + size] == reference[other + size]:
        size += 1
    return size


def best_shift(words: Any, reference: Any, tables: Any, marks: Any, best: Any, tried: int) -> int:
    """Look for the shift that saves most; `best[0]` stays 0 where none saves anything. Returns the tries so far."""
    count, length = len(words), len(reference)
    cost = tables[0][count * (length + 2) + length]
    best[0], best[1], best[2], best[3] = 0, 0, 0, 0
    for start in range(count):
        for other in range(max(0, start - FARTHEST_SHIFT), min(length, start + FARTHEST_SHIFT + 1)):
            if words[start] != reference[other]:
                continue
            for size in range(1, same_run(words, reference, start, other) + 1):
                if not worth_moving(marks, start, other, size):
                    continue
                block = (start, other, size, cost)
                tried += try_block(words, reference, tables, marks, block, best)
                # Tercom's limit ends the search wherever it is reached.
                if tried >= MOST_CANDIDATES:
                    return tried
    return tried


def apply_shift(words: Any, best: Any, spare: Any) -> None:
    """Move the best block."""
    shift = shift_of(-best[2], best[1], -best[3], len(words))
    for position in range(shift[3], shift[4]):
        spare[position] = moved_word(words, shift, position)
    for position in range(shift[3], shift[4]):
        words[position] = spare[position]


def edits(words: Any, reference: Any, tables: Any, marks: Any, spare: Any) -> int:
    """Shifts and edits that turn the words into the reference; the words are left as shifted."""
    cells, _, low, high, ready = tables
    count, length = len(words), len(reference)
    best = [0, 0, 0, 0]
    set_band(count, length, low, high)
    shifts, tried = 0, 0
    while True:
        fill_forward(words, reference, cells, low, high)
        cost = cells[count * (length + 2) + length]
        if cost == 0 or count == 0:
            return int(shifts + cost)
        ready[0] = 0
        align(words, reference, cells, marks)
        tried = best_shift(words, reference, tables, marks, best, tried)
        if tried >= MOST_CANDIDATES or best[0] <= 0:
            return int(shifts + cost)
        shifts += 1
        apply_shift(words, best, spare)


def edits_of_pairs(sequences: Any, spans: Any, first: int, last: int, scratch: Any, found: Any) -> None:
    """Fill found[pair] for pairs first…last of translation and reference spans."""
    flat, others = sequences
    tables, marks, words, spare = scratch
    for pair in range(first, last):
        begin, end, one, past = spans[pair]
        if past == one:
            found[pair] = end - begin
            continue
        words[: end - begin] = flat[begin:end]
        found[pair] = edits(words[: end - begin], others[one:past], tables, marks, spare)


FUNCTIONS = (
    hopeless,
    set_band,
    fill_row,
    fill_forward,
    fill_backward,
    align,
    moved_word,
    shift_of,
    shifted_cost,
    worth_moving,
    try_block,
    same_run,
    best_shift,
    apply_shift,
    edits,
    edits_of_pairs,
)
