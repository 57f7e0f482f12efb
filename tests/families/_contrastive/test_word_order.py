"""Contrasts that are another order of the reference: which a free order allows, and which tear apart what belongs together."""

import pytest

from mteval.families._contrastive.word_order import is_other_order

HINDI = "वह बैंक में काम करती है।"


@pytest.mark.parametrize(
    ("reference", "contrast"),
    [
        (HINDI, "वह काम करती है बैंक में।"),
        (HINDI, "बैंक में वह काम करती है।"),
        ("राम ने एक सेब खाया।", "राम ने खाया एक सेब।"),
        ("किताब मेज़ पर है।", "किताब है मेज़ पर।"),
        ("हम पेड़ के नीचे बैठे।", "हम बैठे पेड़ के नीचे।"),
        ("तुम्हारा भाई कहाँ रहता है?", "कहाँ तुम्हारा भाई रहता है?"),
    ],
)
def test_hindi_moves_its_phrases(reference, contrast):
    assert is_other_order(reference, contrast, "hi")
    assert is_other_order(contrast, reference, "hi-IN")
    assert not is_other_order(reference, contrast, "en")


@pytest.mark.parametrize(
    "contrast",
    [
        "वह में बैंक काम करती है।",  # the postposition before its noun
        "वह बैंक काम में करती है।",  # behind another word
        "वह बैंक में काम है करती।",  # the auxiliary before its participle
        "वह घर में काम करती है।",  # another word
        "वह बैंक में काम करती।",  # a word less
        HINDI,
    ],
)
def test_what_leans_on_a_word_stays_with_it(contrast):
    assert not is_other_order(HINDI, contrast, "hi")


def test_a_fronted_question_word_asks_something_else():
    assert not is_other_order("तुम क्या चाहते हो?", "क्या तुम चाहते हो?", "hi")


@pytest.mark.parametrize(
    ("contrast", "free"),
    [
        ("В саду мы не сидели.", True),
        ("Не сидели мы в саду.", True),
        ("Мы саду не сидели в.", False),
        ("Мы сидели не в саду.", False),
    ],
)
def test_russian_words_that_precede_theirs(contrast, free):
    assert is_other_order("Мы не сидели в саду.", contrast, "ru") is free
