"""How good each candidate translation is with every other as its reference; compiled by `_candidates`.

The n-grams of one segment's candidates are numbered; the second time a candidate has an n-gram is a number of its own, so
that clipped matches of two candidates are the numbers both have. Those that at least two candidates have become columns of
a bit matrix, and the matches of two candidates are the bits their rows share. Rows are made for a tile of candidates at a
time and nothing is kept of a pair, so memory grows with the text and not with the number of pairs.
"""

from __future__ import annotations

from typing import Any

import numpy as np

TILE = 64
ABSENT = -1
UNIT = np.uint64(1)
CHARACTER_F, SENTENCE_BLEU = 0, 1
FLOOR, ADD_K, EXP = 1, 2, 3
EPSILON = 1e-16
LOG_OF_ZERO = -9999999999.0


def shared_bits(one: Any, other: Any) -> int:
    """How many bits two rows have in common."""
    total = 0
    for place in range(len(one)):
        total += int(one[place] & other[place]).bit_count()
    return total


def slot_of(key: int, keys: Any) -> int:
    """The slot that holds a key, or the free slot where it belongs."""
    mask = len(keys) - 1
    slot = ((key * -7046029254386353131) >> 31) & mask
    while keys[slot] != ABSENT and keys[slot] != key:
        slot = (slot + 1) & mask
    return int(slot)


def number_order(text: Any, order: int, state: Any, table: Any, place: Any) -> None:
    """Number the n-grams of one order: `features[k]` for the one that begins at k, ABSENT where no other candidate has it."""
    flat, bounds = text
    grams, features, counter = state
    keys, numbers = table
    owners, last_owner, last_feature, following = place
    keys[:] = ABSENT
    for candidate in range(len(bounds) - 1):
        for k in range(bounds[candidate], bounds[candidate + 1] - order + 1):
            features[k] = ABSENT
            if order > 1 and grams[k] == ABSENT:
                continue
            prefix = grams[k] if order > 1 else 0
            key = (prefix << 32) | flat[k + order - 1]
            slot = slot_of(key, keys)
            if keys[slot] == ABSENT:
                keys[slot] = key
                numbers[slot] = counter[0]
                owners[counter[0]], last_owner[counter[0]], following[counter[0]] = 0, ABSENT, ABSENT
                counter[0] += 1
            gram = numbers[slot]
            feature = gram
            if last_owner[gram] == candidate:
                before = last_feature[gram]
                if following[before] == ABSENT:
                    following[before] = counter[0]
                    owners[counter[0]], last_owner[counter[0]], following[counter[0]] = 0, ABSENT, ABSENT
                    counter[0] += 1
                feature = following[before]
            last_owner[gram], last_feature[gram] = candidate, feature
            owners[feature] += 1
            grams[k], features[k] = gram, feature


def drop_own(text: Any, order: int, state: Any, owners: Any) -> None:
    """Forget n-grams that one candidate alone has: none longer that begins with them is shared either."""
    _, bounds = text
    grams, features, _ = state
    for candidate in range(len(bounds) - 1):
        end = bounds[candidate + 1]
        for k in range(bounds[candidate], end - order + 1):
            if grams[k] != ABSENT and owners[grams[k]] < 2:
                grams[k] = ABSENT
            if features[k] != ABSENT and owners[features[k]] < 2:
                features[k] = ABSENT
        # What is too short for this order is too short for the next.
        grams[max(end - order + 1, bounds[candidate]) : end] = ABSENT


def columns_of(text: Any, order: int, features: Any, columns: Any, first: int) -> int:
    """Give every shared n-gram of one order a column from `first`, in place of its number; the first free word follows."""
    _, bounds = text
    column = first * 64
    for candidate in range(len(bounds) - 1):
        for k in range(bounds[candidate], bounds[candidate + 1] - order + 1):
            feature = features[k]
            if feature == ABSENT:
                continue
            if columns[feature] == ABSENT:
                columns[feature] = column
                column += 1
            features[k] = columns[feature]
    return (column + 63) // 64


