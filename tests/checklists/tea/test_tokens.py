"""Sentences cut into words, characters or scripts, and joined again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mteval.checklists.tea.tokens import characters, published_tokenizer, scripts, spaces, words


@given(st.text(max_size=30))
@pytest.mark.parametrize("cut", [spaces, words, characters, scripts])
def test_tokens_joined_are_the_sentence(cut, sentence):
    assert "".join(cut(sentence)) == sentence


@pytest.mark.parametrize(
    ("sentence", "tokens"),
    [
        ("હું ખુશ છું.", ("હું", " ", "ખુશ", " ", "છું", ".")),
        ("الطَّعَامُ جَيِّد", ("الطَّعَامُ", " ", "جَيِّد")),
        ("ശ്രീ, क्या", ("ശ്രീ", ",", " ", "क्या")),
        ("می\u200cروم.", ("می\u200cروم", ".")),
        ("e\u0301te\u0301!", ("e\u0301te\u0301", "!")),
        ("don't", ("don", "'", "t")),
    ],
)
def test_no_mark_leaves_its_letter(sentence, tokens):
    assert words(sentence) == tokens


def test_characters_are_what_readers_take_for_one():
    assert characters("ही👩\u200d👩\u200d👧ที่") == ("ही", "👩\u200d👩\u200d👧", "ที่")


def test_scripts_keep_marks():
    assert scripts("面白いビデオか\u3099") == ("面白", "い", "ビデオ", "か\u3099")


@pytest.mark.parametrize(
    ("sentence", "cut"),
    [
        ("el pan es bueno", spaces),
        ("パンはおいしい。", scripts),
        ("面包很好吃。", characters),
        ("ขนมปังอร่อย", characters),
    ],
)
def test_tea_cuts_at_spaces_or_finer_where_there_are_none(sentence, cut):
    assert published_tokenizer([sentence]) is cut


def test_one_word_is_not_taken_for_a_language_without_spaces():
    assert published_tokenizer(["a b"]) is spaces
