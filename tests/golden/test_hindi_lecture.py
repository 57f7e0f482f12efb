"""A lecture's worked examples of BLEU and ROUGE in Hindi."""

from __future__ import annotations

import math

import numpy as np
import pytest

from mteval.core import registry
from mteval.core.evidence import Comparison

REFERENCE = "मैंने अभी खाना खाया"


def values(name, translation, *references, **options):
    metric = registry.metrics.find(name)(**options)
    statistics = metric.observe([Comparison(translation, references)])
    return dict(zip(metric.keys, metric.estimate(statistics, np.ones((1, 1)))[0], strict=True))


@pytest.mark.parametrize(
    ("translation", "unigrams", "bigrams", "shown"),
    [("मैंने अब खाना खाया", 3 / 4, 1 / 3, 50.0), ("मैंने अभी लंच एट", 2 / 4, 1 / 3, 40.8)],
)
def test_bleu_of_two_candidates(translation, unigrams, bigrams, shown):
    found = values("bleu", translation, REFERENCE, tokenize="none", max_ngram_order="2")
    assert found["precision_1"] == pytest.approx(100 * unigrams)
    assert found["precision_2"] == pytest.approx(100 * bigrams)
    assert found["bleu"] == pytest.approx(100 * math.sqrt(unigrams * bigrams))
    assert round(found["bleu"], 1) == shown


def test_a_repeated_word_counts_no_more_often_than_in_the_reference():
    found = values("bleu", "aapkii aapkii aapkii meharbaanii", "aapkii badii meharbaanii hogii", tokenize="none")
    assert found["precision_1"] == pytest.approx(100 * 2 / 4)


def test_brevity_penalty():
    found = values("bleu", "मैंने अभी खाना", REFERENCE, tokenize="none", max_ngram_order="2")
    assert found["brevity_penalty"] == pytest.approx(math.exp(1 - 4 / 3))
    assert found["bleu"] == pytest.approx(100 * math.exp(1 - 4 / 3))
    assert values("bleu", REFERENCE + " है", REFERENCE, tokenize="none")["brevity_penalty"] == 1


def test_ngram_weights():
    found = values("bleu", "मैंने अब खाना खाया", REFERENCE, tokenize="none", weights="0.7:0.3")
    assert found["bleu"] == pytest.approx(100 * math.exp(0.7 * math.log(3 / 4) + 0.3 * math.log(1 / 3)))


def test_rouge_2_recall_of_a_fragment():
    reference = "क्या ब्लू लंबे वाक्य की गुणवत्ता को समझ पाएगा"
    assert len(reference.split()) == 9
    for tokenize in ("unicode", "none"):
        assert values("rouge-2", "लंबे वाक्य", reference, tokenize=tokenize)["recall"] == pytest.approx(100 / 8)
