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
    settings = Settings("bootstrap", 20, 30, 4, 0.9)
    taken = settings_of([of(settings), of(settings)])
    assert taken.settings == settings
    assert taken.differing == {}
    assert list(taken.findings()) == []
    assert (
        taken.sentence == "Tested with the paired bootstrap, 20 resamples, seed 4, level 0.9 (as the runs were made)."
    )


def test_a_permutation_test_is_told_by_its_permutations():
    taken = settings_of([of(Settings("permutation", 20, 30, 4))])
    assert (
        taken.sentence
        == "Tested with paired permutations, 30 permutations, seed 4, level 0.95 (as the runs were made)."
    )


def test_where_runs_differ_the_most_draws_and_the_first_of_the_rest_are_taken():
    parts = [of(Settings("bootstrap", 20, 40, 4, 0.9)), of(Settings("mcnemar", 50, 30, 5, 0.8))]
    taken = settings_of(parts)
    assert taken.settings == Settings("bootstrap", 50, 40, 4, 0.9)
    assert taken.source == "the runs differ in test, resamples, permutations, seed, level"
    (finding,) = taken.findings()
    assert finding.code == "different-settings"
    assert finding.message == (
        "The runs were made with different settings: test bootstrap and mcnemar (bootstrap taken); "
        "resamples 20 and 50 (50 taken); permutations 40 and 30 (40 taken); seed 4 and 5 (4 taken); "
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
    assert taken.source == "test, resamples, permutations, seed, level by default"


def test_everything_may_be_given():
    given = {"test": "bootstrap", "resamples": 5, "trials": 6, "seed": 7, "level": 0.5}
    taken = settings_of([made()], given)
    assert taken.settings == Settings("bootstrap", 5, 6, 7, 0.5)
    assert taken.source == "test, resamples, permutations, seed, level as given"


@pytest.mark.parametrize(
    ("stored", "given", "expected"),
    [
        ("permutation", {"resamples": 33}, (1000, 33)),
        ("permutation", {"resamples": 33, "test": "bootstrap"}, (33, 10_000)),
        ("bootstrap", {"resamples": 33}, (33, 10_000)),
        ("permutation", {"trials": 33}, (1000, 33)),
    ],
)
def test_resamples_given_without_a_test_count_what_the_runs_test_draws(stored, given, expected):
    settings = settings_of([of(Settings(stored))], given).settings
    assert (settings.resamples, settings.trials) == expected


def test_without_a_stored_test_resamples_are_resamples():
    assert settings_of([made()], {"resamples": 33}).settings.resamples == 33


def test_a_run_that_tested_nothing_has_no_say():
    taken = settings_of([of(Settings("none", 0, 0, 3)), of(Settings("bootstrap", 40, 50, 3))])
    assert taken.settings == Settings("bootstrap", 40, 50, 3)
    assert taken.differing == {}
