"""ROUGE: rouge-score's digits on request, Lin's worked examples, and words of any script by default."""

from __future__ import annotations

import itertools
import unicodedata

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rouge_score.rouge_scorer import RougeScorer

from mteval.core import registry
from mteval.core.errors import UnknownNameError, UsageError
from mteval.core.evidence import Comparison, Skipped

PEER = {
    "rouge-1": "rouge1",
    "rouge-2": "rouge2",
    "rouge-3": "rouge3",
    "rouge-4": "rouge4",
    "rouge-l": "rougeL",
    "rouge-lsum": "rougeLsum",
}
ALL = (*PEER, "rouge-w", "rouge-s", "rouge-su")

WORDS = ["a", "b", "c", "the", "cats", "running-fast", "nationality's", "3.5", "Größe", "मैंने", "👍", "x"]
words = st.one_of(st.sampled_from(WORDS), st.text(max_size=3))
texts = st.lists(st.lists(words, max_size=8).map(" ".join), max_size=4).map("\n".join)


def rouge(name, translation, *references, **options):
    metric = registry.metrics.find(name)(**options)
    statistics = metric.observe([Comparison(translation, references)])
    return dict(zip(metric.keys, metric.estimate(statistics, np.ones((1, 1)))[0], strict=True))


@settings(max_examples=150, deadline=None)
@given(
    name=st.sampled_from(sorted(PEER)),
    translation=texts,
    references=st.lists(texts, min_size=1, max_size=3),
    stem=st.booleans(),
)
def test_rouge_score_tokens_give_the_digits_of_rouge_score(name, translation, references, stem):
    theirs = RougeScorer([PEER[name]], use_stemmer=stem).score_multi(references, translation)[PEER[name]]
    ours = rouge(name, translation, *references, tokenize="rouge-score", stemmer=str(stem).lower())
    wanted = (theirs.fmeasure, theirs.precision, theirs.recall)
    assert np.allclose(list(ours.values()), np.multiply(100, wanted), rtol=0, atol=1e-9)


def test_wmt_means_are_those_of_rouge_score(shared):
    folder = shared / "data" / "wmt17_en_de"
    reference, translation = (
        (folder / name).read_text(encoding="utf-8").split("\n")[:120]
        for name in ("ref.de", "newstest2017.FBK.4870.en-de.txt")
    )
    scorer = RougeScorer(list(PEER.values()))
    theirs = [scorer.score(r, t) for r, t in zip(reference, translation, strict=True)]
    for name, other in PEER.items():
        metric = registry.metrics.find(name)(tokenize="rouge-score")
        statistics = metric.observe([Comparison(t, (r,)) for r, t in zip(reference, translation, strict=True)])
        mean = 100 * np.mean([score[other].fmeasure for score in theirs])
        assert abs(metric.estimate(statistics, np.ones((1, 120)))[0, 0] - mean) <= 1e-9
        alone = [100 * score[other].fmeasure for score in theirs]
        assert np.allclose(metric.per_case(statistics), alone, rtol=0, atol=1e-9)


@pytest.mark.parametrize(
    ("translation", "value"),
    [("A B C D H I K", 400 / 7), ("A H B K C I D", 200 / 7)],
)
def test_unbroken_runs_weigh_more(translation, value):
    # Lin (2004), section 4: with f(k) = k² the F-scores are .571 and .286; ROUGE-L is 4/7 for both.
    assert rouge("rouge-w", translation, "A B C D E F G", weight="2")["f"] == pytest.approx(value, abs=1e-12)
    assert rouge("rouge-l", translation, "A B C D E F G")["f"] == pytest.approx(400 / 7)


def test_weighted_runs_by_hand():
    # "a b" in a row and "d" alone: 2^1.2 + 1 = 3.2974; recall (3.2974)^(1/1.2) / 4, precision the same / 5.
    root = (2**1.2 + 1) ** (1 / 1.2)
    found = rouge("rouge-w", "a b x y d", "a b c d")
    assert found["recall"] == pytest.approx(100 * root / 4)
    assert found["precision"] == pytest.approx(100 * root / 5)


@pytest.mark.parametrize(
    ("translation", "shared_pairs"),
    [
        ("police kill the gunman", 3),
        ("the gunman kill police", 1),
        ("the gunman police killed", 2),
        ("gunman the killed police", 0),
    ],
)
def test_skip_bigrams_of_the_police_and_the_gunman(translation, shared_pairs):
    # Lin (2004), section 5: 3/6, 1/6, 2/6; the last shares words but no pair.
    reference = "police killed the gunman"
    assert rouge("rouge-s", translation, reference)["f"] == pytest.approx(100 * shared_pairs / 6)
    unigrams = len(set(translation.split()) & set(reference.split()))
    assert rouge("rouge-su", translation, reference)["f"] == pytest.approx(100 * (shared_pairs + unigrams) / 10)


