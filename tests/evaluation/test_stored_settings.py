"""Which settings stored runs are compared with, and what a user is told of them."""

import pytest

from mteval.core.results import Report, Results
from mteval.evaluation.settings import Settings
from mteval.evaluation.stored_settings import settings_of


def made(**settings):
    return Results((Report({"name": "s"}, {"name": "a"}, (), settings=settings),))


def of(settings):
    return made(**settings.record())


def test_runs_made_alike_are_compared_alike():
    settings = Settings("bootstrap", 20, 30, False, 4, 0.9)
    taken = settings_of([of(settings), of(settings)])
    assert taken.settings == settings
    assert taken.differing == {}
    assert list(taken.findings()) == []
    assert taken.sentence == (
        "Tested by the centred paired bootstrap, 30 draws, seed 4, level 0.9 (as the runs were made)."
    )


@pytest.mark.parametrize(
    ("test", "title"),
    [
        ("auto", "paired permutation test"),
        ("permutation", "paired permutation test"),
        ("mcnemar", "exact McNemar test"),
        ("sacrebleu-bootstrap", "sacrebleu's paired bootstrap"),
        ("sacrebleu-permutation", "sacrebleu's approximate randomisation"),
    ],
)
def test_each_test_is_told_by_its_title_and_growing_draws_by_their_start(test, title):
    taken = settings_of([of(Settings(test, 20, 30, seed=4))])
    expected = f"Tested by the {title}, 30 draws or more, seed 4, level 0.95 (as the runs were made)."
    assert taken.sentence == expected


def test_where_runs_differ_the_most_draws_and_the_first_of_the_rest_are_taken():
    parts = [of(Settings("bootstrap", 20, 40, True, 4, 0.9)), of(Settings("mcnemar", 50, 30, False, 5, 0.8))]
    taken = settings_of(parts)
    assert taken.settings == Settings("bootstrap", 50, 40, True, 4, 0.9)
    assert taken.source == "the runs differ in test, resamples, draws, growing draws, seed, level"
    (finding,) = taken.findings()
    assert finding.code == "different-settings"
    assert finding.message == (
        "The runs were made with different settings: test bootstrap and mcnemar (bootstrap taken); "
        "resamples 20 and 50 (50 taken); draws 40 and 30 (40 taken); growing draws True and False (True taken); "
        "seed 4 and 5 (4 taken); "
        "level 0.9 and 0.8 (each interval keeps its own)."
    )


def test_what_is_given_is_not_a_difference():
    parts = [of(Settings(seed=4)), of(Settings(seed=5))]
    taken = settings_of(parts, {"seed": 6})
    assert taken.settings.seed == 6
    assert taken.differing == {}
    assert taken.source == "as the runs were made; seed as given"


def test_results_without_settings_are_tested_by_default():
    taken = settings_of([made()])
    assert taken.settings == Settings()
    assert taken.source == "test, resamples, draws, growing draws, seed, level by default"


def test_runs_of_old_do_not_say_whether_draws_grow():
    """Reports written before draws grew hold everything but that; they are tested again with as many as it takes."""
    taken = settings_of([made(test="bootstrap", resamples=20, trials=30, seed=4, level=0.9)])
    assert taken.settings == Settings("bootstrap", 20, 30, True, 4, 0.9)
    assert taken.source == "as the runs were made; growing draws by default"


def test_everything_may_be_given():
    given = {"test": "bootstrap", "resamples": 5, "trials": 6, "grow": False, "seed": 7, "level": 0.5}
    taken = settings_of([made()], given)
    assert taken.settings == Settings("bootstrap", 5, 6, False, 7, 0.5)
    assert taken.source == "test, resamples, draws, growing draws, seed, level as given"


@pytest.mark.parametrize("stored", ["auto", "permutation", "bootstrap"])
def test_draws_given_come_before_those_of_the_runs_whatever_their_test(stored):
    given = {"resamples": 33, "trials": 33, "grow": False}
    settings = settings_of([of(Settings(stored))], given).settings
    assert settings == Settings(stored, 33, 33, False)


def test_a_run_that_tested_nothing_has_no_say():
    taken = settings_of([of(Settings("none", 0, 0, seed=3)), of(Settings("bootstrap", 40, 50, seed=3))])
    assert taken.settings == Settings("bootstrap", 40, 50, seed=3)
    assert taken.differing == {}
