"""Metrics that need no references, against counts by hand and brute force."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mteval.core import registry
from mteval.core.errors import UsageError
from mteval.core.evidence import Comparison, Skipped


def scored(name, pairs, **options):
    metric = registry.metrics.find(name)(**options)
    evidence = [Comparison(translation, (), source) for translation, source in pairs]
    statistics = metric.observe(evidence)
    return metric.estimate(statistics, np.ones((1, len(evidence))))[0], statistics


def test_length_ratio_is_of_sums_and_counts_no_white_space():
    (value,), _ = scored("length-ratio", [("ab c", "abcdef"), ("aaaa", "bb")])
    assert value == pytest.approx(7 / 8)
    (words,), _ = scored("length-ratio", [("ab c", "abcdef"), ("aaaa", "bb")], unit="words")
    assert words == pytest.approx(3 / 2)
    (octets,), _ = scored("length-ratio", [("ää", "aa")], unit="bytes")
    assert octets == pytest.approx(2)


def test_an_empty_source_does_not_count():
    _, statistics = scored("length-ratio", [("ab", "  "), ("ab", "cd")])
    assert statistics.counted.tolist() == [False, True]


def test_copies_are_found_whatever_their_case_and_punctuation():
    pairs = [
        ("the dog SITS here!", "The dog sits here."),
        ("der Hund sitzt hier", "the dog sits here"),
        ("er sagte the dog sits here", "he said the dog sits here now"),
        ("12 345", "12 345"),
    ]
    (copied, ngrams), statistics = scored("copy-rate", pairs)
    assert copied == pytest.approx(1 / 3)
    # Runs of four words: 1 of 1, 0 of 1, and of the three in the third only the last.
    assert ngrams == pytest.approx(2 / 5)
    assert statistics.counted.tolist() == [True, True, True, False]


def test_repetition_is_the_share_of_runs_that_came_before():
    (repeated, looping), _ = scored("repetition", [("a b c d a b c d", None), ("one two three four five", None)])
    assert repeated == pytest.approx(1 / 7)
    assert looping == 0
    (repeated, looping), _ = scored("repetition", [("go " * 10, None), ("kurz", None)])
    assert repeated == pytest.approx(6 / 7)
    assert looping == 0.5


@given(st.lists(st.sampled_from("ab"), max_size=12), st.integers(1, 4))
def test_repetition_by_brute_force(words, order):
    runs = [words[i : i + order] for i in range(len(words) - order + 1)]
    again = sum(run in runs[:i] for i, run in enumerate(runs))
    (value, _), _ = scored("repetition", [(" ".join(words), None)], order=order)
    assert value == pytest.approx(again / len(runs) if runs else 0.0)


GERMAN = "Der alte Mann sitzt jeden Morgen auf der Bank und liest die Zeitung."
ENGLISH = "The old man sits on the bench every morning and reads the newspaper."
DANISH = "Den gamle mand sidder på bænken hver morgen og læser avisen i solen."


def test_language_match_knows_the_language_and_its_relatives():
    pairs = [(GERMAN, None), (ENGLISH, None), ("Ja.", None)]
    (value,), statistics = scored("language-match", pairs, trg_lang="de")
    assert value == 0.5
    assert statistics.counted.tolist() == [True, True, False]
    assert scored("language-match", [(DANISH, None)], trg_lang="nb")[0][0] == 1.0


def test_without_a_language_the_references_tell_it_and_without_these_it_is_asked_for():
    metric = registry.metrics.find("language-match")()
    statistics = metric.observe([Comparison(GERMAN, (GERMAN,)), Comparison(ENGLISH, (GERMAN,)), Skipped("x")])
    assert statistics.rows[:, 0].tolist() == [1.0, 0.0, 0.0]
    assert metric.chosen["trg_lang"] == "de"
    with pytest.raises(UsageError, match="--languages"):
        registry.metrics.find("language-match")().observe([Comparison(GERMAN, ())])


@pytest.mark.parametrize(("name", "worse"), [("copy-rate", (ENGLISH, ENGLISH)), ("language-match", (ENGLISH, ENGLISH))])
def test_cases_pass_or_fail(name, worse):
    options = {"trg_lang": "de"} if name == "language-match" else {}
    metric = registry.metrics.find(name)(**options)
    statistics = metric.observe([Comparison(GERMAN, (), ENGLISH), Comparison(worse[0], (), worse[1])])
    passed, decided = metric.decisions(statistics)
    assert passed.tolist() == [True, False]
    assert decided.tolist() == [True, True]
