"""Corpora take turns, and what is drawn can be written down and read again."""

from mteval.authoring.contrast.candidates import CandidateSentence
from mteval.authoring.contrast.drawing import DrawnItem, in_turn, lexicon_rows, words_from_rows
from mteval.authoring.contrast.replacing import MadeContrast
from mteval.authoring.contrast.senses import AmbiguousWord, SenseCluster


def sentence(corpus, text):
    return CandidateSentence(
        "bank", "scoring", 0, corpus, "00", 1, text, f"{text} auf", "ufer", (0, 0), ((0, 4), (0, 4))
    )


def test_corpora_take_turns_and_repeats_count_once():
    pool = [
        sentence("a", "one"),
        sentence("a", "two"),
        sentence("a", "one"),
        sentence("b", "two"),
        sentence("b", "three"),
    ]
    assert [(one.corpus, one.source) for one in in_turn(pool, 9)] == [("a", "one"), ("b", "three"), ("a", "two")]
    assert [one.source for one in in_turn(pool, 1)] == ["one", "three"]


def test_items_and_lexicons_are_written_and_read_back():
    item = DrawnItem(sentence("a", 'with "quotes"\tand tabs'), (MadeContrast("text", "word", "words", 1),))
    assert DrawnItem.of(item.text()) == item
    word = AmbiguousWord(
        "bank",
        (SenseCluster(("rive", "bord"), (9, 4), ("2",), ("n", "n"), ("shore",), (("rive", "rives"), ("bords",))),),
    )
    assert words_from_rows(lexicon_rows([word])) == {"bank": word}
