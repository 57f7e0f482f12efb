"""What the pairs of a dictionary are to one another."""

from mteval.lexical.pair_context import gather_context

PAIRS = [("bank", "ufer"), ("bank", "bank"), ("shore", "ufer"), ("bank", "ufer")]


def test_partners_share_a_word_and_a_pair_is_none_of_its_own():
    context = gather_context(PAIRS, ({}, {}))
    assert context.partners(("bank", "ufer")) == [("bank", "bank"), ("shore", "ufer")]


def test_partners_of_one_side():
    context = gather_context(PAIRS, ({}, {}))
    assert context.partners_of(("bank", "ufer"), 0) == [("bank", "bank")]
    assert context.partners_of(("bank", "ufer"), 1) == [("shore", "ufer")]
    assert context.partners_of(("shore", "ufer"), 0) == []
