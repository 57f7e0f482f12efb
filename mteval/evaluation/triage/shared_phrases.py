"""Openings and endings that many translations share though what they translate does not."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from mteval.evaluation.triage.clues import Clues
from mteval.text.words import unicode_words, word_cutter

WIDTH = 3
FEWEST, FEWEST_OF_A_WORD = 3, 5
LEAST_SHARE = 0.001
LONGEST_PIECE = 70
DIFFERENT = 0.6
FIRST_PIECE = re.compile(r"[^:!?.：！。\n>]{1,60}[:!?.：！。\n>]")
LAST_PIECE = re.compile(r"[.!?:(\[\n—。！]\W*([^.!?(\[\n—。！]{2,60})\W*$")

Phrase = tuple[str, ...]
Cut = Callable[[Clues, int], str]


def _first_words(clues: Clues, line: int) -> str:
    words = clues.words[line]
    return " ".join(words[:WIDTH]) if len(words) > WIDTH else ""


def _last_words(clues: Clues, line: int) -> str:
    words = clues.words[line]
    return " ".join(words[-WIDTH:]) if len(words) > WIDTH else ""


def _first_piece(clues: Clues, line: int) -> str:
    """The text up to the first stop or colon, where more follows."""
    piece = FIRST_PIECE.match(clues.lines[line])
    return piece.group() if piece and piece.end() + 2 < len(clues.lines[line]) else ""


def _last_piece(clues: Clues, line: int) -> str:
    """The text after the last stop or bracket but the final one."""
    piece = LAST_PIECE.search(clues.lines[line], max(0, len(clues.lines[line]) - LONGEST_PIECE))
    return piece.group(1) if piece else ""


def _groups(clues: Clues, cut: Cut) -> Iterator[tuple[Phrase, list[int]]]:
    """Lines with the same words at one end, where they are several."""
    places: dict[str, list[int]] = defaultdict(list)
    for line in range(len(clues)):
        places[cut(clues, line)].append(line)
    least = max(FEWEST, LEAST_SHARE * len(clues))
    for text, lines in places.items():
        phrase = tuple(unicode_words(text)) if len(lines) >= least else ()
        if phrase and (len(phrase) > 1 or len(lines) >= FEWEST_OF_A_WORD):
            yield phrase, lines


def _is_added(clues: Clues, phrase: Phrase, lines: Sequence[int], place: int) -> bool:
    """Whether nothing else has the phrase in these lines, which begin (or end) in many ways in the source or reference."""
    cut = word_cutter("unicode")
    ends: Counter[tuple[str, ...]] = Counter()
    for line in lines:
        others = [cut(text) for text in clues.witnesses(line)]
        if not others or any(_contains(words, phrase) for words in others):
            return False
        ends[tuple(words[place] for words in (others[0], others[-1]) if words)] += 1
    return max(ends.values()) <= (1 - DIFFERENT) * len(lines) + 1


def _makes_longer(clues: Clues, phrase: Phrase, lines: Sequence[int]) -> bool:
    """Whether the lines are longer than expected by a good part of the phrase: it is added, not another wording."""
    if not clues.ratios:
        return False
    size = len(" ".join(phrase))
    added = np.log1p(size / np.maximum(1, clues.lengths[lines] - size))
    return float(np.nanmean(clues.ratios[0][lines])) >= float(added.mean()) / 2


def _leaves_whole(clues: Clues, lines: Sequence[int], place: int) -> bool:
    """Whether what remains without the phrase begins (or ends) as another translation does, in most of the lines."""
    cut = word_cutter("unicode")
    after = WIDTH if place == 0 else -WIDTH - 1
    whole = sum(
        any(words[place] == clues.words[line][after] for words in map(cut, clues.rivals(line)) if words)
        for line in lines
    )
    return whole > len(lines) / 2


def _contains(words: Sequence[str], phrase: Phrase) -> bool:
    width = len(phrase)
    return set(phrase) <= set(words) and any(tuple(words[at : at + width]) == phrase for at in range(len(words)))


def shared_ends(clues: Clues) -> Iterator[int]:
    """Lines that begin or end in a phrase which no list has, but which cannot be part of the translation."""
    for cut, place in ((_first_piece, 0), (_last_piece, -1)):
        for phrase, lines in _groups(clues, cut):
            if _is_added(clues, phrase, lines, place):
                yield from lines
    for cut, place in ((_first_words, 0), (_last_words, -1)):
        for phrase, lines in _groups(clues, cut):
            added = _makes_longer(clues, phrase, lines) and _leaves_whole(clues, lines, place)
            if added and _is_added(clues, phrase, lines, place):
                yield from lines
