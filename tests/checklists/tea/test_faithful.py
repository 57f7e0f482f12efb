"""TEA as published: its lemmas against a literal Algorithm 1, and the paper's own example."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.checklists.tea.candidates import (
    Pattern,
    candidates,
    pattern,
)
from mteval.checklists.tea.cover import greedy_cover
from mteval.checklists.tea.faithful import extract_faithfully
from mteval.checklists.tea.graph import terminal_groups, token_graph
from mteval.checklists.templates import expand


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


def test_the_papers_example_gives_three_templates():
    start = pattern(["#Paris is beautiful. ", ("CITY", 0), " is cold. Paris is bigger."])
    assert {str(template) for template in literal_step(start, "Paris", "CITY")} == {
        "#CITY-0 is beautiful. CITY-1 is cold. Paris is bigger.",
        "#Paris is beautiful. CITY-0 is cold. CITY-1 is bigger.",
        "#CITY-0 is beautiful. CITY-1 is cold. CITY-0 is bigger.",
    }


@given(LETTERS, NON_TERMINALS)
def test_candidates_are_those_of_the_literal_algorithm(sentence, non_terminals):
    assert set(candidates(sentence, non_terminals)) == literal_candidates(sentence, non_terminals)


def makes(template, sentence, non_terminals):
    """Whether a template can make a sentence, tried value by value; cardinals of one non-terminal take different values."""
    return _makes(template.symbols, sentence, non_terminals, {})


def _makes(symbols, text, non_terminals, bound):
    if not symbols:
        return not text
    first, rest = symbols[0], symbols[1:]
    if isinstance(first, str):
        values = {first}
    elif first in bound:
        values = {bound[first]}
    else:
        values = set(non_terminals[first[0]]) - {value for (name, _), value in bound.items() if name == first[0]}
    return any(
        text.startswith(value)
        and _makes(
            rest, text[len(value) :], non_terminals, bound if isinstance(first, str) else {**bound, first: value}
        )
        for value in values
    )


@given(LETTERS, NON_TERMINALS)
def test_every_candidate_generates_its_sentence(sentence, non_terminals):
    assert all(makes(template, sentence, non_terminals) for template in candidates(sentence, non_terminals))


SYMBOLS = st.lists(
    st.one_of(st.text("ab ", min_size=1, max_size=2), st.tuples(st.sampled_from("NM"), st.integers(0, 1))), max_size=4
)


@given(LETTERS, SYMBOLS, st.fixed_dictionaries({"N": st.just(["a", "b", "ab"]), "M": st.just(["b", " a"])}))
def test_every_template_that_generates_a_sentence_is_a_candidate(sentence, symbols, non_terminals):
    template = pattern(symbols)
    if makes(template, sentence, non_terminals):
        assert template in set(candidates(sentence, non_terminals))


@settings(max_examples=150, deadline=None)
@given(st.lists(LETTERS, min_size=1, max_size=5, unique=True), NON_TERMINALS)
def test_the_cover_is_the_literal_greedy_one(sentences, non_terminals):
    ours = [(choice.template, choice.sentences) for choice in greedy_cover(sentences, non_terminals)]
    assert ours == literal_cover(sentences, non_terminals)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.sampled_from(["a", "b", "is", "c"]), min_size=1, max_size=5), min_size=1, max_size=8))
def test_the_extracted_templates_make_every_sentence(tokens):
    sentences = {" ".join(sentence) for sentence in tokens}
    found = extract_faithfully(sorted(sentences))
    made = {i.texts[0] for t in found.templates for i in expand(t.template, found.lexicons)}
    assert sentences <= made
    assert found.coverage == 1


def test_terminals_stand_between_nodes_with_several_short_paths():
    sentences = [["in", "Paris", "now"], ["in", "New", "York", "now"], ["in", "San", "Jose", "City", "now"]]
    assert ("Paris", "New York") in terminal_groups(token_graph(sentences), k=2)
    assert ("Paris", "New York", "San Jose City") in terminal_groups(token_graph(sentences), k=3)


def test_a_whole_template_is_found():
    lexicons = {"city": ["Paris", "Rome", "Oslo"], "adj": ["old", "cold", "big"]}
    lines = [instance.texts[0] for instance in expand("I think {city} is so {adj} today", lexicons)]
    found = extract_faithfully(lines)
    assert len(found.templates) == 1
    assert found.templates[0].support == 9


@pytest.mark.parametrize("lines", [["one line"], ["same", "same", "", "  "]])
def test_one_sentence_is_its_own_template(lines):
    found = extract_faithfully(lines)
    assert [(t.template, t.support) for t in found.templates] == [(lines[0], 1)]
