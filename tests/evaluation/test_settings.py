import pytest

from mteval.core.errors import UsageError
from mteval.evaluation.settings import Settings


@pytest.mark.parametrize("test", ["auto", "bootstrap", "permutation", "mcnemar", "none"])
def test_every_test_can_be_asked_for(test):
    assert Settings(test=test).record()["test"] == test


def test_a_test_nobody_knows_is_refused():
    with pytest.raises(UsageError, match=r"--test t-test is not possible. Choose one of auto, bootstrap, permutation"):
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
    settings = Settings("permutation", 20, 30, 4, 0.9)
    assert settings.record() == {"test": "permutation", "resamples": 20, "trials": 30, "seed": 4, "level": 0.9}


def test_how_often_each_test_draws():
    settings = Settings(resamples=20, trials=30)
    assert [settings.draws(test) for test in ("bootstrap", "permutation", "mcnemar")] == [20, 30, 0]


def test_unless_told_otherwise():
    assert Settings().record() == {"test": "auto", "resamples": 1000, "trials": 10_000, "seed": 12345, "level": 0.95}
    assert Settings().keep_cases
