"""What every ROUGE shares: rouge-score's digits on request, words of any script by default."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rouge_score.rouge_scorer import RougeScorer

from mteval.core import registry
from mteval.core.errors import UnknownNameError, UsageError
from mteval.core.evidence import Comparison, Skipped
from tests.metrics._rouge.scoring import rouge

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


def test_means_over_real_lines_are_those_of_rouge_score(outputs):
    translations, reference = outputs
    reference, translation = reference[:120], list(translations.values())[1][:120]
    scorer = RougeScorer(list(PEER.values()))
    theirs = [scorer.score(r, t) for r, t in zip(reference, translation, strict=True)]
    for name, other in PEER.items():
        metric = registry.metrics.find(name)(tokenize="rouge-score")
        statistics = metric.observe([Comparison(t, (r,)) for r, t in zip(reference, translation, strict=True)])
        mean = 100 * np.mean([score[other].fmeasure for score in theirs])
        assert abs(metric.estimate(statistics, np.ones((1, len(reference))))[0, 0] - mean) <= 1e-9
        alone = [100 * score[other].fmeasure for score in theirs]
        assert np.allclose(metric.per_case(statistics), alone, rtol=0, atol=1e-9)


def test_beta_weighs_recall():
    found = rouge("rouge-1", "a b", "a c d e", beta="2")
    assert found["f"] == pytest.approx(100 * 5 * 0.5 * 0.25 / (4 * 0.5 + 0.25))


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