def number_text(text: Any, orders: int, found: Any, ends: Any, row: int) -> Any:
    """Columns of all orders of one kind of unit: `found[order − 1, k]`; `ends[row + order]` is where an order's words end."""
    size = len(text[0])
    capacity = 4
    while capacity < 2 * size:
        capacity *= 2
    table = (np.empty(capacity, np.int64), np.empty(capacity, np.int64))
    grams = np.zeros(size, np.int64)
    words = ends[row]
    for order in range(1, orders + 1):
        counter = np.zeros(1, np.int64)
        place = (
            np.empty(size + 1, np.int64),
            np.empty(size + 1, np.int64),
            np.empty(size + 1, np.int64),
            np.empty(size + 1, np.int64),
        )
        state = (grams, found[order - 1], counter)
        number_order(text, order, state, table, place)
        drop_own(text, order, state, place[0])
        columns = place[1]
        columns[:] = ABSENT
        words = columns_of(text, order, found[order - 1], columns, words)
        ends[row + order] = words
    return words


def fill_rows(text: Any, orders: int, found: Any, rows: Any, first: int) -> None:
    """Set the bits of the candidates from `first` in the rows of a tile."""
    _, bounds = text
    for place in range(min(len(rows), len(bounds) - 1 - first)):
        candidate = first + place
        for order in range(1, orders + 1):
            for k in range(bounds[candidate], bounds[candidate + 1] - order + 1):
                column = found[order - 1, k]
                if column != ABSENT:
                    rows[place, column >> 6] |= UNIT << np.uint64(column & 63)


def f_score(precision: float, recall: float, factor: float) -> float:
    """The F-score of a mean precision and a mean recall, 0–100."""
    if precision + recall <= 0:
        return 0.0
    return 100 * ((1 + factor) * precision * recall / (factor * precision + recall))


def character_f(matches: Any, own: Any, other: Any, settings: Any) -> Any:
    """chrF of a candidate with counts `own` beside one with counts `other`: settings are β² and eps_smoothing."""
    factor, smoothed = settings[0], settings[1]
    precisions, recalls, scores, orders = 0.0, 0.0, 0.0, 0
    for order in range(len(matches)):
        found = own[order] if other[order] > 0 else 0
        precision = matches[order] / found if found > 0 else EPSILON
        recall = matches[order] / other[order] if other[order] > 0 else EPSILON
        below = factor * precision + recall
        scores += (1 + factor) * precision * recall / below if below > 0 else EPSILON
        if found > 0 and other[order] > 0:
            precisions += precision
            recalls += recall
            orders += 1
    if smoothed > 0:
        return 100 * scores / len(matches)
    orders = max(orders, 1)
    return f_score(precisions / orders, recalls / orders, factor)


def sentence_bleu(matches: Any, own: Any, other: Any, settings: Any) -> Any:
    """Sentence BLEU: settings are the smoothing method, its value, effective_order, and the weight of each order."""
    method, value, effective = settings[0], settings[1], settings[2]
    length, reference = own[0], other[0]
    if length == 0 or matches.max() == 0:
        return 0.0
    mean, share, halving, present = 0.0, 0.0, 1.0, True
    for order in range(len(matches)):
        added = value if method == ADD_K and order > 0 else 0.0
        total, hits = own[order] + added, matches[order] + added
        present = present and total > 0
        logarithm = LOG_OF_ZERO
        if present and hits > 0:
            logarithm = np.log(100.0 * hits / total)
        elif present and method == EXP:
            halving *= 2
            logarithm = np.log(100.0 / (halving * total))
        elif present and method == FLOOR and value > 0:
            logarithm = np.log(100.0 * value / total)
        if present or effective == 0:
            mean += settings[3 + order] * logarithm
            share += settings[3 + order]
    penalty = 1.0 if length >= reference else np.exp(1.0 - reference / length)
    return penalty * np.exp(mean / (share if share > 0 else 1.0))


