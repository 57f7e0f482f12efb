"""The greedy cover against a literal one."""

from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.checklists.tea.cover import greedy_cover
from tests.checklists.tea.literal import LETTERS, NON_TERMINALS, literal_cover


@settings(max_examples=150, deadline=None)
@given(st.lists(LETTERS, min_size=1, max_size=5, unique=True), NON_TERMINALS)
def test_the_cover_is_the_literal_greedy_one(sentences, non_terminals):
    ours = [(choice.template, choice.sentences) for choice in greedy_cover(sentences, non_terminals)]
    assert ours == literal_cover(sentences, non_terminals)
