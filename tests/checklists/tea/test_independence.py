"""Absences that are systematic are told from those of a thin sample."""

import numpy as np
import pytest

from mteval.checklists.tea.independence import judge

NOUNS = ["el vuelo", "el hotel", "el bar", "el plato", "la silla", "la mesa", "la casa", "la sopa"]
ADJECTIVES = ["bueno", "malo", "largo", "feo", "buena", "mala", "larga", "fea"]
AGREEING = np.kron(np.eye(2), np.ones((4, 4))).astype(int)


def verdict(counts, values=(NOUNS, ADJECTIVES), alpha=0.05):
    counts = np.array(counts, dtype=np.int64)
    return judge(counts > 0, counts, values, alpha=alpha)


def test_every_pair_seen_leaves_nothing_to_decide():
    found = verdict(np.ones((8, 8)))
    assert (found.reason, found.p_value) == ("every pair seen", None)
    assert found.allowed.all()


def test_complete_blocks_are_agreement_without_a_test():
    found = verdict(AGREEING)
    assert found.reason == "complete blocks"
    assert (found.allowed == (AGREEING > 0)).all()


def test_classes_that_show_in_the_form_exclude_each_other():
    counts = AGREEING.copy()
    counts[0, 1] = counts[5, 6] = 0  # a sample: two pairs inside the classes were not drawn
    found = verdict(counts)
    assert found.reason == "agreement in form"
    assert found.p_value <= 0.05
    assert (found.allowed == (AGREEING > 0)).all()


def test_a_thin_sample_allows_every_pair():
    draw = np.random.default_rng(3)
    counts = (draw.random((8, 8)) < 0.5).astype(int)
    names = [f"name{i}" for i in range(8)], [f"thing{i}" for i in range(8)]
    found = verdict(counts, names)
    assert found.reason == "thin sample"
    assert found.p_value > 0.05
    assert found.allowed.all()


@pytest.mark.parametrize("alpha", [0.0, 1.0])
def test_the_level_decides(alpha):
    counts = AGREEING.copy()
    counts[0, 1] = 0
    systematic = verdict(counts, alpha=alpha).reason != "thin sample"
    assert systematic is (alpha == 1.0)
