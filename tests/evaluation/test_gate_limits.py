"""Bounds of a gate and losses it lets pass, on results whose scores are known."""

from math import nan

import pytest

from mteval.core.errors import MtevalError
from mteval.evaluation.gate import Change
from mteval.evaluation.gate_limits import GateLimits, GateOutcome, read_limits
from tests.evaluation.small_suites import contrast_suite, run_contrasts


def change(spec="bleu", loss=1.0, p=0.5, tag="", repeats=False, after=None):
    now = 30 - loss if after is None else after
    return Change("s", "a", spec, tag, "x" if tag else "", 30.0, now, p, p, True, repeats=repeats)


def results():
    return run_contrasts(contrast_suite([f"w{i}" for i in range(10)]), sys=[True] * 7 + [False] * 3)


@pytest.mark.parametrize(
    ("least", "largest", "kept"),
    [(["accuracy=0.7"], [], True), (["accuracy=0.71"], [], False), ([], ["accuracy=0.69"], False)],
)
def test_a_score_is_held_against_its_bound(least, largest, kept):
    (bound,) = read_limits(least, largest, ()).bounds(results())
    assert (bound.value, bound.kept) == (0.7, kept)


def test_a_score_that_is_not_there_keeps_no_bound():
    empty = run_contrasts(contrast_suite(["a", "b"]), sys=[None, None])
    (bound,) = read_limits(["accuracy=0"], (), ()).bounds(empty)
    assert not bound.kept


def test_a_metric_the_results_do_not_have_is_refused():
    for given in ((["bleu=3"], ()), ((), ["bleu=3"])):
        with pytest.raises(MtevalError, match="Unknown metric of the results 'bleu'"):
            read_limits(given[0], (), given[1]).bounds(results())


@pytest.mark.parametrize("text", ["bleu", "bleu=", "=30", "bleu=much", "bleu=nan"])
def test_what_is_no_bound_is_refused(text):
    with pytest.raises(MtevalError, match=r"--min .*METRIC=NUMBER"):
        read_limits([text], (), ())


def test_a_negative_loss_is_refused():
    with pytest.raises(MtevalError, match="cannot be negative"):
        read_limits((), (), ["-1"])


def test_the_options_of_a_metric_may_hold_equals_signs():
    assert read_limits(["bleu?tokenize=none=30"], (), ()).least == {"bleu?tokenize=none": 30}


def test_without_a_loss_let_pass_significance_decides():
    assert not GateLimits().fails(change(loss=9, p=0.5))
    assert GateLimits().fails(change(loss=0.01, p=0.001))


def test_a_loss_let_pass_decides_over_whole_scores_and_with_significance_over_slices():
    limits = read_limits((), (), ["0.5"])
    assert not limits.fails(change(loss=0.5, p=0.001))
    assert limits.fails(change(loss=0.6, p=0.5))
    assert not limits.fails(change(loss=0.6, p=0.5, tag="type"))
    assert limits.fails(change(loss=0.6, p=0.001, tag="type"))
    assert not limits.fails(change(loss=0.6, p=0.001, tag="type", repeats=True))
    assert limits.fails(change(after=nan))


def test_a_metric_has_its_own_loss_before_that_of_all():
    limits = read_limits((), (), ["0.5", "bleu=2", "bleu?lowercase=true=3"])
    assert [limits.fails(change(spec, loss=2.5)) for spec in ("chrf", "bleu", "bleu?lowercase=true")] == [
        True,
        True,
        False,
    ]
    assert not limits.fails(change("bleu", loss=1.5))


def test_a_drop_of_the_whole_takes_its_slices_with_it():
    whole, part = change(p=0.001), change(p=0.001, tag="type")
    alone = change("chrf", p=0.001, tag="type")
    repeated = change(p=0.001, tag="domain", repeats=True)
    outcome = GateOutcome([whole, part, alone, repeated, change("ter")], (), GateLimits())
    assert outcome.grouped() == [(whole, [part]), (alone, [])]
    assert not outcome.passed
