"""Groups of target words, merging, and figures against a gold lexicon."""

import pytest

from mteval.authoring.contrast.build import open_inventory
from mteval.authoring.contrast.lexicon import make_lexicon, read_words, table_lines
from mteval.authoring.contrast.senses import (
    AmbiguousWord,
    SenseCluster,
    candidate_words,
    merge_derived,
    refine,
    sense_groups,
)
from mteval.authoring.contrast.settings import SenseSettings
from mteval.authoring.contrast.similarity import open_similarity
from mteval.authoring.contrast.tuning import THRESHOLDS, evaluate, right_senses, tune
from mteval.core.errors import MtevalError, UsageError
from mteval.core.records import InventorySense
from mteval.lexical.sense_tables import read_sense_table


def word(*senses):
    return AmbiguousWord(
        "w", tuple(SenseCluster(words, (1,) * len(words), ("_".join(words),), ("n",) * len(words)) for words in senses)
    )


def sets(*senses):
    return [frozenset(sense) for sense in senses]


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


def test_vectors_of_words_and_of_senses(tmp_path):
    (tmp_path / "t.vec").write_text("4 2\na 1 0\nB 1 0.2\nc 0 1\nd -1 0\n")
    by_words = open_similarity(f"fasttext:{tmp_path / 't.vec'}")
    one, other = word(("a", "b"), ("c",)).senses
    # The centroid of (1, 0) and (1, 0.2)/|.| against (0, 1), by hand: 0.19612 / |(1.98058, 0.19612)|.
    assert by_words(one, other) == pytest.approx(0.09854, abs=1e-4)
    assert by_words(one, word(("zz",)).senses[0]) is None
    seen = SenseCluster(("zz",), (1,), ("z",), ("n",), forms=(("a", "c"),))
    assert by_words(other, seen) == pytest.approx(0.5**0.5), "a lemma without a vector has the mean of its forms'"
    (tmp_path / "s.vec").write_text("2 2\na_b 1 0\nc 1 1\n")
    assert open_similarity(f"senses:{tmp_path / 's.vec'}")(one, other) == pytest.approx(0.5**0.5)
    with pytest.raises(UsageError, match=r"fasttext:SRC\.vec,TGT\.vec"):
        open_similarity("glove:x")


@pytest.mark.parametrize("pair", ["cs-en", "tr-en"])
def test_published_lexicons_reproduce_their_own_clusters(shared, pair):
    path = shared / "data" / "mucow" / "scoring" / f"{pair}.mucow.scoring.json"
    gold = read_sense_table(path).clusters()
    rows = sorted((word, target, 10) for word, senses in gold.items() for sense in senses for target in sense)
    inventory = open_inventory(f"tsv:{path}", tuple(pair.split("-")))
    found = make_lexicon(rows, inventory, str.lower, None, SenseSettings())
    assert {word.word: {frozenset(sense.words) for sense in word.senses} for word in found.words} == {
        word: set(senses) for word, senses in gold.items()
    }
    # The numbers of words and senses in the published file.
    assert (len(gold), sum(map(len, gold.values()))) == {"cs-en": (107, 223), "tr-en": (107, 220)}[pair]


def test_a_lexicon_table_is_read_back_and_is_an_inventory(tmp_path):
    words = [
        AmbiguousWord(
            "bank",
            (
                SenseCluster(
                    ("rive", "bord"), (9, 4), ("2", "3"), ("n", "n"), ("shore",), (("rive", "rives"), ("bords",))
                ),
            ),
        )
    ]
    path = tmp_path / "lexicon.tsv"
    path.write_text("\n".join(table_lines(words, ("en", "fr"))) + "\n")
    assert read_words(path) == words
    assert open_inventory(f"tsv:{path}", ("en", "fr")).senses(["bank"])["bank"][0].targets == ("rive", "bord")
    with pytest.raises(MtevalError, match="is for en-fr, not for en-de"):
        open_inventory(f"tsv:{path}", ("en", "de"))


@pytest.mark.parametrize(
    ("inferred", "gold", "right"),
    [
        (sets("ab", "c"), sets("ab", "c"), 2),
        (sets("abc"), sets("ab", "c"), 0),  # falsely merged
        (sets("a", "b", "c"), sets("ab", "c"), 1),  # a and b falsely kept apart
        (sets("abx", "cy"), sets("ab", "c"), 2),  # x and y are not judged
        (sets("a", "c"), sets("ab", "c"), 2),  # b was never aligned
        (sets("ac", "b"), sets("ab", "c"), 0),
    ],
)
def test_a_sense_is_right_only_if_neither_merged_nor_split_falsely(inferred, gold, right):
    assert right_senses(inferred, gold) == right


def test_figures_by_hand():
    words = [word(("a", "b"), ("c",)), AmbiguousWord("v", word(("p",), ("q",), ("r",)).senses)]
    point = evaluate(words, {"w": sets("ab", "c"), "v": sets("pq", "r")}, 0.5)
    # Right: ab, c and r of five inferred and four gold senses.
    assert (point.right, point.inferred, point.gold) == (3, 5, 4)
    assert point.precision == 0.6
    assert point.recall == 0.75
    assert point.f_score() == pytest.approx(2 * 0.6 * 0.75 / 1.35)
    assert point.f_score(0.5) == pytest.approx(1.25 * 0.6 * 0.75 / (0.25 * 0.6 + 0.75))


def test_a_word_with_one_gold_sense_costs_precision_only():
    point = evaluate([word(("a",), ("b",))], {"w": sets("ab")}, 0.5)
    assert (point.right, point.inferred, point.gold) == (0, 2, 0)
    assert evaluate([word(("a", "b"))], {"w": sets("ab")}, 0.5).inferred == 0


def test_a_word_merged_into_one_sense_is_dropped():
    points = tune([word(("a",), ("b",))], {"w": sets("a", "b")}, lambda *_: 0.4)
    assert [point.threshold for point in points] == list(THRESHOLDS)
    assert THRESHOLDS == (0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65)
    assert [point.inferred for point in points] == [0] * 5 + [2] * 6
    assert points[0].precision != points[0].precision
    with pytest.raises(MtevalError, match="has none of the 1 words"):
        tune([word(("a",), ("b",))], {"other": sets("a", "b")}, lambda *_: 0.4)


def test_tune_finds_the_threshold_on_known_senses(built, synthetic, contrast, tmp_path):
    gold = tmp_path / "gold.tsv"
    rows = [
        f"{word}\t{number}\t{'|'.join(sorted(sense))}\n"
        for word, senses in synthetic.gold.items()
        for number, sense in enumerate(senses)
    ]
    gold.write_text("".join(rows))
    arguments = ("tune", built[0], "--gold", gold, "--embeddings", f"fasttext:{synthetic.vectors}")
    result = contrast(*arguments, "-o", tmp_path / "curves.html")
    lines = result.output.splitlines()
    assert lines[0].split() == ["threshold", "precision", "recall", "F1", "F0.5", "right", "inferred", "gold"]
    assert len(lines) == 13
    assert any(line.split()[1:5] == ["1.0000"] * 4 for line in lines[1:12])
    page = (tmp_path / "curves.html").read_text()
    assert page.count("<polyline") == 4
    assert page.count("<tr>") == 12
    contrast(*arguments, "-o", tmp_path / "curves.svg", "--thresholds", "0.3:0.5:0.1")
    assert (tmp_path / "curves.svg").read_text().startswith("<svg")
    for bad in (("-o", "x.png"), ("--thresholds", "nonsense")):
        with pytest.raises(UsageError):
            contrast(*arguments, *bad)