def utility(matches: Any, own: Any, other: Any, formula: int, settings: Any) -> Any:
    """One candidate's score with another as its reference."""
    if formula == CHARACTER_F:
        return character_f(matches, own, other, settings)
    return sentence_bleu(matches, own, other, settings)


def add_pairs(tiles: Any, starts: Any, ends: Any, candidates: Any, formula: Any, sums: Any) -> None:
    """Add the utilities of every pair of two tiles to the sums of both candidates."""
    rows, others = tiles
    counts, times = candidates
    kind, settings = formula
    orders = counts.shape[1]
    matches = np.zeros(orders, np.int64)
    for i in range(starts[0], min(starts[0] + len(rows), len(counts))):
        for j in range(max(starts[1], i + 1), min(starts[1] + len(others), len(counts))):
            one, other = rows[i - starts[0]], others[j - starts[1]]
            for order in range(orders):
                begin, end = ends[order], ends[order + 1]
                matches[order] = shared_bits(one[begin:end], other[begin:end])
            sums[i] += times[j] * utility(matches, counts[i], counts[j], kind, settings)
            sums[j] += times[i] * utility(matches, counts[j], counts[i], kind, settings)


def segment_utilities(characters: Any, words: Any, orders: Any, times: Any, formula: Any, sums: Any) -> None:
    """Fill sums[i] with the utility of candidate i summed over all candidates, each counted as often as it came."""
    count = len(times)
    found = np.full((max(orders[0], 1), len(characters[0])), ABSENT, np.int64)
    word_found = np.full((max(orders[1], 1), len(words[0])), ABSENT, np.int64)
    ends = np.zeros(orders[0] + orders[1] + 1, np.int64)
    number_text(characters, orders[0], found, ends, 0)
    width = number_text(words, orders[1], word_found, ends, orders[0])
    counts = np.zeros((count, orders[0] + orders[1]), np.int64)
    for candidate in range(count):
        for order in range(orders[0]):
            counts[candidate, order] = max(characters[1][candidate + 1] - characters[1][candidate] - order, 0)
        for order in range(orders[1]):
            counts[candidate, orders[0] + order] = max(words[1][candidate + 1] - words[1][candidate] - order, 0)
        sums[candidate] = times[candidate] * utility(
            counts[candidate], counts[candidate], counts[candidate], formula[0], formula[1]
        )
    for first in range(0, count, TILE):
        rows = np.zeros((min(TILE, count - first), width), np.uint64)
        fill_rows(characters, orders[0], found, rows, first)
        fill_rows(words, orders[1], word_found, rows, first)
        for second in range(first, count, TILE):
            others = rows
            if second > first:
                others = np.zeros((min(TILE, count - second), width), np.uint64)
                fill_rows(characters, orders[0], found, others, second)
                fill_rows(words, orders[1], word_found, others, second)
            add_pairs((rows, others), (first, second), ends, (counts, times), formula, sums)


def all_segments(characters: Any, words: Any, spans: Any, first: int, last: int, job: Any) -> None:
    """Fill the sums of the segments first…last; `spans[s]` is where the candidates of segment s begin."""
    orders, times, formula, sums = job
    flat, bounds = characters
    word_flat, word_bounds = words
    for segment in range(first, last):
        begin, end = spans[segment], spans[segment + 1]
        own = bounds[begin : end + 1] - bounds[begin]
        own_words = word_bounds[begin : end + 1] - word_bounds[begin]
        text = (flat[bounds[begin] : bounds[end]], own)
        word_text = (word_flat[word_bounds[begin] : word_bounds[end]], own_words)
        segment_utilities(text, word_text, orders, times[begin:end], formula, sums[begin:end])


FUNCTIONS = (
    shared_bits, slot_of, number_order, drop_own, columns_of, number_text, fill_rows, f_score, character_f,
    sentence_bleu, utility, add_pairs, segment_utilities, all_segments,
)  # fmt: skip