def test_skip_distance_counts_the_words_between():
    # One word between at most: (a,c) (a,b) (c,b) (c,d) (b,d) against (a,b) (a,c) (b,c) (b,d) (c,d): four match.
    found = rouge("rouge-s", "a c b d", "a b c d", skip="1")
    assert found["recall"] == pytest.approx(80)
    assert found["precision"] == pytest.approx(80)
    assert rouge("rouge-s", "a c b d x", "a b c d x", skip="0") == rouge("rouge-2", "a c b d x", "a b c d x")


def brute_wlcs(reference, translation, weight):
    """The best total of runs over every way to align words in order."""
    best = 0.0
    for size in range(len(reference) + 1):
        for left, right in itertools.product(
            itertools.combinations(range(len(reference)), size), itertools.combinations(range(len(translation)), size)
        ):
            if all(reference[i] == translation[j] for i, j in zip(left, right, strict=True)):
                total, run = 0.0, 0
                for k, (i, j) in enumerate(zip(left, right, strict=True)):
                    run = run + 1 if k and i == left[k - 1] + 1 and j == right[k - 1] + 1 else 1
                    total += run**weight - (run - 1) ** weight
                best = max(best, total)
    return best


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from("abc"), max_size=5), st.lists(st.sampled_from("abc"), max_size=5))
def test_the_greedy_table_of_lin_never_exceeds_the_best_alignment(reference, translation):
    from mteval.metrics._rouge.subsequences import weighted_lcs

    found = weighted_lcs(reference, translation, 1.2)
    assert found <= brute_wlcs(reference, translation, 1.2) + 1e-9
    assert found >= rouge("rouge-l", " ".join(translation), " ".join(reference))["recall"] * len(reference) / 100 - 1e-9


def test_beta_weighs_recall():
    found = rouge("rouge-1", "a b", "a c d e", beta="2")
    assert found["f"] == pytest.approx(100 * 5 * 0.5 * 0.25 / (4 * 0.5 + 0.25))


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("मैंने अभी खाना खाया।", 4),
        ("नहीं-नहीं", 2),
        ("ΟΔΟΣ, οδός!", 2),
        ("我们吃饭。", 4),
        ("می‌خواهم بروم", 2),
        ("don't 3,5", 4),
        ("👍🏽 !", 0),
        ("ภาษาไทย", 7),
    ],
)
def test_words_of_any_script(line, count):
    from mteval.text.words import unicode_words

    assert len(unicode_words(line)) == count


@settings(max_examples=300, deadline=None)
@given(st.text(st.characters(max_codepoint=0x2FFF), max_size=12))
def test_the_short_cut_for_plain_scripts_cuts_the_same_words(line):
    from mteval.text import words

    composed = unicodedata.normalize("NFC", line.lower())
    assert words.unicode_words(line) == words._pattern()(composed)


def test_composed_and_decomposed_letters_are_the_same():
    assert rouge("rouge-1", "cafe\u0301", "café")["f"] == 100


@pytest.mark.parametrize("name", ALL)
def test_identical_lines_score_100_and_empty_ones_0(name):
    assert rouge(name, "यह एक परीक्षा है आज", "यह एक परीक्षा है आज")["f"] == pytest.approx(100)
    assert rouge(name, "", "यह एक परीक्षा है आज")["f"] == 0
    assert rouge(name, "यह", "")["f"] == 0


@pytest.mark.parametrize("name", ALL)
def test_best_reference_counts_and_skipped_cases_do_not(name):
    metric = registry.metrics.find(name)()
    statistics = metric.observe([Comparison("a b c d e", ("x y z", "a b c d e")), Skipped("no answer")])
    assert statistics.counted.tolist() == [True, False]
    assert metric.estimate(statistics, np.ones((1, 2)))[0, 0] == pytest.approx(100)
    assert np.isnan(metric.estimate(statistics, np.zeros((1, 2)))).all()


def test_stemming_matches_inflected_words():
    assert rouge("rouge-1", "the cats jumped", "the cat jumps")["f"] == pytest.approx(100 / 3)
    assert rouge("rouge-1", "the boats jumped", "the boat jumps", stemmer="true")["f"] == pytest.approx(100)


@pytest.mark.parametrize(
    ("name", "options", "error"),
    [
        ("rouge-1", {"stemer": "true"}, UnknownNameError),
        ("rouge-1", {"tokenize": "rouge_score"}, UsageError),
        ("rouge-l", {"stemmer": "maybe"}, UsageError),
        ("rouge-w", {"weight": "0"}, UsageError),
        ("rouge-s", {"skip": "-1"}, UsageError),
        ("rouge-2", {"beta": "0"}, UsageError),
    ],
)
def test_wrong_options_are_refused(name, options, error):
    with pytest.raises(error, match=next(iter(options))):
        registry.metrics.find(name)(**options)


def test_signature_names_what_the_number_depends_on():
    metric = registry.metrics.find("rouge-w")(stemmer="true", weight="1.5")
    metric.observe([Comparison("a", ("b",)), Comparison("a", ("b", "c"))])
    assert metric.signature.startswith("nrefs:var|tok:unicode|stem:porter|beta:1|weight:1.5|version:mteval-")
