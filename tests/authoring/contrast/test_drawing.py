"""Corpora take turns, and what is drawn can be written down and read again."""

import json

from mteval.authoring.contrast.candidates import CandidateSentence
from mteval.authoring.contrast.drawing import Drawer, DrawingPlan, DrawnItem, in_turn, lexicon_rows, words_from_rows
from mteval.authoring.contrast.replacing import MadeContrast
from mteval.authoring.contrast.senses import AmbiguousWord, SenseCluster
from mteval.authoring.contrast.settings import SentenceSettings, TextSettings


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


RIVER, MONEY, SNOW = "boat river water", "money street loan", "snow winter wind"


def drawn(folder, doubt, *senses):
    """The senses that each item must not be taken for, by sense; `senses` are lists of contexts of the word bank."""
    words = tuple(SenseCluster((f"w{number}",), (len(one),), ("1",), ("n",)) for number, one in enumerate(senses))
    known = {
        "lexicon": lexicon_rows([AmbiguousWord("bank", words)]),
        "forms": {},
        "genders": {},
        "nouns": [],
        "language": "fr",
    }
    (folder / "knowledge").write_text(json.dumps(known))
    settings = SentenceSettings(doubt=doubt, least_examples=2, near_duplicates=1.1)
    drawer = Drawer(DrawingPlan(TextSettings(("en", "fr"), lemmatiser="none"), settings, folder / "knowledge", {}))
    lines = [(sense, text) for sense, texts in enumerate(senses) for text in texts]
    sentences = [
        CandidateSentence(
            "bank", "translation", sense, "c", "00", line, f"bank {text} {line}", f"w{sense}", f"w{sense}", (0, 0),
            ((0, 4), (0, 2)), ("NOUN", "NOUN"),
        )
        for line, (sense, text) in enumerate(lines)
    ]  # fmt: skip
    found: dict[int, set[tuple[int, ...]]] = {}
    for item in drawer.draw("bank", sentences):
        found.setdefault(item.candidate.sense, set()).add(item.rivals)
    return found


def test_a_broader_word_is_no_wrong_word_nor_the_narrower_one_its(tmp_path):
    """The second sense stands in the contexts of the first and in others; the third is told from both."""
    senses = [RIVER] * 4, [RIVER] * 4 + [MONEY] * 4, [SNOW] * 4
    assert drawn(tmp_path, 0.1, *senses) == {0: {(2,)}, 1: {(2,)}, 2: {(0, 1)}}


def test_without_a_limit_of_doubt_every_other_sense_is_wrong(tmp_path):
    senses = [RIVER] * 4, [RIVER] * 4 + [MONEY] * 4
    assert drawn(tmp_path, 1.0, *senses) == {0: {(1,)}, 1: {(0,)}}
    assert drawn(tmp_path, 0.1, *senses) == {}
