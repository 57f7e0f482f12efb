"""Candidate templates against a literal Algorithm 1, and the paper's own example."""

from hypothesis import given
from hypothesis import strategies as st

from mteval.checklists.tea.candidates import (
    candidates,
    pattern,
)
from tests.checklists.tea.literal import LETTERS, NON_TERMINALS, literal_candidates, literal_step


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
