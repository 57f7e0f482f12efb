"""Precision at k: its keys, and what does not count."""

from __future__ import annotations

import numpy as np
import pytest

from mteval.core import registry
from mteval.core.queries import RankedWords, Unanswered
from tests.families.dictionary_suites import DICTIONARY, load


@pytest.fixture
def dictionary(tmp_path):
    path = tmp_path / "de-en.txt"
    path.write_text("".join(f"{left}\t{right}\n" for left, right in DICTIONARY), encoding="utf-8")
    return path


def test_headline_comes_first_and_keys_are_the_contract():
    metric = registry.metrics.find("precision-at-k")()
    assert metric.keys == ("p@1", "p@5", "p@10", "mrr@10", "coverage", "p@1_oov_wrong")


def test_nothing_known_is_not_a_number(dictionary):
    family, suite = load(dictionary)
    evidence = [family.judge(case, RankedWords(False)) for case in suite.cases]
    metric = registry.metrics.find("precision-at-k")()
    found = metric.estimate(metric.observe(evidence), np.ones((1, len(evidence))))[0]
    assert np.isnan(found[:4]).all()
    assert found[4:].tolist() == [0.0, 0.0]


def test_unanswered_words_are_skipped(dictionary):
    family, suite = load(dictionary)
    metric = registry.metrics.find("precision-at-k")()
    statistics = metric.observe([family.judge(suite.cases[0], Unanswered("no memory"))])
    assert not statistics.counted.any()
