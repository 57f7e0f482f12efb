"""Counting kernels against brute force, compiled and not."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.metrics._rouge.subsequences import lcs_length, lcs_positions
from mteval.metrics._ter.shifts import _compiled_edits, _plain_edits
from mteval.text import compiled
from mteval.text.compiled import Effort, in_threads
from mteval.text.ngrams import _compiled_matches, _matches
from mteval.text.tokens import cut_13a, tokenizer

tokens = st.lists(st.integers(0, 3), max_size=12)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(tokens, st.lists(tokens, min_size=1, max_size=3)), min_size=1, max_size=4), st.integers(1, 5))
def test_clipped_matches_are_those_counted_by_hand(cases, order):
    translations, references = [one for one, _ in cases], [other for _, other in cases]

    def grams(sequence, n):
        return Counter(tuple(sequence[i : i + n]) for i in range(len(sequence) - n + 1))

    wanted = [
        [
            sum(min(count, max(grams(one, n)[gram] for one in own)) for gram, count in grams(translation, n).items())
            for n in range(1, order + 1)
        ]
        for translation, own in cases
    ]
    assert [_matches(t, r, order) for t, r in cases] == wanted
    assert _compiled_matches(translations, references, order).tolist() == wanted


def test_characters_beyond_the_basic_plane_are_one_token():
    assert _compiled_matches(["👍a\ud800"], [["👍b\ud800"]], 2).tolist() == [[2, 0]]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(tokens, tokens), min_size=1, max_size=5))
def test_edits_are_bounded_by_plain_edit_distance(pairs):
    from rapidfuzz.distance import Levenshtein

    plain = [_plain_edits(words, reference) for words, reference in pairs]
    assert _compiled_edits(pairs).tolist() == plain
    for edits, (words, reference) in zip(plain, pairs, strict=True):
        assert abs(len(words) - len(reference)) <= edits <= Levenshtein.distance(words, reference)


def test_a_moved_block_is_one_edit():
    assert _plain_edits([4, 5, 6, 1, 2, 3], [1, 2, 3, 4, 5, 6]) == 1


@settings(max_examples=80, deadline=None)
@given(tokens, tokens)
def test_positions_spell_a_longest_common_subsequence(reference, translation):
    places = lcs_positions(reference, translation)
    assert len(places) == lcs_length(reference, translation)
    found = iter(translation)
    assert all(reference[place] in found for place in places)


def test_a_small_job_stays_uncompiled_and_a_large_one_does_not():
    effort = Effort(limit=100)
    assert [effort.pays(60), effort.pays(60), effort.pays(1)] == [False, True, True]


@pytest.mark.parametrize("count", [0, 1, 511, 512, 5000])
def test_threads_cover_every_item_once(count):
    seen = np.zeros(count, dtype=int)

    def mark(start, stop):
        seen[start:stop] += 1

    in_threads(mark, count)
    assert (seen == 1).all()


def test_kernels_compile_where_no_cache_can_be_written(monkeypatch):
    import numba

    real = numba.njit

    def without_cache(*given, **options):
        if options.pop("cache", False):
            raise RuntimeError("cannot cache function: no locator available")
        return real(*given, **options)

    monkeypatch.setattr(numba, "njit", without_cache)
    kernel = compiled.compile_together([_double])["_double"]
    assert kernel(21) == 42


def _double(number):
    return number * 2


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="a1.,-&;<>'\"$ \t\n\u00a0amp", max_size=30))
def test_13a_cuts_word_by_word_as_it_cuts_the_line(line):
    from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

    wanted = Tokenizer13a()(line.rstrip()).split()
    assert cut_13a(line.rstrip()) == wanted
    cutter = tokenizer("13a")
    assert cutter(line) == cutter._vocabulary.numbers(wanted)


@pytest.mark.parametrize("name", ["bleu", "chrf", "chrf++", "ter", "rouge-1", "rouge-l", "comet", "bertscore"])
def test_metrics_import_nothing_heavy(name):
    heavy = ("numba", "scipy", "pandas", "torch", "transformers", "nltk", "sacrebleu")
    code = f"import sys; from mteval.core import registry; registry.metrics.find({name!r}); "
    code += f"print([one for one in {heavy} if one in sys.modules])"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "[]"
