"""Pairs of sentences that differ in one span, told apart from those that only noise makes look so."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from statistics import median

from mteval.checklists.tea.tokens import Tokens, is_space

Pair = tuple[int, int, int, int]
Place = tuple[int, int, int]

_ANCHORS = 8
# A substitution must have been seen in two contexts, and in a tenth of those its better half's best one was.
_LEAST_CONTEXTS = 2
_LEAST_SHARE = 0.1
_MOST_LONELY = 0.1
_DENSE = 8


def pairs(sentences: Sequence[Tokens], longest: int) -> list[Pair]:
    """Pairs (sentence, sentence, shared tokens before, shared tokens after) enough to chain all that differ once.

    Sentences go together where the two fillers of their context replace each other elsewhere too. What is left (a
    template with a single slot has one context only; so has a slip of the translator) is paired within itself. Where much
    is left the instances are a thin sample, in which substitutions need not recur, and any pair counts.
    """
    every = _contexts(range(len(sentences)), sentences, longest)
    trusted = _trusted(every, sentences)
    linked = {number for pair in trusted for number in pair[:2]}
    lonely = [number for number in range(len(sentences)) if number not in linked]
    thin = len(lonely) > _MOST_LONELY * len(sentences)
    contexts = every if thin else _contexts(lonely, sentences, longest)
    return ([] if thin else trusted) + [pair for places in contexts for pair in _linked(places, sentences)]


def _contexts(numbers: Iterable[int], sentences: Sequence[Tokens], longest: int) -> list[list[Place]]:
    """The places that share what stands before and after them."""
    contexts: dict[tuple[int, int], list[Place]] = defaultdict(list)
    for number in numbers:
        tokens = sentences[number]
        before, after = _prefix_hashes(tokens), _prefix_hashes(tokens[::-1])[::-1]
        for start, end in _spans(tokens, longest):
            contexts[before[start], after[end]].append((number, start, end))
    return [places for places in contexts.values() if len(places) > 1]


def _trusted(contexts: Sequence[Sequence[Place]], sentences: Sequence[Tokens]) -> list[Pair]:
    """Link the fillers of each context to its commonest ones, where the two are seen to replace each other often."""
    fillers = [{sentences[n][start:end]: (n, start, end) for n, start, end in places} for places in contexts]
    common = Counter(filler for group in fillers for filler in group)
    anchored = [(group, sorted(group, key=lambda f: (-common[f], f))[:_ANCHORS]) for group in fillers]
    together: Counter[tuple[Tokens, Tokens]] = Counter()
    for group, anchors in anchored:
        together.update((anchor, filler) for anchor in anchors for filler in group if _unlike(anchor, filler))
    best: dict[Tokens, int] = {}
    for (anchor, _), count in together.items():
        best[anchor] = max(best.get(anchor, 0), count)
    recurring = {
        pair for pair, count in together.items() if count >= max(_LEAST_CONTEXTS, _LEAST_SHARE * best[pair[0]])
    }
    # Where substitutions recur little, two fillers that each replace others may replace each other though seen to once.
    dense = median(best[anchor] for anchor, _ in recurring) >= _DENSE if recurring else False
    known = set() if dense else {filler for pair in recurring for filler in pair}
    found: list[Pair] = []
    for group, anchors in anchored:
        for filler, place in group.items():
            for anchor in anchors:
                pair = (anchor, filler)
                if pair in recurring or (pair in together and anchor in known and filler in known):
                    first = group[anchor]
                    found.append((first[0], place[0], first[1], len(sentences[place[0]]) - place[2]))
                    break
    return found


def _unlike(one: Tokens, other: Tokens) -> bool:
    """Whether two fillers differ in their first and in their last token."""
    return one[0] != other[0] and one[-1] != other[-1]


def _prefix_hashes(tokens: Tokens) -> list[int]:
    hashes = [0]
    for token in tokens:
        hashes.append(hash((hashes[-1], token)))
    return hashes


def _spans(tokens: Tokens, longest: int) -> Iterable[tuple[int, int]]:
    """Spans that may be a value: they neither start nor end with white space and leave something around them."""
    solid = [place for place, token in enumerate(tokens) if not is_space(token)]
    for start in solid:
        for last in solid:
            if start <= last < start + longest and (start, last) != (solid[0], solid[-1]):
                yield start, last + 1


def _linked(places: Sequence[tuple[int, int, int]], sentences: Sequence[Tokens]) -> Iterable[Pair]:
    """Chain the fillers of one context that differ in their first and in their last token.

    Fillers that share an edge token differ in a shorter span, or by an insertion, which aligns nothing.
    """
    rest = list(places)
    while len(rest) > 1:
        first, *others = rest
        left = [other for other in others if not _differ(first, other, sentences)]
        for number, _, end in (other for other in others if _differ(first, other, sentences)):
            yield first[0], number, first[1], len(sentences[number]) - end
        if len(left) == len(others):
            rest = others
        else:
            # Whatever is left may still differ from a filler already joined to the first.
            joined = [other for other in others if _differ(first, other, sentences)]
            rest = []
            for other in left:
                partner = next((one for one in joined if _differ(one, other, sentences)), None)
                if partner is None:
                    rest.append(other)
                else:
                    yield partner[0], other[0], partner[1], len(sentences[other[0]]) - other[2]


def _differ(one: tuple[int, int, int], other: tuple[int, int, int], sentences: Sequence[Tokens]) -> bool:
    first, second = sentences[one[0]], sentences[other[0]]
    return first[one[1]] != second[other[1]] and first[one[2] - 1] != second[other[2] - 1]
