"""Pairs of sentences that differ in one span: enough to chain a template, and none that a slip alone makes."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.checklists.tea.substitutions import pairs

LONGEST = 9


def spaced(text):
    """Words with the blanks between them, as sentences are cut."""
    words = text.split(" ")
    return tuple(token for word in words for token in (word, " "))[:-1]


def holds(pair, sentences):
    """Whether two sentences share what a pair says they do, and differ at both ends of what is left."""
    first, second, before, after = pair
    one, other = sentences[first], sentences[second]
    shared = one[:before] == other[:before] and (not after or one[-after:] == other[-after:])
    rest, others = one[before : len(one) - after], other[before : len(other) - after]
    return shared and rest and others and rest[0] != others[0] and rest[-1] != others[-1]


def linked(found, count):
    """The groups of sentences that pairs chain together."""
    group = list(range(count))
    for first, second, *_ in found:
        group = [group[first] if one == group[second] else one for one in group]
    return group


SENTENCES = st.lists(
    st.lists(st.sampled_from("abcd"), min_size=2, max_size=4).map(" ".join), min_size=2, max_size=12, unique=True
)


@settings(max_examples=150, deadline=None)
@given(SENTENCES)
def test_every_pair_differs_in_one_span(texts):
    sentences = [spaced(text) for text in texts]
    for pair in pairs(sentences, LONGEST):
        assert pair[0] != pair[1]
        assert holds(pair, sentences)


def test_a_template_of_two_slots_is_chained_whole():
    texts = [f"the {one} sees the {other}" for one, other in product(("cat", "dog", "cow"), ("man", "boy", "girl"))]
    sentences = [spaced(text) for text in texts]
    assert len(set(linked(pairs(sentences, LONGEST), len(sentences)))) == 1


def test_a_template_of_one_slot_is_chained_though_nothing_recurs():
    sentences = [spaced(f"we saw {city} today") for city in ("Rome", "Oslo", "New York")]
    found = pairs(sentences, LONGEST)
    assert len(set(linked(found, 3))) == 1
    assert {(before, after) for _, _, before, after in found} == {(4, 2)}


def test_a_span_longer_than_allowed_is_no_value():
    sentences = [spaced("we saw Rome today"), spaced("we saw all of New York City today")]
    assert pairs(sentences, 9) != []
    assert pairs(sentences, 8) == []


def test_a_slip_seen_once_does_not_tie_two_templates_together():
    """In one of 40 sentences "loves" stands for "sees"; elsewhere the two never replace each other."""
    people, things = ("Ann", "Bob", "Eve", "Tom", "Kim"), ("cats", "dogs", "cows", "hens")
    sees = [f"{person} sees {thing}" for person, thing in product(people, things)]
    loves = [f"yes {person} loves {thing} now" for person, thing in product(people, things)]
    slip = "Ann loves cats"
    sentences = [spaced(text) for text in (*sees, *loves, slip)]
    group = linked(pairs(sentences, LONGEST), len(sentences))
    assert len(set(group[:20])) == len(set(group[20:40])) == 1
    assert group[0] != group[20]


def test_fillers_that_share_an_edge_are_not_a_pair():
    assert pairs([spaced("we saw old Rome"), spaced("we saw Rome")], LONGEST) == []
