"""Algorithm 1 of TEA and its greedy cover, word for word, and small inputs for them."""

from itertools import combinations

from hypothesis import strategies as st

from mteval.checklists.tea.candidates import (
    Pattern,
    pattern,
)


def literal_candidates(sentence, non_terminals):
    """Algorithm 1 word for word: for each ⟨terminal, non-terminal⟩, replace any subset of the occurrences."""
    found = {Pattern((sentence,)) if sentence else Pattern(())}
    for name, terminals in non_terminals.items():
        for terminal in terminals:
            new = set()
            for template in found:
                new |= literal_step(template, terminal, name)
            found |= new
    return found


def literal_step(template, terminal, name):
    """Every non-empty set of non-overlapping occurrences in the text of the template becomes a slot."""
    occurrences = [
        (number, place)
        for number, symbol in enumerate(template.symbols)
        if isinstance(symbol, str)
        for place in range(len(symbol))
        if symbol.startswith(terminal, place)
    ]
    cardinal = 1 + max((s[1] for s in template.symbols if isinstance(s, tuple) and s[0] == name), default=-1)
    made = set()
    for size in range(1, len(occurrences) + 1):
        for chosen in combinations(occurrences, size):
            if all(a[0] != b[0] or b[1] - a[1] >= len(terminal) for a, b in combinations(chosen, 2)):
                made.add(replace_all(template, chosen, terminal, (name, cardinal)))
    return made


def replace_all(template, chosen, terminal, slot):
    symbols = []
    for number, symbol in enumerate(template.symbols):
        if isinstance(symbol, tuple):
            symbols.append(symbol)
            continue
        place = 0
        for _, start in (c for c in chosen if c[0] == number):
            symbols += [symbol[place:start], slot]
            place = start + len(terminal)
        symbols.append(symbol[place:])
    return pattern(symbols)


def literal_cover(sentences, non_terminals):
    """Greedy set cover over written-out candidates, with the tie-break of the search: slots above text, later ones first."""
    order = list(non_terminals)

    def rank(template):
        signs = []
        for symbol in template.symbols:
            if isinstance(symbol, tuple):
                signs.append(0xF0000 + order.index(symbol[0]) * 64 + symbol[1])
            else:
                signs += map(ord, symbol)
        return signs

    makers = {}
    for number, sentence in enumerate(sentences):
        for template in literal_candidates(sentence, non_terminals):
            makers.setdefault(template, set()).add(number)
    uncovered, chosen = set(range(len(sentences))), []
    while uncovered:
        best = max(makers, key=lambda t: (len(makers[t] & uncovered), rank(t)))
        chosen.append((best, tuple(sorted(makers[best]))))
        uncovered -= makers[best]
    return chosen


LETTERS = st.text("ab ", min_size=1, max_size=7)
NON_TERMINALS = st.dictionaries(
    st.sampled_from(["N", "M"]), st.lists(st.text("ab ", min_size=1, max_size=3), min_size=1, max_size=3, unique=True)
)
