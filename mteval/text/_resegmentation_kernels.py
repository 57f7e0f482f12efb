"""Minimum edit distance with free segment boundaries; compiled by `mteval.text.resegmentation` for large jobs.

Costs are whole numbers: an edit costs `edit`, a boundary where the text has no break of its own costs one. `edit` is larger
than the number of segments, so breaks only decide between segmentations of equal edit distance.
"""

from __future__ import annotations

from typing import Any

FAR = 1 << 60
"""More than any path costs, and far from overflowing."""


def edit_row(before: Any, origins: Any, word: int, words: Any, edit: int) -> None:
    """Put the next reference word into a row of the edit distance; every cell keeps the boundary its path began at."""
    diagonal, diagonal_origin = before[0], origins[0]
    before[0] += edit
    for place in range(1, len(before)):
        above, above_origin = before[place], origins[place]
        best = diagonal if words[place - 1] == word else diagonal + edit
        origin = diagonal_origin
        if above + edit < best:
            best, origin = above + edit, above_origin
        if before[place - 1] + edit < best:
            best, origin = before[place - 1] + edit, origins[place - 1]
        diagonal, diagonal_origin = above, above_origin
        before[place] = best
        origins[place] = origin


def insert_first(row: Any, origins: Any, edit: int) -> None:
    """Let paths begin with words that the reference does not have."""
    for place in range(1, len(row)):
        if row[place - 1] + edit < row[place]:
            row[place] = row[place - 1] + edit
            origins[place] = origins[place - 1]


def start_row(row: Any) -> None:
    """The row before any segment: every path begins before the first word."""
    row[0] = 0
    for place in range(1, len(row)):
        row[place] = FAR


def pass_segment(row: Any, segment: int, problem: Any, scratch: Any) -> None:
    """Put one segment, the nearest of its references, into the row of costs; `scratch[1]` says where each path entered it."""
    words, breaks, references, edit = problem
    flat, spans, bounds = references
    best, origin, costs, entries = scratch
    for place in range(len(row)):
        best[place] = -1
    for reference in range(bounds[segment], bounds[segment + 1]):
        for place in range(len(row)):
            costs[place] = row[place]
            entries[place] = place
        insert_first(costs, entries, edit)
        for k in range(spans[reference, 0], spans[reference, 1]):
            edit_row(costs, entries, flat[k], words, edit)
        for place in range(len(row)):
            if best[place] < 0 or costs[place] < best[place]:
                best[place] = costs[place]
                origin[place] = entries[place]
    for place in range(len(row)):
        row[place] = best[place] + (0 if breaks[place] else 1)


def trace(segments: Any, problem: Any, kept: Any, ends: Any) -> int:
    """Fill `ends` for segments first…last, whose entries all fit into `kept`; gives the cost."""
    first, last = segments
    entries, row, scratch = kept
    start_row(row)
    for segment in range(first, last):
        pass_segment(row, segment, problem, scratch)
        for place in range(len(row)):
            entries[segment - first, place] = scratch[1][place]
    place = len(row) - 1
    for segment in range(last - 1, first - 1, -1):
        ends[segment] = place
        place = entries[segment - first, place]
    return int(row[len(row) - 1])


def halfway(segments: Any, problem: Any, kept: Any) -> int:
    """Where the best path leaves the segment before the middle one, in memory linear in the words."""
    first, middle, last = segments
    crossing, row, scratch = kept
    start_row(row)
    for segment in range(first, last):
        pass_segment(row, segment, problem, scratch)
        origins = scratch[1]
        if segment == middle - 1:
            for place in range(len(row)):
                crossing[0, place] = place
        elif segment >= middle:
            for place in range(len(row)):
                crossing[1, place] = crossing[0, origins[place]]
            for place in range(len(row)):
                crossing[0, place] = crossing[1, place]
    return int(crossing[0, len(row) - 1])


FUNCTIONS = (edit_row, insert_first, start_row, pass_segment, trace, halfway)
