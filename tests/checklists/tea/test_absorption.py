"""Sentences left alone go where they belong: into a template that makes them, or nearly does."""

from __future__ import annotations

from itertools import product

from mteval.checklists.tea.absorption import absorb
from mteval.checklists.tea.drafts import Draft, Hole

PEOPLE, CITIES = ("Ann", "Bob", "Eve", "Tom"), ("Rome", "Oslo", "Lima", "Kyiv")
EVERY = [f"{person} saw {city}" for person, city in product(PEOPLE, CITIES)]


def host(sentences, people=PEOPLE, cities=CITIES, family=0):
    return Draft((Hole(people, 1, family=family), " saw ", Hole(cities, 2, family=family)), frozenset(sentences))


def lone(number, text):
    return Draft((text,), frozenset({number}))


def test_a_sentence_the_template_makes_anyway_is_taken_in():
    (grown,) = absorb([host(range(15)), lone(15, EVERY[15])], EVERY)
    assert grown.sentences == frozenset(range(16))
    assert [hole.values for hole in grown.holes] == [PEOPLE, CITIES]


def test_a_thin_sample_takes_one_new_value():
    texts = [*EVERY[:8], "Ann saw Cork"]
    (grown,) = absorb([host(range(8)), lone(8, texts[8])], texts)
    assert grown.sentences == frozenset(range(9))
    assert [hole.values for hole in grown.holes] == [PEOPLE, (*CITIES, "Cork")]
    assert grown.sampled


def test_a_full_sample_takes_no_new_value():
    """All sixteen sentences were seen: one more that differs is a slip."""
    texts = [*EVERY, "Ann saw Cork"]
    drafts = [host(range(16)), lone(16, texts[16])]
    assert absorb(drafts, texts) == drafts


def test_two_new_values_at_once_are_another_template():
    texts = [*EVERY[:8], "Kim saw Cork"]
    drafts = [host(range(8)), lone(8, texts[8])]
    assert absorb(drafts, texts) == drafts


def test_a_draft_of_many_sentences_is_no_remainder():
    texts = [*EVERY[:8], *(f"{one} saw Cork" for one in PEOPLE)]
    other = Draft((Hole(PEOPLE, 1), " saw Cork"), frozenset(range(8, 12)))
    assert absorb([host(range(8)), other], texts) == [host(range(8)), other]


def test_places_that_never_take_one_value_do_not_take_it_now():
    names = ("Ann", "Bob", "Eve", "Tom")
    texts = [f"{one} saw {other}" for one, other in product(names, names) if one != other]
    base = host(range(6), names, names, family=1)
    allowed, twice = "Ann saw Kim", "Ann saw Ann"
    grown, left = absorb([base, lone(12, allowed), lone(13, twice)], [*texts, allowed, twice])
    # What one place of a lexicon takes, the other may take too.
    assert [hole.values for hole in grown.holes] == [(*names, "Kim"), (*names, "Kim")]
    assert left == lone(13, twice)


def test_a_value_said_twice_must_be_the_same_twice():
    hole, verb = Hole(("Ann", "Bob", "Eve"), 1), Hole(("saw", "met", "heard"), 2)
    base = Draft((hole, " ", verb, " ", hole), frozenset(range(4)))
    texts = ["Ann saw Ann", "Bob met Bob", "Eve heard Eve", "Ann met Ann", "Kim saw Kim", "Kim saw Ann"]
    grown, left = absorb([base, lone(4, texts[4]), lone(5, texts[5])], texts)
    assert grown.sentences == frozenset(range(5))
    assert left == lone(5, texts[5])


def test_nothing_is_lost_without_a_host():
    drafts = [lone(0, "one"), lone(1, "two")]
    assert absorb(drafts, ["one", "two"]) == drafts
    assert absorb([], []) == []
