"""Drafts equal but for one place become one."""

from mteval.checklists.tea.drafts import Draft, Hole
from mteval.checklists.tea.merging import merge
from mteval.checklists.tea.tokens import BORDER


def draft(*parts, sentence=0):
    return Draft(parts, frozenset({sentence}))


def shown(drafts):
    return sorted(
        "".join(part if isinstance(part, str) else f"<{'|'.join(sorted(part.values))}>" for part in one.parts)
        for one in drafts
    )


def test_words_that_stand_in_the_same_place_are_values_of_one_slot():
    drafts = [draft("in", " ", city, " ", "now", sentence=n) for n, city in enumerate(("Rome", "Oslo", "Lima"))]
    (merged,) = merge(drafts)
    assert shown([merged]) == ["in <Lima|Oslo|Rome> now"]
    assert merged.sentences == {0, 1, 2}


def test_a_slot_and_a_word_are_joined_too():
    hole = Hole(("Rome", "Oslo"), 1)
    assert shown(merge([draft("in", " ", hole), draft("in", " ", "Lima", sentence=1)])) == ["in <Lima|Oslo|Rome>"]


def test_nothing_in_common_stays_apart():
    drafts = [draft("in", " ", "Rome"), draft("we", " ", "ran", sentence=1)]
    assert shown(merge(drafts)) == ["in Rome", "we ran"]
    assert merge([]) == []


def test_a_slot_others_depend_on_is_left_alone():
    twice = Hole(("a", "b"), 1)
    drafts = [draft(twice, " is ", twice), draft("c", " is ", twice, sentence=1)]
    assert len(merge(drafts)) == 2


def test_no_value_reaches_from_one_text_into_the_next():
    pairs = [("Al", "ill"), ("Bo", "sad")]
    drafts = [
        draft(name, " ", "ran", " ", BORDER, " ", "is", " ", how, sentence=n) for n, (name, how) in enumerate(pairs)
    ]
    assert len(merge(drafts)) == 2
    apart = [
        draft(name, " ", "ran", " ", BORDER, " ", "Cy", " ", "ran", sentence=n) for n, (name, _) in enumerate(pairs)
    ]
    assert shown(merge(apart)) == [f"<Al|Bo> ran {BORDER} Cy ran"]
