"""Candidate words, groups of target words, and which of them are merged."""

import pytest

from mteval.authoring.contrast.senses import (
    AmbiguousWord,
    SenseCluster,
    candidate_words,
    merge_derived,
    refine,
    sense_groups,
)
from mteval.authoring.contrast.settings import SenseSettings
from mteval.core.records import InventorySense
from tests.authoring.contrast.words import word


def test_only_words_linked_often_with_several_others_are_candidates():
    rows = [("bank", "banque", 10), ("bank", "rive", 12), ("bank", "zut", 9), ("cat", "chat", 99), ("cat", "chatte", 9)]
    assert list(candidate_words(rows, SenseSettings())) == [("bank", {"banque": 10, "rive": 12})]
    assert [word for word, _ in candidate_words(rows, SenseSettings(min_links=9))] == ["bank", "cat"]


def test_senses_that_share_a_word_are_one():
    senses = [
        InventorySense("1", ("banque",), ("bank", "depository"), "n"),
        InventorySense("2", ("Rive", "bord"), ("bank",), "n"),
        InventorySense("3", ("bord", "talus"), ("bank",), "n"),
        InventorySense("4", ("virer",), ("bank",), "v"),
    ]
    found = sense_groups("bank", {"banque": 30, "rive": 20, "bord": 40, "zut": 10}, senses, str.lower)
    assert [(sense.words, sense.counts, sense.ids) for sense in found.senses] == [
        (("bord", "rive"), (40, 20), ("2", "3")),
        (("banque",), (30,), ("1",)),
    ]
    assert found.senses[1].synonyms == ("depository",)


def test_in_a_noisy_inventory_more_than_one_shared_sense_can_be_asked_for():
    senses = [InventorySense(str(number), ("verre", "gobelet"), (), "n") for number in range(3)]
    senses += [InventorySense(str(number), ("lunette",), (), "n") for number in range(3, 6)]
    senses.append(InventorySense("noise", ("verre", "lunette"), (), "n"))
    counts = {"verre": 9, "lunette": 8, "gobelet": 7}
    assert len(sense_groups("glass", counts, senses, str.lower).senses) == 1
    found = sense_groups("glass", counts, senses, str.lower, 0.5).senses
    assert [sense.words for sense in found] == [("verre", "gobelet"), ("lunette",)]


@pytest.mark.parametrize(
    ("one", "other", "merged"),
    [
        (("offre", "n"), ("offrir", "v"), True),
        (("réparation", "n"), ("réparer", "v"), True),
        (("bloc", "n"), ("bloquer", "v"), False),
        (("barreau", "n"), ("barre", "n"), False),
        (("cadeau", "n"), ("présenter", "v"), False),
        (("barre", ""), ("barrer", "v"), False),
    ],
)
def test_one_root_in_two_parts_of_speech_is_one_sense(one, other, merged):
    senses = tuple(SenseCluster((word,), (5,), (word,), (part,)) for word, part in (one, other))
    assert (len(merge_derived(AmbiguousWord("w", senses)).senses) == 1) is merged


def test_the_most_similar_senses_are_merged_first():
    table = {frozenset("ab"): 0.6, frozenset("bc"): 0.9, frozenset("ac"): 0.1}

    def similarity(one, other):
        return table.get(frozenset((*one.words, *other.words)), 0.2)

    merged = refine(word(("a",), ("b",), ("c",)), similarity, 0.5)
    assert [set(sense.words) for sense in merged.senses] == [{"b", "c"}, {"a"}]
    assert len(refine(word(("a",), ("b",), ("c",)), similarity, 0.95).senses) == 3
    assert len(refine(word(("a",), ("b",)), lambda *_: None, 0.0).senses) == 2
