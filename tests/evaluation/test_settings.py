import pytest

from mteval.core.errors import UsageError
from mteval.evaluation.paired_tests import PAIRED_TESTS
from mteval.evaluation.settings import TESTS, Settings


@pytest.mark.parametrize("test", ["auto", *TESTS])
def test_every_test_can_be_asked_for(test):
    assert Settings(test=test).record()["test"] == test


def test_a_test_nobody_knows_is_refused():
    with pytest.raises(
        UsageError, match=r"--test t-test is not possible\. Choose one of permutation, bootstrap, mcnemar, sac"
    ):
        Settings(test="t-test")


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"resamples": -1}, "resamples cannot be"),
        ({"trials": -1}, "resamples cannot be"),
        ({"seed": -1}, "seed cannot be"),
    ],
)
def test_negative_numbers_are_refused(given, problem):
    with pytest.raises(UsageError, match=problem):
        Settings(**given)


def test_zero_is_allowed():
    settings = Settings(resamples=0, trials=0, seed=0)
    assert (settings.resamples, settings.trials, settings.seed) == (0, 0, 0)


def test_the_record_holds_what_later_comparisons_need():
    settings = Settings("permutation", 20, 30, False, 4, 0.9)
    assert settings.record() == {
        **{"test": "permutation", "resamples": 20, "trials": 30, "grow": False},
        **{"seed": 4, "level": 0.9},
    }
    assert Settings(**settings.record()) == settings


def test_the_tests_are_those_that_can_be_explained_and_none():
    assert (*PAIRED_TESTS, "none") == TESTS


def test_unless_told_otherwise_pairs_are_tested_by_permutation():
    assert Settings().chosen_test == "permutation"
    assert [Settings(test=test).chosen_test for test in TESTS] == list(TESTS)


@pytest.mark.parametrize("test", ["auto", *TESTS])
def test_only_sacrebleus_tests_have_its_percentile_intervals(test):
    resampling = Settings(test=test, resamples=20, seed=4, level=0.9).resampling(None)
    assert (resampling.resamples, resampling.seed, resampling.level, resampling.clusters) == (20, 4, 0.9, None)
    assert resampling.percentile == Settings(test=test).like_sacrebleu == (test.startswith("sacrebleu-"))


def test_unless_told_otherwise():
    assert Settings().record() == {
        **{"test": "auto", "resamples": 1000, "trials": 10_000, "grow": True},
        **{"seed": 12345, "level": 0.95},
    }
    assert Settings().keep_cases
